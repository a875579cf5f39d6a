//! What the server of a template says about its model, asked where it says so, and remembered.
//!
//! Owns the question whether a model sees, and its answer: the person's word, else the server's, else
//! unknown. It must never make a turn wait longer than one question may take, and never take silence for
//! a "no".
//!
//! Invariant: an answer belongs to the wire, the address and the model that it was given for.

use super::{Village, hold, templates};
use crate::file::{Declared, TemplateFile};
use fuseforks_contract::{
    Failure,
    template::{TemplateView, Told},
};
use fuseforks_llm::{Carry, Endpoint, ErrorCode, ModelInfo, Place, Vision, Wire, canonical::AttachmentKind};
use serde_json::Map;
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio_util::sync::CancellationToken;

/// The window that is asked for where the person chose none and the client has to choose: what the server
/// takes by itself may hold no more than a few tools, and it cuts the oldest messages without a word. More
/// than this costs memory that nobody was asked for.
const WINDOW: u32 = 16_384;

/// The answers of this run, by what they were given for.
pub(crate) type Asked = HashMap<Subject, Heard>;

/// What an answer is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Subject {
    wire: String,
    base_url: String,
    model: String,
}

/// What a turn goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// Its eyes.
    pub(super) vision: Vision,
    /// It takes tools: not known to refuse every request that offers some.
    pub(super) calls: bool,
    /// The window to ask for, where the client chooses it.
    pub(super) window: Option<u32>,
}

/// An answer, or that there was none.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    at_ms: i64,
    declared: Option<Declared>,
}

impl Subject {
    fn of(template: &TemplateFile) -> Self {
        Self {
            wire: template.wire.clone(),
            base_url: template.base_url.clone(),
            model: template.model.clone(),
        }
    }
}

impl Declared {
    fn of(info: &ModelInfo, at_ms: i64) -> Self {
        Self {
            vision: match info.vision {
                Vision::Yes => Some(true),
                Vision::No => Some(false),
                Vision::Unknown => None,
            },
            tools: info.tools,
            window: info.window,
            max_output: info.max_output,
            at_ms,
            rest: Map::new(),
        }
    }

    fn says_the_same(&self, other: &Self) -> bool {
        Self { at_ms: other.at_ms, ..self.clone() } == *other
    }
}

/// Whether the model behind a template is known not to see: by the person's word, else by its server's.
pub(crate) fn known_blind(template: &TemplateFile, now_ms: i64, life: Duration) -> bool {
    let declared = || fresh(template.declared.as_ref(), now_ms, life).and_then(|declared| declared.vision);
    template.vision.or_else(declared) == Some(false)
}

/// How the window is told what the server said.
pub(super) fn told(template: &TemplateFile) -> Option<Told> {
    template.declared.as_ref().map(|declared| Told {
        vision: declared.vision,
        tools: declared.tools,
        window: declared.window,
        max_output: declared.max_output,
        at_ms: declared.at_ms,
    })
}

/// A kept answer that is young enough to count.
fn fresh(declared: Option<&Declared>, now_ms: i64, life: Duration) -> Option<&Declared> {
    declared.filter(|declared| within(declared.at_ms, now_ms, life))
}

fn within(at_ms: i64, now_ms: i64, life: Duration) -> bool {
    // A clock that was set back must not make an answer eternal.
    u64::try_from(now_ms - at_ms).is_ok_and(|age| u128::from(age) <= life.as_millis())
}

impl Village {
    /// Asks the server what it says about a template's model, and keeps the answer.
    ///
    /// # Errors
    /// What a message to this template would be refused for, or `llm` when the server did not answer. A
    /// server that has no such list says nothing, which is no failure.
    pub async fn template_ask(self: &Arc<Self>, template: &str) -> Result<TemplateView, Failure> {
        let file = self.template_file(template)?;
        if file.wire == templates::PRACTICE {
            return Ok(self.template_view(&file));
        }
        let endpoint = self.endpoint(&file).await?;
        let answer = self.ask(&file, &endpoint).await;
        answer.map_err(|error| templates::llm_failure(&error).with("template", &file.name))?;
        Ok(self.template_view(&self.template_file(template)?))
    }

    /// What is known about a model: the person's word, else the server's, else nothing. A wire that gives
    /// images only to a model that declares them waits for the answer; no other does.
    pub(super) async fn known(&self, template: &TemplateFile, endpoint: &Endpoint) -> Known {
        let limits = &self.services.limits;
        let now = self.services.now_ms();
        let carry = endpoint.wire.carries(AttachmentKind::Image, Place::ToolResult);
        let asks = carry == Carry::IfVision;
        let declared = if asks {
            let heard = hold(&self.asked).get(&Subject::of(template)).cloned();
            let life = |heard: &Heard| match heard.declared {
                Some(_) => limits.facts_fresh,
                None => limits.facts_retry,
            };
            match heard.filter(|heard| within(heard.at_ms, now, life(heard))) {
                Some(heard) => heard.declared,
                None => self.ask(template, endpoint).await.ok(),
            }
        } else {
            fresh(template.declared.as_ref(), now, limits.facts_life).cloned()
        };
        let declared = declared.unwrap_or_default();
        Known {
            vision: match template.vision.or(declared.vision) {
                Some(true) => Vision::Yes,
                Some(false) => Vision::No,
                None => Vision::Unknown,
            },
            // Other servers that do not list tools take them all the same.
            calls: !(asks && declared.tools == Some(false)),
            window: self.known_window(template),
        }
    }

    /// How many tokens a template's model takes: the person's number, else the server's, as far as it is
    /// asked for.
    pub(super) fn known_window(&self, template: &TemplateFile) -> Option<u32> {
        template.context_window.filter(|window| *window > 0).or_else(|| {
            let (now, life) = (self.services.now_ms(), self.services.limits.facts_life);
            // A template that was read before the question does not have the answer yet.
            let heard =
                hold(&self.asked).get(&Subject::of(template)).and_then(|heard| heard.declared.clone());
            let declared = heard.or_else(|| fresh(template.declared.as_ref(), now, life).cloned())?;
            let wire = Wire::find(&template.wire)?;
            let chosen = wire.carries(AttachmentKind::Image, Place::ToolResult) == Carry::IfVision;
            declared.window.map(|window| if chosen { window.min(WINDOW) } else { window })
        })
    }

    /// One question. The answer is remembered, and written down where it says something else than before.
    async fn ask(
        &self,
        template: &TemplateFile,
        endpoint: &Endpoint,
    ) -> Result<Declared, fuseforks_llm::LlmError> {
        let never = CancellationToken::new();
        let transport = self.services.transport()?;
        let answer = transport.capabilities(endpoint, &template.model, &never).await;
        let now = self.services.now_ms();
        let declared = match answer {
            Ok(info) => Ok(Declared::of(&info, now)),
            // No such list, or none of this model: it says nothing.
            Err(error)
                if matches!(
                    error.code,
                    ErrorCode::NotFound | ErrorCode::InvalidRequest | ErrorCode::Malformed
                ) =>
            {
                Ok(Declared { at_ms: now, ..Declared::default() })
            }
            Err(error) => Err(error),
        };
        let heard = Heard { at_ms: now, declared: declared.as_ref().ok().cloned() };
        hold(&self.asked).insert(Subject::of(template), heard);
        if let Ok(declared) = &declared {
            self.keep(template, declared);
        }
        declared
    }

    fn keep(&self, template: &TemplateFile, declared: &Declared) {
        let life = self.services.limits.facts_life / 2;
        let kept = |one: &TemplateFile| {
            fresh(one.declared.as_ref(), declared.at_ms, life).is_some_and(|old| old.says_the_same(declared))
        };
        let subject = Subject::of(template);
        let same = |one: &&mut TemplateFile| one.id == template.id && Subject::of(one) == subject;
        if kept(template) {
            return;
        }
        // A folder that cannot be written costs another question, nothing else.
        let written = self.change(|file| {
            if let Some(one) = file.templates.iter_mut().find(same) {
                one.declared = Some(declared.clone());
            }
            Ok(())
        });
        if written.is_ok() {
            self.tell_village();
        }
    }
}
