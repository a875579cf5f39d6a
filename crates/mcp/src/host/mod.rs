//! What the application provides to a connection: someone to ask, and someone to tell.
//!
//! Every method has a polite default, so a program without a person declines questions and ignores news.

mod form;

pub use form::{Choice, Field, FieldKind, FieldProblem, Form, Problem};

use async_trait::async_trait;
use serde_json::{Map, Value, json};

use crate::clean;

const MESSAGE: usize = 2000;
const URL: usize = 4096;

/// How far a running call is.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// Work done, in the server's unit.
    pub progress: f64,
    /// Work in all, if known.
    pub total: Option<f64>,
    /// The server's words, bounded and cleaned.
    pub message: Option<String>,
}

/// A question a server asks the person in the middle of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Elicitation {
    /// Key of the server that asks. The person has to be told.
    pub server: String,
    /// The tool whose call asks, if known.
    pub tool: Option<String>,
    /// The server's words, bounded and cleaned.
    pub message: String,
    /// What it wants.
    pub ask: Ask,
}

/// What an elicitation wants.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// A flat form.
    Form(Form),
    /// That the person opens an address in a real browser. Consenting is not finishing.
    Url {
        /// The whole address, to be shown whole. Never fetched by this program.
        url: String,
        /// Its host, to be shown apart: it is what decides whether to trust it.
        host: String,
    },
}

/// The person's answer. The three are different things to a server.
#[derive(Debug, Clone, PartialEq)]
pub enum ElicitAnswer {
    /// Yes, with the form's values (an object), or consent to open the address.
    Accept(Value),
    /// No.
    Decline,
    /// Neither: closed, stopped, nobody there.
    Cancel,
}

/// The application's side of a connection.
#[async_trait]
pub trait Host: Send + Sync + 'static {
    /// Asks the person. May take long: the call's silence clock stands still meanwhile.
    async fn elicit(&self, request: Elicitation) -> ElicitAnswer {
        drop(request);
        ElicitAnswer::Decline
    }

    /// The tools of `server` are others than before.
    fn tools_changed(&self, server: &str) {
        let _ = server;
    }

    /// A call that was made without a progress sink of its own got on.
    fn progress(&self, server: &str, tool: &str, progress: Progress) {
        let _ = (server, tool, progress);
    }
}

/// Nobody there: declines, ignores.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoHost;

#[async_trait]
impl Host for NoHost {}

impl Elicitation {
    /// Reads `elicitation/create` parameters. None if they ask for what a form cannot hold.
    pub(crate) fn read(server: &str, tool: Option<&str>, params: &Value) -> Option<Self> {
        let message = params.get("message").and_then(Value::as_str).unwrap_or_default();
        let ask = match params.get("mode").and_then(Value::as_str) {
            None | Some("form") => Ask::Form(Form::read(params.get("requestedSchema")?)?),
            Some("url") => {
                let url = params.get("url")?.as_str()?;
                let parsed = url::Url::parse(url).ok()?;
                if !matches!(parsed.scheme(), "http" | "https") || url.len() > URL {
                    return None;
                }
                Ask::Url { url: parsed.to_string(), host: parsed.host_str()?.to_owned() }
            }
            Some(_) => return None,
        };
        Some(Self {
            server: server.to_owned(),
            tool: tool.map(str::to_owned),
            message: clean::block(message, MESSAGE),
            ask,
        })
    }
}

impl ElicitAnswer {
    /// The answer as the protocol wants it. An accepted form that does not fit its schema counts as cancelled.
    pub(crate) fn to_result(&self, ask: &Ask) -> Value {
        match (self, ask) {
            (Self::Accept(content), Ask::Form(form)) if form.check(content).is_ok() => {
                json!({"action": "accept", "content": content})
            }
            (Self::Accept(_), Ask::Url { .. }) => json!({"action": "accept"}),
            (Self::Decline, _) => json!({"action": "decline"}),
            (Self::Accept(_) | Self::Cancel, _) => json!({"action": "cancel"}),
        }
    }
}

impl Progress {
    pub(crate) fn new(progress: f64, total: Option<f64>, message: Option<&str>) -> Self {
        Self {
            progress,
            total,
            message: message.map(|text| clean::line(text, 300)).filter(|text| !text.is_empty()),
        }
    }
}

/// The values a form starts with.
pub(crate) fn defaults(fields: &[Field]) -> Value {
    let values: Map<_, _> =
        fields.iter().filter_map(|field| Some((field.key.clone(), field.default.clone()?))).collect();
    Value::Object(values)
}

#[cfg(test)]
mod tests;
