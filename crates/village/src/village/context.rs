//! What an agent remembers of a conversation, and making it shorter before it is too long.
//!
//! Owns which exchanges enter a prompt and when the older ones are summarised. It must never touch a
//! record: a summary is added, the originals stay.
//!
//! Invariant: a turn gets its request whatever a summariser does; without a summary, as many of the
//! newest exchanges go into it as fit.

use super::{Village, store_failure, summaries::Covered};
use crate::{
    compaction::Rules,
    file::{AgentFile, TemplateFile},
    prompt,
    summariser::{self, NoSummary},
};
use fuseforks_contract::{Event, Failure};
use fuseforks_llm::{
    Backend,
    canonical::{Message, Request, Usage},
};
use fuseforks_store::{Exchange, History, Record, System};
use fuseforks_turn::{
    compact::{Meter, estimate, split},
    history::{Room, fit},
    ledger,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Summaries that are made before one turn at most. More than one is needed only where a conversation
/// is longer than a model can read at once.
const MOST_SUMMARIES: usize = 8;

/// Of a window, at most this part is kept free for the answer.
const ANSWER_PART: u64 = 8;

/// The conversation of one agent, to be made shorter.
pub(super) struct Remembering<'a> {
    /// The agent.
    pub agent: &'a AgentFile,
    /// Its template.
    pub template: &'a TemplateFile,
    /// The conversation.
    pub session: Uuid,
    /// The turn that needs it; none if the person asked.
    pub turn: Option<Uuid>,
}

/// Exchanges that are about to be summarised.
pub(super) struct Older {
    /// What the summariser reads.
    pub messages: Vec<Message>,
    /// Its characters.
    pub chars: usize,
    /// What it covers.
    pub covered: Covered,
}

impl Village {
    /// A template's window in tokens, and whether it is assumed because nobody said.
    pub(super) fn window(&self, template: &TemplateFile) -> (u32, bool) {
        match self.known_window(template) {
            Some(window) => (window, false),
            None => (self.services.limits.assumed_window, true),
        }
    }

    pub(super) fn rules(&self) -> Rules {
        Rules::of(&self.services.settings())
    }

    /// What an agent remembers of a conversation.
    pub(super) fn remembered(&self, session: Uuid, agent: &str) -> Result<History, Failure> {
        let limit = self.services.limits.history;
        self.store.history(session, agent, limit).map_err(|error| store_failure(&error))
    }

    /// Input tokens of a request that no call has reported on.
    pub(super) fn tokens(&self, request: &Request) -> u64 {
        Meter::default().tokens(request, self.rules().image_tokens)
    }

    fn messages(&self, history: &History) -> Vec<Message> {
        prompt::remembered(self.text(), |id| self.speaker(id), history)
    }

    /// The request of a turn: `base` with what the agent remembers in front of its messages. Older
    /// exchanges are summarised first if the whole is too long. Also says what that cost.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub(super) async fn in_context(
        &self,
        about: &Remembering<'_>,
        backend: &dyn Backend,
        base: Request,
        stop: &CancellationToken,
    ) -> Result<(Request, Usage), Failure> {
        let (window, _) = self.window(about.template);
        let rules = self.rules();
        let mut usage = Usage::default();
        for _ in 0..MOST_SUMMARIES {
            let history = self.remembered(about.session, &about.agent.id)?;
            let whole = with_messages(&base, self.messages(&history));
            if !Meter::default().due(&whole, rules.image_tokens, window, rules.threshold) {
                return Ok((whole, usage));
            }
            let Some(older) = self.older(about, &history, &base.messages) else { break };
            let done = self.summarise_older(about, backend, &base, older, &mut usage, stop).await?;
            if let Err(failure) = done {
                let args = failure.args;
                let line = System {
                    agent: about.agent.id.clone(),
                    turn: about.turn.map(|turn| turn.to_string()),
                    code: failure.code,
                    args,
                    ..System::default()
                };
                self.append(about.session, &[Record::System(line)])?;
                break;
            }
        }
        let mut history = self.remembered(about.session, &about.agent.id)?;
        self.trim(about.template, &base, &mut history);
        Ok((with_messages(&base, self.messages(&history)), usage))
    }

    /// Leaves the newest exchanges that fit beside the rest of the request.
    fn trim(&self, template: &TemplateFile, base: &Request, history: &mut History) {
        let (window, _) = self.window(template);
        let exchanges = std::mem::take(&mut history.exchanges);
        let rest = self.tokens(&with_messages(base, self.messages(history)));
        let most = u64::from(window) / ANSWER_PART;
        let answer = template.max_output_tokens.map_or(most, |tokens| u64::from(tokens).min(most));
        let room = u64::from(window).saturating_sub(rest).saturating_sub(answer);
        // In tokens on both sides, so that what fits is judged as strictly as what is too long.
        let room = Room { chars: usize::try_from(room).unwrap_or(usize::MAX), exchanges: None };
        let size = |exchange: &&Exchange| {
            let one = History { exchanges: vec![(*exchange).clone()], ..History::default() };
            let request = Request { messages: self.messages(&one), ..Request::default() };
            usize::try_from(self.tokens(&request)).ok()
        };
        let each: Vec<&Exchange> = exchanges.iter().collect();
        let kept = fit(&each, room, size).len();
        history.exchanges = exchanges.iter().skip(exchanges.len() - kept).cloned().collect();
    }

    /// The older exchanges that are worth a summary, as many as its model can read at once. `after` are the
    /// messages that stand behind them.
    pub(super) fn older(
        &self,
        about: &Remembering<'_>,
        history: &History,
        after: &[Message],
    ) -> Option<Older> {
        let rules = self.rules();
        let (window, _) = self.window(about.template);
        let before = usize::from(history.summary.is_some());
        let mut messages = self.messages(history);
        let own = messages.len();
        messages.extend_from_slice(after);
        let counts = estimate(&messages, rules.image_tokens);
        let cut = split(&messages, &counts).min(own);
        let mut number = cut.checked_sub(before)? / 2;
        let readable = (f64::from(window) * rules.threshold) as u64;
        while number > 1 {
            let read = messages.get(..before + number * 2).unwrap_or_default().to_vec();
            if self.tokens(&Request { messages: read, ..Request::default() }) <= readable {
                break;
            }
            number /= 2;
        }
        let first = history.exchanges.first().filter(|_| number > 0)?;
        let last = history.exchanges.get(number - 1)?;
        let from = history.summary.as_ref().map_or(first.seq, |(_, summary)| summary.from);
        let end = before + number * 2;
        messages.truncate(end);
        Some(Older {
            chars: counts.chars.get(..end)?.iter().sum(),
            messages,
            covered: Covered {
                from,
                upto: last.reply_seq,
                exchanges: u32::try_from(number).unwrap_or(u32::MAX),
            },
        })
    }

    /// Asks for a summary of older exchanges and stores it. The inner result says why there is none.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub(super) async fn summarise_older(
        &self,
        about: &Remembering<'_>,
        backend: &dyn Backend,
        base: &Request,
        older: Older,
        usage: &mut Usage,
        stop: &CancellationToken,
    ) -> Result<Result<(), Failure>, Failure> {
        let question = summariser::question(base, &older.messages, self.text());
        let asked = summariser::ask(backend, &question, older.chars, stop).await;
        ledger::add(usage, &asked.usage);
        self.log_summary(about, &older, &asked);
        match asked.summary {
            Ok(text) => {
                self.append(about.session, &[older.covered.record(about, older.chars, text)])?;
                Ok(Ok(()))
            }
            Err(reason) => Ok(Err(no_summary(&reason))),
        }
    }

    /// Tells how full an agent's window is.
    pub(super) fn tell_context(&self, session: Uuid, agent: &str) {
        if session != self.session() {
            return;
        }
        if let Some(context) = self.agent_file(agent).ok().and_then(|file| self.context_view(&file)) {
            self.tell(Event::Context { village: self.id.clone(), session: session.to_string(), context });
        }
    }
}

/// Why there is no summary, as the person is told it.
pub(super) fn no_summary(reason: &NoSummary) -> Failure {
    match reason {
        NoSummary::Failed(error) => Failure::new("summary-failed").with("code", error.code.as_str()),
        NoSummary::Empty => Failure::new("summary-empty"),
        NoSummary::Longer => Failure::new("summary-longer"),
    }
}

/// A request with messages in front of its own.
pub(super) fn with_messages(base: &Request, mut messages: Vec<Message>) -> Request {
    messages.extend_from_slice(&base.messages);
    Request { messages, ..base.clone() }
}
