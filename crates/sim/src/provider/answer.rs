//! An answer as the bytes and pauses that leave the server.

use std::io;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use serde_json::Value;

use super::Cut;

/// Status, headers and the parts of a body; each part is written by itself.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) parts: Vec<Vec<u8>>,
    pub(super) gap: Duration,
}

impl Answer {
    /// A JSON body.
    pub(super) fn json(status: u16, body: &Value) -> Self {
        Self::new(status, "application/json", vec![body.to_string().into_bytes()])
    }

    /// A stream of events.
    pub(super) fn stream(media_type: &str, parts: Vec<Vec<u8>>, gap_ms: u64) -> Self {
        let mut answer = Self::new(200, media_type, parts);
        answer.gap = Duration::from_millis(gap_ms);
        answer
    }

    pub(super) fn new(status: u16, media_type: &str, parts: Vec<Vec<u8>>) -> Self {
        let headers = vec![("content-type", media_type.to_owned())];
        Self { status, headers, parts, gap: Duration::ZERO }
    }

    pub(super) fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Ends the body after so many bytes.
    fn cut(&mut self, after: usize) {
        let mut left = after;
        self.parts.retain_mut(|part| {
            part.truncate(left);
            left -= part.len();
            !part.is_empty()
        });
    }

    /// The HTTP response.
    pub(super) fn into_response(mut self, cut: Option<Cut>) -> Response {
        let resets = cut.is_some_and(|cut| cut.reset);
        if let Some(cut) = cut {
            self.cut(cut.after);
        }
        let gap = self.gap;
        let mut parts: Vec<io::Result<Bytes>> =
            self.parts.into_iter().map(|part| Ok(Bytes::from(part))).collect();
        if resets {
            parts.push(Err(io::Error::other("cut")));
        }
        let whole = parts.len() == 1 && !resets;
        let body = if whole {
            Body::from(parts.pop().and_then(Result::ok).unwrap_or_default())
        } else {
            Body::from_stream(stream::unfold(
                (parts.into_iter(), true),
                move |(mut parts, first)| async move {
                    let part = parts.next()?;
                    if part.is_err() {
                        // What was sent before has to leave before the connection breaks.
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    } else if !first && !gap.is_zero() {
                        // A sleep of nothing is a millisecond of the timer all the same.
                        tokio::time::sleep(gap).await;
                    }
                    Some((part, (parts, false)))
                },
            ))
        };
        let mut response = Response::new(body);
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        for (name, value) in self.headers {
            if let Ok(value) = HeaderValue::from_str(&value) {
                response.headers_mut().insert(HeaderName::from_static(name), value);
            }
        }
        if !whole {
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        }
        response
    }
}

/// One server-sent event with a name.
pub(super) fn event(name: &str, data: &Value) -> Vec<u8> {
    format!("event: {name}\ndata: {data}\n\n").into_bytes()
}

/// One server-sent event without a name.
pub(super) fn data(data: &Value) -> Vec<u8> {
    format!("data: {data}\n\n").into_bytes()
}

/// Pieces of one text at most; a longer text comes in larger ones.
const MOST_PIECES: usize = 2_000;

/// A text in the pieces a stream sends: `size` characters each, or as many as a very long one needs.
pub(super) fn pieces(text: &str, size: usize) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let size = size.max(letters.len().div_ceil(MOST_PIECES)).max(1);
    letters.chunks(size).map(|piece| piece.iter().collect()).collect()
}
