//! A server by hand: no MCP library, so that one wrong belief does not pass on both sides.
//!
//! It runs in a runtime of its own; killing it closes every connection at once, as a crash would.

use std::{
    collections::{HashMap, HashSet},
    convert::Infallible,
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, Method, StatusCode, header},
    response::{IntoResponse, Response},
    routing::any,
};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::Refusal;

/// Which protocol it speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MockEra {
    Legacy,
    Modern,
}

/// How a legacy server turns down `server/discover`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Discover {
    /// HTTP 400 with a JSON-RPC error, as the TypeScript SDK does.
    Status,
    /// HTTP 200 with a JSON-RPC error.
    Error,
    /// HTTP 200 with the result `{}`.
    Empty,
    /// HTTP 404 with an HTML page.
    Page,
    /// HTTP 500.
    Broken,
    /// Nothing at all.
    Silent,
}

/// How it answers a call.
pub(crate) enum Reply {
    /// A result.
    Done(Value),
    /// A JSON-RPC error.
    Error(Value),
    /// Messages on an event stream, as they come; the stream ends with the channel.
    Stream(mpsc::Receiver<Value>),
    /// Raw events, as they come.
    Events(mpsc::Receiver<String>),
    /// A status without meaning.
    Status(u16),
    /// A body as it is.
    Body(&'static str, Vec<u8>),
    /// Never.
    Hang,
}

/// Whether it gives out sessions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Session {
    Yes,
    No,
}

/// One call as it arrived.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) id: Value,
    pub(crate) tool: String,
    pub(crate) arguments: Value,
    pub(crate) params: Value,
    pub(crate) token: Value,
    pub(crate) server: Arc<Inner>,
}

impl Call {
    pub(crate) fn progress(&self, progress: f64) -> Value {
        json!({"jsonrpc": "2.0", "method": "notifications/progress",
               "params": {"progressToken": self.token, "progress": progress, "total": 10, "message": "step"}})
    }

    pub(crate) fn result(&self, result: Value) -> Value {
        json!({"jsonrpc": "2.0", "id": self.id, "result": result})
    }
}

type OnCall = Arc<dyn Fn(Call) -> Pin<Box<dyn Future<Output = Reply> + Send>> + Send + Sync>;
type OnList = Arc<dyn Fn(Option<&str>) -> Value + Send + Sync>;

pub(crate) struct Inner {
    era: MockEra,
    discover: Discover,
    session: Session,
    /// Answers with an event stream even where plain JSON would do.
    events: bool,
    on_call: OnCall,
    on_list: Mutex<OnList>,
    sessions: Mutex<HashSet<String>>,
    counter: AtomicUsize,
    /// Every message received, in order.
    pub(crate) seen: Mutex<Vec<Value>>,
    /// Headers of every POST, lower case.
    pub(crate) headers: Mutex<Vec<HashMap<String, String>>>,
    /// HTTP methods of all requests.
    pub(crate) methods: Mutex<Vec<String>>,
    /// Calls whose stream the client closed.
    pub(crate) closed: AtomicUsize,
    streams: Mutex<Vec<mpsc::Sender<Value>>>,
    refusal: Mutex<Option<Refusal>>,
    pub(crate) replies: Mutex<Vec<Value>>,
    /// What a client may still pick up, by the id of the last event it saw.
    pub(crate) resume: Mutex<HashMap<String, Value>>,
}

pub(crate) struct Mock {
    pub(crate) url: String,
    pub(crate) port: u16,
    pub(crate) inner: Arc<Inner>,
    runtime: Option<tokio::runtime::Runtime>,
}

impl Drop for Mock {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A server that is not started yet.
pub(crate) struct Builder {
    inner: Inner,
    port: u16,
}

impl Mock {
    pub(crate) fn builder(era: MockEra) -> Builder {
        let on_call: OnCall =
            Arc::new(|call| Box::pin(async move { Reply::Done(super::text(&format!("ran {}", call.tool))) }));
        let on_list: OnList = Arc::new(|_| json!({"tools": [super::tool("look")]}));
        Builder {
            inner: Inner {
                era,
                discover: Discover::Status,
                session: Session::Yes,
                events: false,
                on_call,
                on_list: Mutex::new(on_list),
                sessions: Mutex::default(),
                counter: AtomicUsize::new(0),
                seen: Mutex::default(),
                headers: Mutex::default(),
                methods: Mutex::default(),
                closed: AtomicUsize::new(0),
                streams: Mutex::default(),
                refusal: Mutex::default(),
                replies: Mutex::default(),
                resume: Mutex::default(),
            },
            port: 0,
        }
    }

    /// Closes every connection and the port.
    pub(crate) fn kill(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Shutting down blocks, which a thread of a runtime must not do.
            let thread = std::thread::spawn(move || runtime.shutdown_timeout(Duration::from_millis(500)));
            thread.join().unwrap();
        }
    }

    /// Forgets all sessions, as a restart behind a proxy would.
    pub(crate) fn forget_sessions(&self) {
        self.inner.sessions.lock().unwrap().clear();
    }

    /// Turns requests away from now on, or no more.
    pub(crate) fn refuse(&self, refusal: impl Into<Option<Refusal>>) {
        *self.inner.refusal.lock().unwrap() = refusal.into();
    }

    /// Requests so far, of any kind.
    pub(crate) fn requests(&self) -> usize {
        self.inner.methods.lock().unwrap().len()
    }

    /// Another tool list from now on.
    pub(crate) fn list(&self, on_list: impl Fn(Option<&str>) -> Value + Send + Sync + 'static) {
        *self.inner.on_list.lock().unwrap() = Arc::new(on_list);
    }

    /// Says that the tools changed, on every open stream.
    pub(crate) fn announce(&self) {
        self.send(json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
    }

    /// Sends a message on every open stream.
    pub(crate) fn send(&self, message: Value) {
        let streams = self.inner.streams.lock().unwrap().clone();
        for stream in streams {
            let _ = stream.try_send(message.clone());
        }
    }

    pub(crate) fn seen(&self, method: &str) -> Vec<Value> {
        let seen = self.inner.seen.lock().unwrap();
        seen.iter().filter(|message| message["method"] == method).cloned().collect()
    }

    pub(crate) fn count(&self, method: &str) -> usize {
        self.seen(method).len()
    }

    pub(crate) fn closed(&self) -> usize {
        self.inner.closed.load(Ordering::SeqCst)
    }

    pub(crate) fn streams(&self) -> usize {
        self.inner.streams.lock().unwrap().iter().filter(|stream| !stream.is_closed()).count()
    }
}

impl Builder {
    pub(crate) fn discover(mut self, discover: Discover) -> Self {
        self.inner.discover = discover;
        self
    }

    pub(crate) fn session(mut self, session: Session) -> Self {
        self.inner.session = session;
        self
    }

    pub(crate) fn events(mut self) -> Self {
        self.inner.events = true;
        self
    }

    pub(crate) fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    pub(crate) fn on_call<F, Fut>(mut self, on_call: F) -> Self
    where
        F: Fn(Call) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Reply> + Send + 'static,
    {
        self.inner.on_call = Arc::new(move |call| Box::pin(on_call(call)));
        self
    }

    pub(crate) fn list(self, on_list: impl Fn(Option<&str>) -> Value + Send + Sync + 'static) -> Self {
        *self.inner.on_list.lock().unwrap() = Arc::new(on_list);
        self
    }

    pub(crate) fn start(self) -> Mock {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let inner = Arc::new(self.inner);
        let app = Router::new().route("/mcp", any(handle)).with_state(inner.clone());
        let port = self.port;
        let (ready, bound) = std::sync::mpsc::channel();
        runtime.spawn(async move {
            let mut tries = 0;
            let listener = loop {
                match tokio::net::TcpListener::bind(("127.0.0.1", port)).await {
                    Ok(listener) => break listener,
                    Err(error) if tries > 100 => panic!("{error}"),
                    Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                }
                tries += 1;
            };
            ready.send(listener.local_addr().unwrap().port()).unwrap();
            axum::serve(listener, app).await.unwrap();
        });
        let port = bound.recv().unwrap();
        Mock { url: format!("http://127.0.0.1:{port}/mcp"), port, inner, runtime: Some(runtime) }
    }
}

async fn handle(
    State(server): State<Arc<Inner>>,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    server.methods.lock().unwrap().push(method.to_string());
    let refusal = *server.refusal.lock().unwrap();
    let message = serde_json::from_slice::<Value>(&body).unwrap_or_default();
    if let Some(answer) = refusal.and_then(|refusal| refusal.answer(&message)) {
        server.seen.lock().unwrap().push(message);
        return answer;
    }
    match method {
        Method::POST => post(server, &headers, &body).await,
        Method::GET => get(server, &headers),
        Method::DELETE => {
            server.sessions.lock().unwrap().remove(session(&headers));
            StatusCode::OK.into_response()
        }
        _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    }
}

fn session(headers: &HeaderMap) -> &str {
    headers.get("mcp-session-id").and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn get(server: Arc<Inner>, headers: &HeaderMap) -> Response {
    if server.era == MockEra::Modern || server.session == Session::No {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    if !server.sessions.lock().unwrap().contains(session(headers)) {
        return StatusCode::NOT_FOUND.into_response();
    }
    if let Some(id) = headers.get("last-event-id").and_then(|id| id.to_str().ok()) {
        // Only what a test laid ready for this event can be picked up again.
        let laid = server.resume.lock().unwrap().remove(id);
        let Some(message) = laid else { return StatusCode::NOT_FOUND.into_response() };
        let body = format!("id: {id}-1\ndata: {message}\n\n");
        return ([(header::CONTENT_TYPE, "text/event-stream")], body).into_response();
    }
    let (sender, receiver) = mpsc::channel(64);
    server.streams.lock().unwrap().push(sender);
    stream(messages(receiver), None)
}

async fn post(server: Arc<Inner>, headers: &HeaderMap, body: &[u8]) -> Response {
    let Ok(message) = serde_json::from_slice::<Value>(body) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    server.seen.lock().unwrap().push(message.clone());
    server
        .headers
        .lock()
        .unwrap()
        .push(headers.iter().map(|(k, v)| (k.to_string(), v.to_str().unwrap_or("?").to_owned())).collect());
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !accept.contains("application/json") || !accept.contains("text/event-stream") {
        return StatusCode::NOT_ACCEPTABLE.into_response();
    }
    let method = message["method"].as_str().unwrap_or_default().to_owned();
    let id = message["id"].clone();
    if method.is_empty() {
        server.replies.lock().unwrap().push(message);
        return StatusCode::ACCEPTED.into_response();
    }
    match (server.era, method.as_str()) {
        (MockEra::Legacy, "initialize") => return initialize(&server, &message),
        (MockEra::Legacy, "server/discover") => return refuse_discover(&server, &id).await,
        (MockEra::Legacy, _)
            if server.session == Session::Yes
                && !server.sessions.lock().unwrap().contains(session(headers)) =>
        {
            return StatusCode::NOT_FOUND.into_response();
        }
        (MockEra::Modern, "server/discover") => return json_answer(&id, discovered()),
        (MockEra::Modern, "subscriptions/listen") => return listen(&server, &id),
        (MockEra::Modern, _) => {
            let meta = &message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
            let version = headers.get("mcp-protocol-version").and_then(|value| value.to_str().ok());
            if id.is_null() {
                return StatusCode::ACCEPTED.into_response();
            }
            if meta != "2026-07-28" || version != Some("2026-07-28") {
                return error_answer(StatusCode::BAD_REQUEST, &id, -32022, "unsupported version");
            }
            if headers.get("mcp-method").and_then(|value| value.to_str().ok()) != Some(&method) {
                return error_answer(StatusCode::BAD_REQUEST, &id, -32020, "header mismatch");
            }
        }
        _ => {}
    }
    if id.is_null() {
        return StatusCode::ACCEPTED.into_response();
    }
    match method.as_str() {
        "tools/list" => {
            let on_list = server.on_list.lock().unwrap().clone();
            let mut result = on_list(message["params"]["cursor"].as_str());
            if let Some(error) = result.get("__error") {
                return json_raw(json!({"jsonrpc": "2.0", "id": id, "error": error}));
            }
            complete(&server, &mut result);
            answer(&server, &id, result)
        }
        "tools/call" => tool_call(server, message).await,
        "ping" => json_answer(&id, json!({})),
        _ => error_answer(StatusCode::OK, &id, -32601, "method not found"),
    }
}

fn complete(server: &Inner, result: &mut Value) {
    if server.era == MockEra::Modern
        && let Some(map) = result.as_object_mut()
    {
        map.entry("resultType").or_insert(json!("complete"));
    }
}

async fn tool_call(server: Arc<Inner>, message: Value) -> Response {
    let id = message["id"].clone();
    let call = Call {
        id: id.clone(),
        tool: message["params"]["name"].as_str().unwrap_or_default().to_owned(),
        arguments: message["params"]["arguments"].clone(),
        token: message["params"]["_meta"]["progressToken"].clone(),
        params: message["params"].clone(),
        server: server.clone(),
    };
    let watch = Closed { server: server.clone(), armed: true };
    let reply = (server.on_call)(call).await;
    match reply {
        Reply::Done(mut result) => {
            watch.done();
            complete(&server, &mut result);
            answer(&server, &id, result)
        }
        Reply::Error(error) => {
            watch.done();
            json_raw(json!({"jsonrpc": "2.0", "id": id, "error": error}))
        }
        Reply::Stream(receiver) => stream(messages(receiver), Some(watch)),
        Reply::Events(receiver) => stream(receiver, Some(watch)),
        Reply::Status(status) => {
            watch.done();
            StatusCode::from_u16(status).unwrap().into_response()
        }
        Reply::Body(kind, bytes) => {
            watch.done();
            ([(header::CONTENT_TYPE, kind)], bytes).into_response()
        }
        Reply::Hang => {
            let (sender, receiver) = mpsc::channel::<String>(1);
            // An open stream without a word: the only way to see that the client went away.
            std::mem::forget(sender);
            stream(receiver, Some(watch))
        }
    }
}

/// Counts streams and calls the client gave up.
struct Closed {
    server: Arc<Inner>,
    armed: bool,
}

impl Closed {
    fn done(mut self) {
        self.armed = false;
    }
}

impl Drop for Closed {
    fn drop(&mut self) {
        if self.armed {
            self.server.closed.fetch_add(1, Ordering::SeqCst);
        }
    }
}

fn messages(mut receiver: mpsc::Receiver<Value>) -> mpsc::Receiver<String> {
    let (sender, events) = mpsc::channel(64);
    tokio::spawn(async move {
        loop {
            tokio::select! {
                message = receiver.recv() => match message {
                    Some(message) if sender.send(format!("data: {message}\n\n")).await.is_ok() => {}
                    _ => return,
                },
                () = sender.closed() => return,
            }
        }
    });
    events
}

fn stream(mut receiver: mpsc::Receiver<String>, mut watch: Option<Closed>) -> Response {
    let mut greeted = false;
    let events = futures_util::stream::poll_fn(move |context| {
        // A comment first: the headers go out, and a dead peer is noticed.
        if !greeted {
            greeted = true;
            return std::task::Poll::Ready(Some(Ok::<_, Infallible>(Bytes::from_static(b": hello\n\n"))));
        }
        let event = receiver.poll_recv(context);
        if matches!(event, std::task::Poll::Ready(None))
            && let Some(watch) = watch.take()
        {
            watch.done();
        }
        event.map(|event| event.map(|event| Ok(Bytes::from(event))))
    });
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(events)).into_response()
}

fn initialize(server: &Inner, message: &Value) -> Response {
    let result = json!({
        "protocolVersion": message["params"]["protocolVersion"],
        "capabilities": {"tools": {"listChanged": true}},
        "serverInfo": {"name": "mock", "version": "1"},
        "instructions": "be kind",
    });
    let mut response = json_answer(&message["id"], result);
    if server.session == Session::Yes {
        let id = format!("s{}-{}", std::process::id(), server.counter.fetch_add(1, Ordering::SeqCst));
        response.headers_mut().insert("mcp-session-id", id.parse().unwrap());
        server.sessions.lock().unwrap().insert(id);
    }
    response
}

async fn refuse_discover(server: &Inner, id: &Value) -> Response {
    match server.discover {
        Discover::Status => error_answer(StatusCode::BAD_REQUEST, id, -32000, "no session"),
        Discover::Error => error_answer(StatusCode::OK, id, -32601, "method not found"),
        Discover::Empty => json_answer(id, json!({})),
        Discover::Page => (StatusCode::NOT_FOUND, "<html>not here</html>").into_response(),
        Discover::Broken => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Discover::Silent => std::future::pending().await,
    }
}

fn discovered() -> Value {
    json!({
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {"listChanged": true}},
        "resultType": "complete", "ttlMs": 60000, "cacheScope": "private",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "mock", "version": "1"}},
    })
}

fn listen(server: &Inner, id: &Value) -> Response {
    let (sender, mut receiver) = mpsc::channel::<Value>(64);
    let (tagged, tagged_receiver) = mpsc::channel::<Value>(64);
    let tag = json!({"io.modelcontextprotocol/subscriptionId": id});
    server.streams.lock().unwrap().push(sender);
    tokio::spawn(async move {
        let ack = json!({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
                         "params": {"notifications": {"toolsListChanged": true}, "_meta": tag}});
        let _ = tagged.send(ack).await;
        loop {
            tokio::select! {
                message = receiver.recv() => {
                    let Some(mut message) = message else { return };
                    message["params"]["_meta"] = tag.clone();
                    if tagged.send(message).await.is_err() { return }
                }
                () = tagged.closed() => return,
            }
        }
    });
    stream(messages(tagged_receiver), None)
}

fn answer(server: &Inner, id: &Value, result: Value) -> Response {
    if !server.events {
        return json_answer(id, result);
    }
    let message = json!({"jsonrpc": "2.0", "id": id, "result": result});
    let body = format!("event: message\ndata: {message}\n\n");
    ([(header::CONTENT_TYPE, "text/event-stream")], body).into_response()
}

fn json_answer(id: &Value, result: Value) -> Response {
    json_raw(json!({"jsonrpc": "2.0", "id": id, "result": result}))
}

fn json_raw(message: Value) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], message.to_string()).into_response()
}

fn error_answer(status: StatusCode, id: &Value, code: i64, message: &str) -> Response {
    let error = json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}});
    (status, [(header::CONTENT_TYPE, "application/json")], error.to_string()).into_response()
}
