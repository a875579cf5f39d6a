//! A router on 127.0.0.1 under a random path: WebKitGTK plays no audio from a custom scheme, and a second
//! launch asks this one to show its window. It serves sounds and nothing else.

use crate::{commands::Shell, window};
use axum::{
    Router,
    body::Body,
    extract::{Path, Request, State},
    http::{HeaderMap, Method, Response, StatusCode},
    middleware::{Next, from_fn},
    routing::{any, post},
};
use fuseforks_village::media::{self, Answer};
use std::{
    net::SocketAddr,
    sync::{Arc, OnceLock},
};
use tauri::AppHandle;
use tokio::net::TcpListener;

/// The router's address and secret path.
pub(crate) struct Loopback {
    address: SocketAddr,
    token: String,
    listener: OnceLock<std::sync::Mutex<Option<TcpListener>>>,
}

/// Answers a method, a path and a range with a sound.
type Sounds = Arc<dyn Fn(&str, &str, Option<&str>) -> Answer + Send + Sync>;
/// Brings the window to the front; whether it could.
type Focus = Arc<dyn Fn() -> bool + Send + Sync>;

#[derive(Clone)]
struct Served {
    answer: Sounds,
    shown: Focus,
}

impl Loopback {
    /// Takes a free port.
    pub(crate) async fn bind(token: String) -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let kept = OnceLock::new();
        let _ = kept.set(std::sync::Mutex::new(Some(listener)));
        Ok(Self { address, token, listener: kept })
    }

    /// What a media element's address begins with.
    pub(crate) fn base(&self) -> String {
        format!("http://{}/{}/media/", self.address, self.token)
    }

    /// Where another launch knocks.
    pub(crate) fn knock(&self) -> (SocketAddr, String) {
        (self.address, format!("/{}/focus", self.token))
    }

    /// Begins to answer.
    pub(crate) fn serve(&self, shell: Arc<Shell>, app: AppHandle) {
        let listener = self.listener.get().and_then(|kept| kept.lock().ok()?.take());
        let Some(listener) = listener else { return };
        let media = Arc::clone(&shell);
        let answer: Sounds =
            Arc::new(move |method, path, range| media::sound(&media.app, method, path, range));
        let shown: Focus = Arc::new(move || {
            let asked = app.clone();
            app.run_on_main_thread(move || window::focus(&asked)).is_ok()
        });
        let router = router(self.address, &self.token, answer, shown);
        tauri::async_runtime::spawn(async move { axum::serve(listener, router).await });
    }
}

/// Everything that is answered, for requests that name this very address.
fn router(address: SocketAddr, token: &str, answer: Sounds, shown: Focus) -> Router {
    let host = address.to_string();
    let known = move |request: Request, next: Next| {
        // Another site's page could point a name of its own at this address.
        let known = request.headers().get("host").and_then(|value| value.to_str().ok()) == Some(&*host);
        async move { if known { next.run(request).await } else { empty(StatusCode::FORBIDDEN) } }
    };
    Router::new()
        .route(&format!("/{token}/media/{{*path}}"), any(serve_media))
        .route(&format!("/{token}/focus"), post(focus))
        .with_state(Served { answer, shown })
        .layer(from_fn(known))
}

async fn serve_media(
    State(served): State<Served>,
    method: Method,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    let range = headers.get("range").and_then(|value| value.to_str().ok()).map(str::to_owned);
    let work = move || (served.answer)(method.as_str(), &path, range.as_deref());
    let Ok(answer) = tokio::task::spawn_blocking(work).await else {
        return empty(StatusCode::INTERNAL_SERVER_ERROR);
    };
    let mut builder = Response::builder().status(answer.status);
    for (name, value) in answer.headers {
        builder = builder.header(name, value);
    }
    builder.body(Body::from(answer.body)).unwrap_or_default()
}

async fn focus(State(served): State<Served>) -> StatusCode {
    if (served.shown)() { StatusCode::NO_CONTENT } else { StatusCode::INTERNAL_SERVER_ERROR }
}

fn empty(status: StatusCode) -> Response<Body> {
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = status;
    answer
}

#[cfg(test)]
mod tests;
