//! A router on 127.0.0.1 under a random path: WebKitGTK plays no audio from a custom scheme, and a second
//! launch asks this one to show its window.

use crate::{commands::Shell, window};
use axum::{
    Router,
    body::Body,
    extract::{Path, State},
    http::{HeaderMap, Method, Response, StatusCode},
    routing::{any, post},
};
use fuseforks_village::media;
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

#[derive(Clone)]
struct Served {
    shell: Arc<Shell>,
    app: AppHandle,
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
        let router = Router::new()
            .route(&format!("/{}/media/{{*path}}", self.token), any(serve_media))
            .route(&format!("/{}/focus", self.token), post(focus))
            .with_state(Served { shell, app });
        let host = self.address.to_string();
        let router = router.layer(axum::middleware::from_fn(
            move |request: axum::extract::Request, next: axum::middleware::Next| {
                // Another site's page could point a name of its own at this address.
                let known = request.headers().get("host").and_then(|value| value.to_str().ok())
                    == Some(host.as_str());
                async move {
                    if known {
                        next.run(request).await
                    } else {
                        let mut refused = Response::new(Body::empty());
                        *refused.status_mut() = StatusCode::FORBIDDEN;
                        refused
                    }
                }
            },
        ));
        tauri::async_runtime::spawn(async move { axum::serve(listener, router).await });
    }
}

async fn serve_media(
    State(served): State<Served>,
    method: Method,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    let range = headers.get("range").and_then(|value| value.to_str().ok()).map(str::to_owned);
    let work = move || media::answer(&served.shell.app, method.as_str(), &path, range.as_deref());
    let Ok(answer) = tokio::task::spawn_blocking(work).await else {
        let mut failed = Response::new(Body::empty());
        *failed.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
        return failed;
    };
    let mut builder = Response::builder().status(answer.status);
    for (name, value) in answer.headers {
        builder = builder.header(name, value);
    }
    builder.body(Body::from(answer.body)).unwrap_or_default()
}

async fn focus(State(served): State<Served>) -> StatusCode {
    let app = served.app.clone();
    let shown = served.app.run_on_main_thread(move || window::focus(&app));
    if shown.is_ok() { StatusCode::NO_CONTENT } else { StatusCode::INTERNAL_SERVER_ERROR }
}
