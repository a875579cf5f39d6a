//! `media://`: bytes for the window's own eyes, by the rules that the application answers with.

use crate::commands::Shell;
use fuseforks_village::media::{self, Answer};
use std::sync::Arc;
use tauri::http::{Request, Response, StatusCode};

/// The window's own origin, as Tauri spells it on this system. To the page `media://` is another origin: without
/// leave it could show a camera frame and not read it, and the panel draws frames on a canvas.
const WINDOW: &str = if cfg!(windows) { "http://tauri.localhost" } else { "tauri://localhost" };

/// Answers one request, off the window's thread.
pub(crate) fn answer(shell: &Arc<Shell>, request: &Request<Vec<u8>>) -> Response<Vec<u8>> {
    let range = request.headers().get("range").and_then(|value| value.to_str().ok());
    let answer = media::answer(&shell.app, request.method().as_str(), request.uri().path(), range);
    response(answer)
}

fn response(answer: Answer) -> Response<Vec<u8>> {
    let mut builder = Response::builder().status(answer.status).header("Access-Control-Allow-Origin", WINDOW);
    for (name, value) in answer.headers {
        builder = builder.header(name, value);
    }
    builder.body(answer.body.to_vec()).unwrap_or_else(|_| {
        let mut failed = Response::new(Vec::new());
        *failed.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
        failed
    })
}
