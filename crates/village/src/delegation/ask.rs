//! One agent asks another and waits for the answer.

use super::{
    Errand, NewErrand, TurnImages,
    errand::{Answer, Awaited},
    waits::WaitId,
    waves::TaskRef,
};
use crate::{
    file::AgentFile,
    village::{Village, Waiting},
};
use fuseforks_contract::work::{TaskState, TaskView, WaveView, WorkKind};
use fuseforks_turn::ToolOutcome;
use std::sync::{Arc, PoisonError};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Characters of a message in the work status.
const SHOWN: usize = 200;

/// An agent in a turn that speaks to others.
pub(crate) struct Asker<'a> {
    /// The agent.
    pub agent: &'a str,
    /// The message that it works on.
    pub errand: &'a Arc<Errand>,
    /// The images of its turn.
    pub images: &'a TurnImages,
}

/// A message that may be sent.
pub(super) struct Question {
    pub to: AgentFile,
    pub text: String,
}

/// Ends a wait, however the waiting ends.
struct Waiter<'a> {
    village: &'a Village,
    id: WaitId,
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        self.village.waits().end(self.id);
    }
}

impl Village {
    pub(super) fn waits(&self) -> std::sync::MutexGuard<'_, super::Waits> {
        self.delegation.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Judges a message before it goes anywhere. `to` is an id, or a name that a model wrote.
    pub(super) fn judge(&self, asker: &Asker<'_>, to: &str, said: &str) -> Result<Question, Answer> {
        let text = self.text();
        let Some(to) = self.tied(asker.agent).into_iter().find(|tied| tied.id == to || tied.name == to)
        else {
            return Err(Answer::failed("TIE", text.ask_no_tie(to)));
        };
        if asker.errand.hop >= self.services.limits.hops {
            return Err(Answer::failed("HOPS", text.ask_hops(self.services.limits.hops)));
        }
        if said.trim().is_empty() {
            return Err(Answer::failed("EMPTY", text.ask_empty()));
        }
        if to.template.is_empty() {
            return Err(Answer::failed("NO_MODEL", text.ask_no_model(&to.name)));
        }
        Ok(Question { to, text: said.trim().to_owned() })
    }

    /// The tasks of a call, as the work status shows them from now on.
    pub(super) fn begin_wave(
        &self,
        asker: &Asker<'_>,
        kind: WorkKind,
        tasks: impl IntoIterator<Item = (String, String)>,
    ) -> Vec<TaskRef> {
        let begun_ms = self.services.now_ms();
        let task = |(to, said): (String, String)| TaskView {
            to,
            text: crate::text::one_line(&said, SHOWN),
            row: Waiting::new_row(),
            state: TaskState::Queued,
            code: None,
            begun_ms,
            ended_ms: None,
        };
        self.wave(WaveView {
            id: String::new(),
            session: asker.errand.request.session.to_string(),
            request: asker.errand.request.id.to_string(),
            agent: asker.agent.to_owned(),
            kind,
            hop: asker.errand.hop + 1,
            tasks: tasks.into_iter().map(task).collect(),
        })
    }

    /// `ask_agent_N`.
    pub(super) async fn ask_one(
        self: &Arc<Self>,
        asker: &Asker<'_>,
        to: &str,
        said: &str,
        forward: bool,
        cancel: CancellationToken,
    ) -> ToolOutcome {
        let question = match self.judge(asker, to, said) {
            Ok(question) => question,
            Err(answer) => return ToolOutcome::error(answer.text),
        };
        let places = self.begin_wave(asker, WorkKind::Ask, [(question.to.id.clone(), question.text.clone())]);
        let forward = match forward {
            true => Some(self.can_see(&question.to).await),
            false => None,
        };
        let name = question.to.name.clone();
        let mut answer =
            self.put(asker, question, forward == Some(true), places.into_iter().next(), cancel).await;
        if forward == Some(false) {
            answer.text = format!("{}\n{}", answer.text, self.text().delegation_images_refused(&name));
        }
        match answer.ok {
            true => ToolOutcome::text(answer.text),
            false => ToolOutcome::error(answer.text),
        }
    }

    /// Sends a question and waits for what comes of it.
    pub(super) async fn put(
        self: &Arc<Self>,
        asker: &Asker<'_>,
        question: Question,
        forward: bool,
        task: Option<TaskRef>,
        cancel: CancellationToken,
    ) -> Answer {
        let answer = self.put_and_wait(asker, question, forward, task.clone(), cancel).await;
        if let Some(task) = task {
            self.task(&task, answer.state, answer.code.clone());
        }
        answer
    }

    async fn put_and_wait(
        self: &Arc<Self>,
        asker: &Asker<'_>,
        question: Question,
        forward: bool,
        task: Option<TaskRef>,
        cancel: CancellationToken,
    ) -> Answer {
        let text = self.text();
        let Question { to, text: said } = question;
        let begun = self.waits().begin(asker.agent, &to.id);
        let Ok(wait) = begun else { return Answer::failed("CYCLE", text.ask_cycle(&to.name)) };
        let waiter = Waiter { village: self, id: wait };
        let images = if forward { asker.images.take(&self.services.limits) } else { Vec::new() };
        let note = asker.images.note(text, images.len());
        let said = if note.is_empty() { said } else { format!("{said}\n{note}") };
        let (sender, receiver) = oneshot::channel();
        let stop = cancel.child_token();
        let errand = Errand::new(
            Arc::clone(&asker.errand.request),
            NewErrand {
                id: Uuid::now_v7().to_string(),
                parent: Some(asker.errand.id.clone()),
                hop: asker.errand.hop + 1,
                from: asker.agent.to_owned(),
                text: said,
                reply_to: asker.agent.to_owned(),
                stop: stop.clone(),
                task,
                awaited: Some(Awaited { wait, answer: sender }),
            },
        );
        let waiting = Waiting::of(errand, images);
        let row = waiting.row.clone();
        if self.enqueue(&to.id, waiting).is_err() {
            return Answer::failed("INBOX", text.ask_inbox(&to.name));
        }
        let patience = self.services.limits.ask;
        let answer = tokio::select! {
            biased;
            answer = receiver => answer.unwrap_or_else(|_| Answer::failed("GONE", text.ask_gone(&to.name))),
            () = cancel.cancelled() => Answer {
                text: text.call_cancelled(),
                ok: false,
                state: TaskState::Stopped,
                code: None,
            },
            () = tokio::time::sleep(patience) => {
                Answer::failed("TIMEOUT", text.ask_timeout(&to.name, patience.as_secs().max(1)))
            }
        };
        // Whoever works on it, or has it in a queue, is free now.
        stop.cancel();
        self.take_back(&row);
        drop(waiter);
        answer
    }
}
