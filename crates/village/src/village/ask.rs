//! A server asks the person something in the middle of an agent's call.
//!
//! Invariant: a question goes away with its call, however that ends, and where nobody can be asked the
//! answer is no, said to the person in words and never guessed.

use super::Village;
use crate::{log::Line, services::Asking};
use fuseforks_contract::{Event, Failure, agent::AgentStatus, question::QuestionAnswer};
use fuseforks_mcp::host::{Ask, ElicitAnswer, Elicitation, Host};
use std::{
    sync::{Arc, Weak},
    time::Instant,
};

/// The application's side of an agent's servers.
pub(super) struct AgentHost {
    /// Connections must not keep a village.
    pub(super) village: Weak<Village>,
    pub(super) agent: String,
}

#[async_trait::async_trait]
impl Host for AgentHost {
    async fn elicit(&self, request: Elicitation) -> ElicitAnswer {
        match self.village.upgrade() {
            Some(village) => village.question(&self.agent, &request).await,
            None => ElicitAnswer::Cancel,
        }
    }
}

/// A question on the screen. Dropped when it is answered, or with its call.
struct Open<'a> {
    village: &'a Village,
    agent: &'a str,
    server: &'a str,
    kind: &'static str,
    id: String,
    answer: &'static str,
    begun: Instant,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        let Self { village, agent, server, kind, id, answer, begun } = self;
        village.questions.give_up(id);
        village.tell(Event::QuestionGone { village: village.id.clone(), id: std::mem::take(id) });
        village.write_log(&Line::Question {
            agent: (*agent).to_owned(),
            server: (*server).to_owned(),
            kind,
            answer,
            ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        });
    }
}

fn word(answer: &ElicitAnswer) -> &'static str {
    match answer {
        ElicitAnswer::Accept(_) => "accept",
        ElicitAnswer::Decline => "decline",
        ElicitAnswer::Cancel => "cancel",
    }
}

impl Village {
    /// Answers a server.
    ///
    /// # Errors
    /// `question-gone`, or `question-field` when a value does not fit; then it still waits.
    pub fn question_answer(&self, answer: &QuestionAnswer) -> Result<(), Failure> {
        self.questions.answer(answer)
    }

    async fn question(self: &Arc<Self>, agent: &str, asked: &Elicitation) -> ElicitAnswer {
        let kind = match asked.ask {
            Ask::Form(_) => "form",
            Ask::Url { .. } => "url",
        };
        let server = asked.server.as_str();
        if self.services.asking() != Asking::Person {
            self.tell(Event::Notice {
                notice: Failure::new("question-declined")
                    .with("server", crate::text::one_line(server, 100))
                    .detail(asked.message.clone()),
            });
            let (agent, server) = (agent.to_owned(), server.to_owned());
            self.write_log(&Line::Question { agent, server, kind, answer: "decline", ms: 0 });
            return ElicitAnswer::Decline;
        }
        let (view, answer) = self.questions.ask(agent, asked);
        let id = view.id.clone();
        let mut open = Open { village: self, agent, server, kind, id, answer: "gone", begun: Instant::now() };
        let tool = self.members().get(agent).and_then(|member| member.tool.clone());
        self.set_status(agent, Some(AgentStatus::Waiting), tool.clone());
        self.tell(Event::QuestionAsked { village: self.id.clone(), question: view });
        let answer = answer.await.unwrap_or(ElicitAnswer::Cancel);
        open.answer = word(&answer);
        drop(open);
        self.set_status(agent, Some(AgentStatus::RunningTool), tool);
        answer
    }
}
