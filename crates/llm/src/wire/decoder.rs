//! Bytes of an answer, cut anywhere, to deltas and a reply.

use super::codec::{Codec, Events, Framing};
use super::ids::CallIds;
use crate::{
    ErrorCode, LlmError, Reply, Sink,
    canonical::{Attachment, Message, Request},
    fault::Fault,
    ndjson::Ndjson,
    sse::{Oversize, Sse, SseEvent},
};
use serde_json::Value;

/// Blocks, parts, items or calls that one answer may have. Real ones have a few dozen; finding one among a
/// million that a hostile server sends would take for ever.
const MAX_PARTS: usize = 4096;

/// The state of one answer. Feed it until it [`Decoder::ended`] or the bytes end, then finish it.
pub struct Decoder {
    frames: Frames,
    events: Box<dyn Events>,
    images: bool,
    limit: usize,
}

enum Frames {
    /// Nothing but white space has come; keeps which framing the wire has.
    Undecided(Framing),
    Sse(Sse, Vec<SseEvent>),
    Ndjson(Ndjson, Vec<Vec<u8>>),
    /// No stream at all: a server or gateway that answers in one piece.
    Whole(Vec<u8>),
}

impl Decoder {
    pub(super) fn new(codec: &'static dyn Codec, request: &Request, event_bytes: usize) -> Self {
        Self {
            frames: Frames::Undecided(codec.framing()),
            events: codec.events(request, CallIds::new(request)),
            images: carries_images(request),
            limit: event_bytes,
        }
    }

    /// Takes a piece of the answer.
    ///
    /// # Errors
    /// What the server reported inside the stream, or that the stream is not what the protocol says. The
    /// error holds what had come.
    pub fn feed(&mut self, bytes: &[u8], out: &mut dyn Sink) -> Result<(), LlmError> {
        self.step(bytes, out).map_err(|error| self.with_partial(error))
    }

    /// The end mark has come; what follows is of no interest.
    #[must_use]
    pub fn ended(&self) -> bool {
        self.events.ended()
    }

    /// Ends the answer.
    ///
    /// # Errors
    /// [`ErrorCode::Truncated`] with what had come, if the end mark is missing.
    pub fn finish(mut self, out: &mut dyn Sink) -> Result<Reply, LlmError> {
        match self.last(out) {
            Ok(()) if self.events.complete() => Ok(self.events.reply()),
            Ok(()) => {
                let error = LlmError::new(ErrorCode::Truncated);
                Err(self.with_partial(error))
            }
            Err(error) => Err(self.with_partial(error)),
        }
    }

    /// Gives an error what had come.
    #[must_use]
    pub fn with_partial(&mut self, mut error: LlmError) -> LlmError {
        let reply = self.events.reply();
        if !reply.text.is_empty()
            || !reply.thinking.is_empty()
            || !reply.calls.is_empty()
            || reply.usage.reported
        {
            error.partial = Some(Box::new(reply));
        }
        error
    }

    fn step(&mut self, mut bytes: &[u8], out: &mut dyn Sink) -> Result<(), LlmError> {
        if let Frames::Undecided(framing) = self.frames {
            let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            let Some(first) = text.iter().find(|b| !b.is_ascii_whitespace()) else {
                return Ok(());
            };
            self.frames = match framing {
                Framing::Ndjson => Frames::Ndjson(Ndjson::new(self.limit), Vec::new()),
                // No field of an event stream begins like this.
                Framing::Sse if b"{[<".contains(first) => Frames::Whole(Vec::new()),
                Framing::Sse => Frames::Sse(Sse::new(self.limit), Vec::new()),
            };
            bytes = text;
        }
        match &mut self.frames {
            Frames::Undecided(_) => Ok(()),
            Frames::Sse(sse, ready) => {
                let result = sse.feed(bytes, ready);
                let ready = std::mem::take(ready);
                ready.iter().try_for_each(|event| self.sse(event, false, out))?;
                result.map_err(oversize)
            }
            Frames::Ndjson(ndjson, ready) => {
                let result = ndjson.feed(bytes, ready);
                let ready = std::mem::take(ready);
                ready.iter().try_for_each(|line| self.json("", line, false, out))?;
                result.map_err(oversize)
            }
            Frames::Whole(all) if all.len() + bytes.len() > self.limit => Err(oversize(Oversize)),
            Frames::Whole(all) => {
                all.extend_from_slice(bytes);
                Ok(())
            }
        }
    }

    fn last(&mut self, out: &mut dyn Sink) -> Result<(), LlmError> {
        match std::mem::replace(&mut self.frames, Frames::Undecided(Framing::Sse)) {
            Frames::Undecided(_) => Ok(()),
            Frames::Sse(mut sse, _) => sse.rest().map_or(Ok(()), |event| self.sse(&event, true, out)),
            Frames::Ndjson(mut ndjson, _) => {
                ndjson.rest().map_or(Ok(()), |line| self.json("", &line, true, out))
            }
            Frames::Whole(all) => match serde_json::from_slice::<Value>(&all) {
                Ok(answer) if is_error(&answer) => Err(self.judge(Fault::of(&answer))),
                Ok(answer) => self.events.whole(answer, out).map_err(|fault| self.judge(fault)),
                // Cut JSON is a cut answer; a page of HTML is not from a model.
                Err(error) if error.is_eof() => Ok(()),
                Err(_) => Err(self.judge(Fault { alien: true, ..Fault::read(&all) })),
            },
        }
    }

    fn sse(&mut self, event: &SseEvent, tail: bool, out: &mut dyn Sink) -> Result<(), LlmError> {
        let data = event.data.trim_ascii();
        if data.is_empty() {
            return Ok(());
        }
        if data == b"[DONE]" {
            self.events.done();
            return Ok(());
        }
        self.json(&event.name, data, tail, out)
    }

    /// `tail`: the bytes ended here, so that half a text is a cut, not a fault.
    fn json(&mut self, name: &str, data: &[u8], tail: bool, out: &mut dyn Sink) -> Result<(), LlmError> {
        if self.events.ended() {
            return Ok(());
        }
        let parsed = match std::str::from_utf8(data) {
            Ok(text) => serde_json::from_str::<Value>(text),
            Err(_) => serde_json::from_str(&String::from_utf8_lossy(data)),
        };
        match parsed {
            Ok(value) if name == "error" || is_error(&value) => Err(self.judge(Fault::of(&value))),
            Ok(value) => match self.events.event(name, value, out) {
                Ok(()) if self.events.parts() > MAX_PARTS => Err(LlmError::new(ErrorCode::TooLarge)),
                Ok(()) => Ok(()),
                Err(fault) => Err(self.judge(fault)),
            },
            Err(_) if tail => Ok(()),
            Err(_) if name == "error" => Err(self.judge(Fault::read(data))),
            Err(_) => Err(self.judge(Fault { alien: true, ..Fault::read(data) })),
        }
    }

    fn judge(&self, fault: Fault) -> LlmError {
        fault.into_error(None, self.images, None)
    }
}

/// Whether a request carries images anywhere.
pub(crate) fn carries_images(request: &Request) -> bool {
    request.messages.iter().any(|message| match message {
        Message::User { attachments, .. } => attachments.iter().any(|a| matches!(a, Attachment::Image(_))),
        Message::Tool(result) => !result.images.is_empty(),
        Message::Assistant { .. } => false,
    })
}

/// Whether a JSON value is a failure and nothing else. `"error": null` stands in many good answers, and
/// the Responses API has an error beside an answer, which its own events tell.
fn is_error(value: &Value) -> bool {
    let value = value.as_array().and_then(|list| list.first()).unwrap_or(value);
    let told = match value.get("error") {
        Some(Value::Object(error)) => !error.is_empty(),
        Some(Value::String(error)) => !error.is_empty(),
        Some(Value::Array(error)) => !error.is_empty(),
        _ => false,
    };
    let of_responses = value.get("output").is_some()
        || value.get("response").is_some()
        || value.get("type").and_then(Value::as_str).is_some_and(|kind| kind.starts_with("response."));
    told && !of_responses
}

fn oversize(_: Oversize) -> LlmError {
    LlmError::new(ErrorCode::TooLarge)
}
