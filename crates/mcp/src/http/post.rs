//! The POST of a tool call, read here and not by the transport's own client: only so can the answer wait in the
//! network until it has a place (see [`crate::intake`]).
//!
//! What an answer means is the transport's business, as for every other message; this file gives it the same
//! facts in the same form. Addresses and bodies stay out of every error.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

use futures_util::{StreamExt as _, TryStreamExt as _};
use http::{HeaderMap, StatusCode, header};
use reqwest::Response;
use rmcp::{
    model::{ClientJsonRpcMessage, JsonRpcMessage, RequestId, ServerJsonRpcMessage},
    transport::streamable_http_client::{
        AuthRequiredError, HttpStatusError, InsufficientScopeError, StreamableHttpError,
        StreamableHttpPostResponse, StreamableHttpResponseLimits,
    },
};
use sse_stream::SseStream;

use super::{
    backend::{Events, Headers, Outcome},
    fault::HttpFault,
};
use crate::intake::Incoming;

const SESSION: &str = "mcp-session-id";

/// One tool call on its way out, and who waits for it.
pub(super) struct Post {
    pub(super) uri: Arc<str>,
    pub(super) message: ClientJsonRpcMessage,
    pub(super) session: Option<Arc<str>>,
    pub(super) auth: Option<String>,
    pub(super) headers: Headers,
    pub(super) limits: StreamableHttpResponseLimits,
    pub(super) request: RequestId,
    pub(super) incoming: Arc<Incoming>,
}

fn client(error: reqwest::Error) -> StreamableHttpError<HttpFault> {
    StreamableHttpError::Client(HttpFault::of(&error))
}

fn text(headers: &HeaderMap, name: impl header::AsHeaderName) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

fn is(headers: &HeaderMap, wanted: &str) -> bool {
    let kind = text(headers, header::CONTENT_TYPE).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(wanted)
}

impl Post {
    /// Sends it and reads what the answer begins with, or all of it.
    pub(super) async fn send(self, http: &reqwest::Client) -> Outcome<StreamableHttpPostResponse> {
        let mut request = http
            .post(self.uri.as_ref())
            .header(header::ACCEPT, "text/event-stream, application/json")
            .headers(self.headers.iter().map(|(name, value)| (name.clone(), value.clone())).collect());
        if let Some(auth) = &self.auth {
            request = request.bearer_auth(auth);
        }
        if let Some(session) = &self.session {
            request = request.header(SESSION, session.as_ref());
        }
        let response = request.json(&self.message).send().await.map_err(client)?;
        let status = response.status();
        if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        if !status.is_success() {
            return self.refused(response).await;
        }
        let session = text(response.headers(), SESSION);
        if is(response.headers(), "text/event-stream") {
            return Ok(StreamableHttpPostResponse::Sse(self.events(response), session));
        }
        if !is(response.headers(), "application/json") {
            return Err(StreamableHttpError::Client(HttpFault::ContentType));
        }
        let body = self.body(response).await?;
        let message = serde_json::from_slice::<ServerJsonRpcMessage>(&body)
            .map_err(|_| StreamableHttpError::Client(HttpFault::NotJsonRpc))?;
        Ok(StreamableHttpPostResponse::Json(message, session))
    }

    /// A whole body within the limit.
    async fn body(&self, response: Response) -> Outcome<Vec<u8>> {
        let max_size = self.limits.max_json_response_size;
        let too_large = || StreamableHttpError::ResponseBodyTooLarge { max_size };
        if response.content_length().is_some_and(|length| length > max_size as u64) {
            return Err(too_large());
        }
        let mut stream = response.bytes_stream();
        let mut body = Vec::new();
        while let Some(chunk) = stream.try_next().await.map_err(client)? {
            if chunk.len() > max_size - body.len() {
                return Err(too_large());
            }
            body.extend_from_slice(&chunk);
            self.incoming.came(&self.request, body.len()).await;
        }
        Ok(body)
    }

    /// Events within the limit.
    fn events(self, response: Response) -> Events {
        let max_size = self.limits.max_sse_event_size;
        let size = Arc::new(Mutex::new(EventSize::default()));
        let post = Arc::new(self);
        let bytes = response.bytes_stream().then(move |chunk| {
            let (post, size) = (Arc::clone(&post), Arc::clone(&size));
            async move {
                let chunk = chunk.map_err(|_| io::Error::other("broken"))?;
                let now = size.lock().unwrap_or_else(PoisonError::into_inner).add(&chunk);
                if now > max_size {
                    // not prose: the words by which the backend knows it
                    return Err(io::Error::other("exceeded the maximum size"));
                }
                post.incoming.came(&post.request, now).await;
                Ok(chunk)
            }
        });
        // Nothing is read after an error.
        let bytes = bytes.scan(false, |failed, chunk| {
            let go_on = !*failed;
            *failed |= chunk.is_err();
            std::future::ready(go_on.then_some(chunk))
        });
        SseStream::from_bytes_stream(bytes).boxed()
    }

    /// An answer that is none: the sign-in that is asked for, the protocol's own error, or the status alone.
    async fn refused(&self, response: Response) -> Outcome<StreamableHttpPostResponse> {
        let (status, headers) = (response.status(), response.headers().clone());
        let challenge = text(&headers, header::WWW_AUTHENTICATE);
        match (status, challenge) {
            (StatusCode::UNAUTHORIZED, Some(challenge)) => {
                return Err(StreamableHttpError::AuthRequired(AuthRequiredError::new(challenge)));
            }
            (StatusCode::FORBIDDEN, Some(challenge)) => {
                let error = InsufficientScopeError::new(challenge, None);
                return Err(StreamableHttpError::InsufficientScope(error));
            }
            (StatusCode::NOT_FOUND, _) if self.session.is_some() => {
                return Err(StreamableHttpError::SessionExpired);
            }
            _ => {}
        }
        let signs_in = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        if is(&headers, "application/json") && !signs_in && status != StatusCode::TOO_MANY_REQUESTS {
            let body = self.body(response).await.unwrap_or_default();
            if let Ok(error @ JsonRpcMessage::Error(_)) =
                serde_json::from_slice::<ServerJsonRpcMessage>(&body)
            {
                return Ok(StreamableHttpPostResponse::Json(error, text(&headers, SESSION)));
            }
        }
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            let retry_after = text(&headers, header::RETRY_AFTER);
            return Err(HttpStatusError::new(status.as_u16(), retry_after).into());
        }
        Err(StreamableHttpError::Client(HttpFault::Status(status.as_u16())))
    }
}

/// Bytes of the event that is coming in.
#[derive(Default)]
struct EventSize {
    size: usize,
    ends_with_break: bool,
}

impl EventSize {
    /// Adds a piece; an empty line ends an event.
    fn add(&mut self, piece: &[u8]) -> usize {
        for &byte in piece {
            match byte {
                b'\r' => {}
                b'\n' if self.ends_with_break => self.size = 0,
                b'\n' => self.ends_with_break = true,
                _ => {
                    self.ends_with_break = false;
                    self.size += 1;
                }
            }
        }
        self.size
    }
}

#[cfg(test)]
mod tests {
    use super::EventSize;

    #[test]
    fn an_event_is_as_large_as_what_came_since_the_last_empty_line() {
        let mut size = EventSize::default();
        assert_eq!(size.add(b"data: 12"), 8);
        assert_eq!(size.add(b"34\n"), 10);
        assert_eq!(size.add(b"\n"), 0, "also across pieces");
        assert_eq!(size.add(b": a comment\r\n\r\n"), 0);
        assert_eq!(size.add(b"event: message\r\ndata: x\r\n"), 21);
        assert_eq!(size.add(b"\r\ndata"), 4);
    }
}
