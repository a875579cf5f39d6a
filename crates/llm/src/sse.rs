//! Server-sent events out of bytes, cut anywhere (WHATWG HTML, section 9.2.6).
//!
//! Knows lines and fields only; what an event means is for the wire. `id` and `retry` fields are for
//! browsers that reconnect and are ignored.

/// One event: its `event` field, empty if there was none, and its data lines joined by line breaks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SseEvent {
    /// The `event` field.
    pub(crate) name: String,
    /// The data.
    pub(crate) data: Vec<u8>,
}

/// An event or a line grew over the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Oversize;

/// The framing state between two pieces.
#[derive(Debug)]
pub(crate) struct Sse {
    limit: usize,
    line: Vec<u8>,
    event: SseEvent,
    has_data: bool,
    after_cr: bool,
    first_line: bool,
}

impl Sse {
    /// A framer whose events may have `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            line: Vec::new(),
            event: SseEvent::default(),
            has_data: false,
            after_cr: false,
            first_line: true,
        }
    }

    /// Takes a piece; complete events go into `events`.
    pub(crate) fn feed(&mut self, mut bytes: &[u8], events: &mut Vec<SseEvent>) -> Result<(), Oversize> {
        if self.after_cr && bytes.first() == Some(&b'\n') {
            bytes = &bytes[1..];
        }
        if !bytes.is_empty() {
            self.after_cr = false;
        }
        while let Some(end) = memchr::memchr2(b'\n', b'\r', bytes) {
            self.extend(&bytes[..end])?;
            self.end_line(events);
            let cr = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            if cr {
                match bytes.first() {
                    Some(b'\n') => bytes = &bytes[1..],
                    Some(_) => {}
                    None => self.after_cr = true,
                }
            }
        }
        self.extend(bytes)
    }

    /// What stood there when the bytes ended without the blank line that ends an event. Browsers throw
    /// it away; some servers forget the last blank line, so the caller may look at it.
    pub(crate) fn rest(&mut self) -> Option<SseEvent> {
        let mut events = Vec::new();
        if !self.line.is_empty() {
            self.end_line(&mut events);
        }
        self.dispatch(&mut events);
        events.pop()
    }

    fn extend(&mut self, bytes: &[u8]) -> Result<(), Oversize> {
        if self.line.len() + self.event.data.len() + bytes.len() > self.limit {
            return Err(Oversize);
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn end_line(&mut self, events: &mut Vec<SseEvent>) {
        let line = std::mem::take(&mut self.line);
        let mut text = line.as_slice();
        if std::mem::take(&mut self.first_line) {
            text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        }
        if text.is_empty() {
            self.dispatch(events);
        } else {
            let colon = memchr::memchr(b':', text).unwrap_or(text.len());
            let value = text.get(colon + 1..).unwrap_or_default();
            let value = value.strip_prefix(b" ").unwrap_or(value);
            match &text[..colon] {
                b"data" => {
                    if self.has_data {
                        self.event.data.push(b'\n');
                    }
                    self.event.data.extend_from_slice(value);
                    self.has_data = true;
                }
                b"event" => self.event.name = String::from_utf8_lossy(value).into_owned(),
                _ => {}
            }
        }
        self.line = line;
        self.line.clear();
    }

    fn dispatch(&mut self, events: &mut Vec<SseEvent>) {
        let event = std::mem::take(&mut self.event);
        if std::mem::take(&mut self.has_data) {
            events.push(event);
        }
    }
}

#[cfg(test)]
#[path = "sse_tests.rs"]
mod tests;
