//! The transport's HTTP backend: rmcp's own, with its errors stripped and its blind spots noted.
//!
//! Three things the transport drops are kept for the layer above: that an event was over the limit (it only
//! says "stream closed"), that a session had to be made anew (the tool list may be another one), and that the
//! standing event stream cannot be had any more (the server is gone, though no call noticed yet).

use std::{collections::HashMap, sync::Arc};

use futures_util::{StreamExt as _, stream::BoxStream};
use http::{HeaderName, HeaderValue};
use rmcp::{
    model::{ClientJsonRpcMessage, ClientRequest, JsonRpcMessage, RequestId, ServerJsonRpcMessage},
    transport::streamable_http_client::{
        SseError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
        StreamableHttpResponseLimits,
    },
};
use serde_json::{Value, json};
use sse_stream::Sse;

use super::{
    fault::{HttpFault, stripped},
    post::Post,
    tools,
};
use crate::faults::Faults;

/// Events up to this size are looked into: a broken answer would otherwise be skipped and its call wait.
const LOOK_INTO: usize = 256 * 1024;

pub(super) type Headers = HashMap<HeaderName, HeaderValue>;
pub(super) type Events = BoxStream<'static, Result<Sse, SseError>>;
pub(super) type Outcome<T> = Result<T, StreamableHttpError<HttpFault>>;

/// One server's HTTP side.
#[derive(Clone)]
pub(crate) struct Backend {
    client: reqwest::Client,
    faults: Arc<Faults>,
}

impl Backend {
    pub(super) fn new(client: reqwest::Client, faults: Arc<Faults>) -> Self {
        Self { client, faults }
    }

    fn watched(&self, events: Events, request: Option<RequestId>, lists: bool) -> Events {
        let faults = self.faults.clone();
        events
            .map(move |event| match event {
                Ok(event) if lists => Ok(listed(event, &faults)),
                Ok(event) => Ok(mended(event, request.as_ref())),
                Err(error) => {
                    // not prose: how the library words it
                    if error.to_string().contains("exceeded the maximum size") {
                        faults.note_too_large(request.clone());
                    }
                    // The original text may hold an address.
                    Err(SseError::Body(Box::new(HttpFault::Other)))
                }
            })
            .boxed()
    }
}

/// A page of tools, made readable.
fn listed(mut event: Sse, faults: &Faults) -> Sse {
    if let Some(data) = event.data.as_deref()
        && let Ok(message) = serde_json::from_str::<ServerJsonRpcMessage>(data)
        && let Ok(text) = serde_json::to_string(&tools::readable(message, faults))
    {
        event.data = Some(text);
    }
    event
}

/// An answer that is no JSON-RPC message becomes a JSON-RPC error, so that its call ends.
fn mended(mut event: Sse, request: Option<&RequestId>) -> Sse {
    let Some(data) = event.data.as_deref().filter(|data| data.len() <= LOOK_INTO) else {
        return event;
    };
    if serde_json::from_str::<ServerJsonRpcMessage>(data).is_ok() {
        return event;
    }
    let Ok(value) = serde_json::from_str::<Value>(data) else {
        return event;
    };
    let is_answer = value.get("method").is_none()
        && request.is_some()
        && value.get("id") == serde_json::to_value(request).ok().as_ref();
    if is_answer {
        let error = json!({"jsonrpc": "2.0", "id": value["id"], "error": Faults::not_json_rpc()});
        event.data = Some(error.to_string());
    }
    event
}

fn request_id(message: &ClientJsonRpcMessage) -> Option<RequestId> {
    match message {
        JsonRpcMessage::Request(request) => Some(request.id.clone()),
        _ => None,
    }
}

impl StreamableHttpClient for Backend {
    type Error = HttpFault;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        auth_header: Option<String>,
        custom_headers: Headers,
    ) -> Outcome<StreamableHttpPostResponse> {
        let limits = StreamableHttpResponseLimits::default();
        self.post_message_with_response_limits(uri, message, session_id, auth_header, custom_headers, limits)
            .await
    }

    async fn post_message_with_response_limits(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        auth_header: Option<String>,
        custom_headers: Headers,
        limits: StreamableHttpResponseLimits,
    ) -> Outcome<StreamableHttpPostResponse> {
        let request = request_id(&message);
        let lists = matches!(&message, JsonRpcMessage::Request(message)
            if matches!(message.request, ClientRequest::ListToolsRequest(_)));
        if let JsonRpcMessage::Request(message) = &message
            && matches!(message.request, ClientRequest::InitializeRequest(_))
        {
            self.faults.note_handshake();
        }
        let calls = matches!(&message, JsonRpcMessage::Request(message)
            if matches!(message.request, ClientRequest::CallToolRequest(_)));
        if let Some(request) = request.clone().filter(|_| calls) {
            let incoming = Arc::clone(&self.faults.incoming);
            let (session, auth, headers) = (session_id, auth_header, custom_headers);
            let post =
                Post { uri, message, session, auth, headers, limits, request: request.clone(), incoming };
            return Ok(match post.send(&self.client).await? {
                StreamableHttpPostResponse::Sse(events, session) => {
                    StreamableHttpPostResponse::Sse(self.watched(events, Some(request), false), session)
                }
                other => other,
            });
        }
        let answer = self
            .client
            .post_message_with_response_limits(uri, message, session_id, auth_header, custom_headers, limits)
            .await;
        match answer {
            Ok(StreamableHttpPostResponse::Sse(events, session)) => {
                Ok(StreamableHttpPostResponse::Sse(self.watched(events, request, lists), session))
            }
            Ok(StreamableHttpPostResponse::Json(message, session)) if lists => {
                Ok(StreamableHttpPostResponse::Json(tools::readable(message, &self.faults), session))
            }
            Ok(other) => Ok(other),
            Err(error) => Err(stripped(error)),
        }
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        auth_header: Option<String>,
        custom_headers: Headers,
    ) -> Outcome<()> {
        self.client.delete_session(uri, session_id, auth_header, custom_headers).await.map_err(stripped)
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        auth_header: Option<String>,
        custom_headers: Headers,
    ) -> Outcome<Events> {
        let limit = StreamableHttpResponseLimits::default().max_sse_event_size;
        self.get_stream_with_max_sse_event_size(
            uri,
            session_id,
            last_event_id,
            auth_header,
            custom_headers,
            limit,
        )
        .await
    }

    async fn get_stream_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        auth_header: Option<String>,
        custom_headers: Headers,
        max_sse_event_size: usize,
    ) -> Outcome<Events> {
        let answer = self
            .client
            .get_stream_with_max_sse_event_size(
                uri,
                session_id,
                last_event_id,
                auth_header,
                custom_headers,
                max_sse_event_size,
            )
            .await
            .map_err(stripped);
        match answer {
            Ok(events) => Ok(self.watched(events, None, false)),
            Err(error) => {
                if matches!(error, StreamableHttpError::Client(HttpFault::Unreachable(_))) {
                    self.faults.note_stream_down();
                }
                Err(error)
            }
        }
    }
}
