//! Answers to requests for media: the same for the window's own scheme and for a loopback router.
//!
//! Rules: ids are parsed and nothing else is a path; only kinds on the list are served; nothing is
//! cached, nothing is sniffed.

use crate::app::App;
use bytes::Bytes;
use fuseforks_store::{Answer as Range, is_allowed_mime};

/// An answer, for any HTTP-like protocol.
#[derive(Clone, Debug)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Headers.
    pub headers: Vec<(&'static str, String)>,
    /// The body; empty for `HEAD`.
    pub body: Bytes,
}

fn refused(status: u16) -> Answer {
    Answer { status, headers: common(), body: Bytes::new() }
}

fn common() -> Vec<(&'static str, String)> {
    vec![("X-Content-Type-Options", "nosniff".to_owned()), ("Cache-Control", "private, no-store".to_owned())]
}

/// Answers a request for a path below `media://localhost/`. Reads files: call it off the async threads.
#[must_use]
pub fn answer(app: &App, method: &str, path: &str, range: Option<&str>) -> Answer {
    answer_if(app, method, path, range, |_| true)
}

/// The same for media elements: there is nothing but sound.
#[must_use]
pub fn sound(app: &App, method: &str, path: &str, range: Option<&str>) -> Answer {
    answer_if(app, method, path, range, |mime| mime.starts_with("audio/"))
}

fn answer_if(
    app: &App,
    method: &str,
    path: &str,
    range: Option<&str>,
    wanted: impl Fn(&str) -> bool,
) -> Answer {
    if !matches!(method, "GET" | "HEAD") {
        let mut answer = refused(405);
        answer.headers.push(("Allow", "GET, HEAD".to_owned()));
        return answer;
    }
    let Some(served) = app.served(path).filter(|served| wanted(&served.mime)) else { return refused(404) };
    if !is_allowed_mime(&served.mime) {
        return refused(403);
    }
    let range = Range::of(range, served.bytes.len() as u64);
    let mut headers = common();
    headers.push(("Accept-Ranges", "bytes".to_owned()));
    headers.push(("Content-Disposition", "inline".to_owned()));
    headers.push(("Content-Type", served.mime));
    headers.extend(range.content_range().map(|range| ("Content-Range", range)));
    let (first, length) = range.body();
    headers.push(("Content-Length", length.to_string()));
    let (first, length) = (first as usize, length as usize);
    let body = if method == "HEAD" { Bytes::new() } else { served.bytes.slice(first..first + length) };
    Answer { status: range.status(), headers, body }
}
