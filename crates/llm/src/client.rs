//! The one file that speaks HTTP to models.
//!
//! Owns limits, tries and cancelling of a call. It must never judge what a body means (that is the wires'
//! and `fault.rs`'s), and nothing it returns may hold a key.
//!
//! Invariant: a call that has shown output is never sent a second time.

use crate::{
    Backend, Delta, Endpoint, ErrorCode, LlmError, ModelInfo, Reply, Secret, Sink,
    canonical::{Request, Usage},
    capabilities::{Question, path_segment},
    fault::{Fault, seconds},
    limits::Limits,
    mask, named, retry,
    wire::{Auth, carries_images},
};
use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use futures_util::FutureExt;
use reqwest::{
    Client, Method, Response, Url,
    header::{CONTENT_TYPE, DATE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER},
    redirect,
};
use std::{error::Error, net::IpAddr, time::Duration};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

/// Connections to servers, shared by all backends of an app. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Transport {
    near: Client,
    far: Client,
    limits: Limits,
}

/// A model at an endpoint.
#[derive(Clone, Debug)]
pub struct HttpBackend {
    transport: Transport,
    endpoint: Endpoint,
}

/// An attempt that failed, and whether the server said that another is useless.
struct Failure {
    error: LlmError,
    told_not_to: bool,
}

impl From<LlmError> for Failure {
    fn from(error: LlmError) -> Self {
        Self { error, told_not_to: false }
    }
}

impl Transport {
    /// Clients for servers on this machine, which no proxy serves, and for all others, which the system
    /// proxy serves. Neither follows redirects: a key goes to the origin it was entered for.
    ///
    /// # Errors
    /// [`ErrorCode::Unreachable`] if TLS cannot be set up.
    pub fn new(limits: Limits) -> Result<Self, LlmError> {
        // Another part of the process may have been first; any provider will do.
        drop(rustls::crypto::ring::default_provider().install_default());
        let builder = || {
            Client::builder()
                .connect_timeout(limits.connect)
                .redirect(redirect::Policy::none())
                .retry(reqwest::retry::never())
                .tcp_keepalive(Duration::from_secs(30))
                .user_agent(concat!("fuseforks/", env!("CARGO_PKG_VERSION")))
        };
        let build = |builder: reqwest::ClientBuilder| {
            builder.build().map_err(|error| network(&error, ErrorCode::Unreachable, None))
        };
        Ok(Self { near: build(builder().no_proxy())?, far: build(builder())?, limits })
    }

    /// What a server says about its models, in its order.
    ///
    /// # Errors
    /// As a call, without tries.
    pub async fn list_models(
        &self,
        endpoint: &Endpoint,
        cancel: &CancellationToken,
    ) -> Result<Vec<ModelInfo>, LlmError> {
        self.ask(endpoint, None, cancel).await
    }

    /// What a server says about one model; an [`ModelInfo`] without facts if it does not say.
    ///
    /// # Errors
    /// As a call, without tries.
    pub async fn capabilities(
        &self,
        endpoint: &Endpoint,
        model: &str,
        cancel: &CancellationToken,
    ) -> Result<ModelInfo, LlmError> {
        let models = self.ask(endpoint, Some(model), cancel).await?;
        let found = models.into_iter().find(|info| info.id == model || info.id.is_empty());
        Ok(ModelInfo { id: model.to_owned(), ..found.unwrap_or_default() })
    }

    async fn ask(
        &self,
        endpoint: &Endpoint,
        model: Option<&str>,
        cancel: &CancellationToken,
    ) -> Result<Vec<ModelInfo>, LlmError> {
        let base = base_url(endpoint)?;
        let path = base.path().trim_end_matches('/').to_owned();
        let questions = endpoint.wire.codec().questions(&path, model, &endpoint.options, is_loopback(&base));
        let mut result = Err(LlmError::new(ErrorCode::NotFound));
        for question in questions {
            result = self.ask_one(endpoint, &base, &question, cancel).await;
            match &result {
                Ok(models) if !models.is_empty() => break,
                Err(LlmError { code: ErrorCode::Cancelled | ErrorCode::Unreachable, .. }) => break,
                _ => {}
            }
        }
        result
    }

    async fn ask_one(
        &self,
        endpoint: &Endpoint,
        base: &Url,
        question: &Question,
        cancel: &CancellationToken,
    ) -> Result<Vec<ModelInfo>, LlmError> {
        let (path, query) = match question.target.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (question.target.as_str(), None),
        };
        let url = at(base, path, query);
        let method = if question.body.is_some() { Method::POST } else { Method::GET };
        let mut request = self.client(&url).request(method, url).headers(headers(endpoint)?);
        if let Some(body) = &question.body {
            request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
        }
        let key = endpoint.key.as_ref();
        let answer = async {
            let response = request.send().await.map_err(|e| network(&e, ErrorCode::ConnectionLost, key))?;
            let status = response.status();
            let facts = Facts::of(response.headers(), key);
            // A list of a thousand models with all their facts stays under this.
            let body = read_at_most(response, 8 << 20).await;
            if !status.is_success() {
                let error = Fault::read(&body).into_error(Some(status.as_u16()), false, key);
                return Err(facts.complete(error));
            }
            let value = serde_json::from_slice(&body).ok();
            value.as_ref().and_then(question.read).ok_or_else(|| LlmError::new(ErrorCode::Malformed))
        };
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err(LlmError::new(ErrorCode::Cancelled)),
            answer = timeout(self.limits.question, answer) => {
                answer.unwrap_or_else(|_| Err(LlmError::new(ErrorCode::Timeout)))
            }
        }
    }

    fn client(&self, url: &Url) -> &Client {
        if is_loopback(url) { &self.near } else { &self.far }
    }
}

impl HttpBackend {
    /// A backend with connections of its own.
    ///
    /// # Errors
    /// As [`Transport::new`].
    pub fn new(endpoint: Endpoint, limits: Limits) -> Result<Self, LlmError> {
        Ok(Self::over(Transport::new(limits)?, endpoint))
    }

    /// A backend over shared connections.
    #[must_use]
    pub fn over(transport: Transport, endpoint: Endpoint) -> Self {
        Self { transport, endpoint }
    }

    /// Where it sends to.
    #[must_use]
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    fn key(&self) -> Option<&Secret> {
        self.endpoint.key.as_ref()
    }

    /// One request and its answer.
    async fn attempt(
        &self,
        prepared: &Prepared,
        request: &Request,
        out: &mut Counted<'_>,
    ) -> Result<Reply, Failure> {
        let limits = &self.transport.limits;
        let start = Instant::now();
        let end = start + limits.answer;
        let near = is_loopback(&prepared.url);
        let patience = if near { limits.first_byte_loopback } else { limits.first_byte };
        let first_byte = end.min(start + patience);
        let sending = self
            .transport
            .client(&prepared.url)
            .post(prepared.url.clone())
            .headers(prepared.headers.clone())
            .body(prepared.body.clone())
            .send();
        let response = match timeout_at(first_byte, sending).await {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => return Err(network(&error, ErrorCode::ConnectionLost, self.key()).into()),
            Err(_) => return Err(LlmError::new(ErrorCode::Timeout).into()),
        };
        let facts = Facts::of(response.headers(), self.key());
        let status = response.status();
        if !status.is_success() {
            let body = timeout(limits.question, read_at_most(response, limits.error_bytes)).await;
            let fault = Fault::read(&body.unwrap_or_default());
            let tool = named::tool(&fault.raw, &request.tools).filter(|_| status.is_client_error());
            let mut error = fault.into_error(Some(status.as_u16()), carries_images(request), self.key());
            if let Some(tool) = tool.filter(|tool| !error.excerpt.contains(tool)) {
                error.excerpt.insert_str(0, &format!("{tool}: "));
            }
            return Err(Failure { told_not_to: facts.told_not_to, error: facts.complete(error) });
        }
        let reply = self.stream(response, request, first_byte, end, out).await;
        match reply {
            Ok(reply) => Ok(Reply { request_id: reply.request_id.or(facts.request_id), ..reply }),
            Err(error) => Err(facts.complete(error).into()),
        }
    }

    async fn stream(
        &self,
        mut response: Response,
        request: &Request,
        first_byte: Instant,
        end: Instant,
        out: &mut Counted<'_>,
    ) -> Result<Reply, LlmError> {
        let limits = &self.transport.limits;
        let mut decoder = self.endpoint.wire.decoder(request, limits.event_bytes);
        let mut deadline = first_byte;
        let mut bytes = 0;
        loop {
            let piece = tokio::select! {
                biased;
                () = out.cancel.cancelled() => {
                    return Err(decoder.with_partial(LlmError::new(ErrorCode::Cancelled)));
                }
                piece = timeout_at(deadline, response.chunk()) => piece,
            };
            match piece {
                Err(_) => return Err(decoder.with_partial(LlmError::new(ErrorCode::Timeout))),
                Ok(Err(error)) => {
                    let error = network(&error, ErrorCode::ConnectionLost, self.key());
                    return Err(decoder.with_partial(error));
                }
                Ok(Ok(None)) => return decoder.finish(out).map_err(|error| self.masked(error)),
                Ok(Ok(Some(piece))) => {
                    bytes += piece.len();
                    if bytes > limits.answer_bytes {
                        return Err(decoder.with_partial(LlmError::new(ErrorCode::TooLarge)));
                    }
                    decoder.feed(&piece, out).map_err(|error| self.masked(error))?;
                }
            }
            if decoder.ended() {
                // What is already there is read, so that the connection can serve the next round; a
                // server that keeps it open is not waited for.
                while let Some(Ok(Some(_))) = response.chunk().now_or_never() {}
                return decoder.finish(out).map_err(|error| self.masked(error));
            }
            deadline = end.min(Instant::now() + limits.silence);
        }
    }

    /// Decoders do not know the key.
    fn masked(&self, mut error: LlmError) -> LlmError {
        error.excerpt = mask::excerpt(&error.excerpt, self.key());
        error.vendor_code = error.vendor_code.and_then(|code| mask::token(&code, self.key()));
        error.request_id = error.request_id.and_then(|id| mask::token(&id, self.key()));
        error
    }

    /// Makes the JPEGs that the wire needs, off the async threads: decoding blocks.
    async fn make_jpegs(&self, request: &Request, cancel: &CancellationToken) {
        let Endpoint { wire, options, .. } = &self.endpoint;
        let images = wire.jpegs_to_make(request, options);
        if images.is_empty() {
            return;
        }
        let (jpegs, cancel) = (options.jpegs.clone(), cancel.clone());
        let making = tokio::task::spawn_blocking(move || jpegs.make(images, &|| cancel.is_cancelled()));
        // After a panic the images go as they are.
        drop(making.await);
    }

    fn prepare(&self, request: &Request) -> Result<Prepared, LlmError> {
        let Endpoint { wire, options, .. } = &self.endpoint;
        let codec = wire.codec();
        let base = base_url(&self.endpoint)?;
        let path = codec.path(base.path().trim_end_matches('/'), &path_segment(&request.model), options);
        let url = at(&base, &path, codec.query());
        let mut headers = headers(&self.endpoint)?;
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some((name, value)) = codec.request_header(request, options)
            && let Ok(value) = HeaderValue::from_str(&value)
        {
            headers.insert(HeaderName::from_static(name), value);
        }
        Ok(Prepared { url, headers, body: codec.encode(request, options)?.into() })
    }
}

/// What every attempt of a call sends.
struct Prepared {
    url: Url,
    headers: HeaderMap,
    body: Bytes,
}

#[async_trait]
impl Backend for HttpBackend {
    fn wire(&self) -> &'static str {
        self.endpoint.wire.id()
    }

    async fn call(
        &self,
        request: &Request,
        sink: &mut dyn Sink,
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError> {
        if cancel.is_cancelled() {
            return Err(LlmError { attempts: 0, ..LlmError::new(ErrorCode::Cancelled) });
        }
        self.make_jpegs(request, cancel).await;
        if cancel.is_cancelled() {
            return Err(LlmError { attempts: 0, ..LlmError::new(ErrorCode::Cancelled) });
        }
        let prepared = self.prepare(request).map_err(|error| LlmError { attempts: 0, ..error })?;
        let mut out = Counted { inner: sink, delivered: false, cancel };
        // What failed attempts cost is paid as well.
        let mut spent = Usage::default();
        let mut tries = 0;
        loop {
            tries += 1;
            let result = tokio::select! {
                biased;
                result = self.attempt(&prepared, request, &mut out) => result,
                () = cancel.cancelled() => Err(LlmError::new(ErrorCode::Cancelled).into()),
            };
            let failure = match result {
                Ok(mut reply) => {
                    reply.usage += spent;
                    return Ok(reply);
                }
                Err(failure) => failure,
            };
            let mut error = failure.error;
            error.attempts = tries;
            let attempt = retry::Attempt {
                error: &error,
                tries,
                delivered: out.delivered,
                told_not_to: failure.told_not_to,
                jitter: rand::random(),
            };
            let pause = retry::wait(&attempt, &self.transport.limits.retry);
            let Some(pause) = pause.filter(|_| !cancel.is_cancelled()) else {
                if spent.reported {
                    error.partial.get_or_insert_default().usage += spent;
                }
                return Err(error);
            };
            if let Some(partial) = &error.partial {
                spent += partial.usage;
            }
            tokio::select! {
                biased;
                () = cancel.cancelled() => {
                    return Err(LlmError { attempts: tries, partial: error.partial, ..LlmError::new(ErrorCode::Cancelled) });
                }
                () = sleep(pause) => {}
            }
        }
    }
}

/// A sink that knows whether anything went through it.
struct Counted<'a> {
    inner: &'a mut dyn Sink,
    delivered: bool,
    cancel: &'a CancellationToken,
}

impl Sink for Counted<'_> {
    fn delta(&mut self, delta: Delta) {
        self.delivered = true;
        self.inner.delta(delta);
    }
}

/// What the headers of an answer say beside its body.
struct Facts {
    retry_after: Option<Duration>,
    request_id: Option<String>,
    told_not_to: bool,
}

impl Facts {
    fn of(headers: &HeaderMap, key: Option<&Secret>) -> Self {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let milliseconds = text("retry-after-ms").and_then(seconds).map(|ms| ms / 1000);
        Self {
            retry_after: milliseconds.or_else(|| retry_after(headers)),
            request_id: ["request-id", "x-request-id"]
                .iter()
                .find_map(|name| text(name))
                .and_then(|id| mask::token(id, key)),
            told_not_to: text("x-should-retry") == Some("false"),
        }
    }

    fn complete(self, mut error: LlmError) -> LlmError {
        error.retry_after = self.retry_after.or(error.retry_after);
        error.request_id = self.request_id.or(error.request_id);
        error
    }
}

/// `Retry-After` in seconds, or as a date measured against the server's own clock (RFC 9110, 10.2.3).
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?;
    seconds(text).or_else(|| {
        let then = crate::httpdate::seconds(text)?;
        let now = crate::httpdate::seconds(headers.get(DATE)?.to_str().ok()?)?;
        Some(Duration::from_secs(then.saturating_sub(now)))
    })
}

/// The base URL, checked.
fn base_url(endpoint: &Endpoint) -> Result<Url, LlmError> {
    let url = Url::parse(endpoint.base_url.trim()).ok();
    url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        .ok_or_else(|| LlmError { attempts: 0, ..LlmError::new(ErrorCode::NotFound) })
}

/// The URL of a path on the server of `base`. The person's own query stays.
fn at(base: &Url, path: &str, query: Option<&str>) -> Url {
    let mut url = base.clone();
    url.set_path(path);
    url.set_fragment(None);
    if let Some(query) = query {
        let joined = base.query().map_or_else(|| query.to_owned(), |own| format!("{own}&{query}"));
        url.set_query(Some(&joined));
    }
    url
}

/// The fixed headers of a wire, and the key.
fn headers(endpoint: &Endpoint) -> Result<HeaderMap, LlmError> {
    let codec = endpoint.wire.codec();
    let mut headers = HeaderMap::new();
    for (name, value) in codec.headers() {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if let Some(key) = &endpoint.key {
        let bad = |_| LlmError { attempts: 0, ..LlmError::new(ErrorCode::Key) };
        key.check().map_err(bad)?;
        let (name, text) = match codec.auth() {
            Auth::Bearer => ("authorization", zeroize::Zeroizing::new(format!("Bearer {}", key.expose()))),
            Auth::Header(name) => (name, zeroize::Zeroizing::new(key.expose().to_owned())),
        };
        let mut value = HeaderValue::from_str(&text)
            .map_err(|_| LlmError { attempts: 0, ..LlmError::new(ErrorCode::Key) })?;
        value.set_sensitive(true);
        headers.insert(HeaderName::from_static(name), value);
    }
    Ok(headers)
}

/// Whether a URL names this machine.
#[must_use]
pub fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || host.to_ascii_lowercase().ends_with(".localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

/// A failure below HTTP. The URL is left out: it may hold a token.
fn network(error: &reqwest::Error, otherwise: ErrorCode, key: Option<&Secret>) -> LlmError {
    let code = match error {
        e if e.is_connect() => ErrorCode::Unreachable,
        e if e.is_builder() => ErrorCode::InvalidRequest,
        e if e.is_timeout() => ErrorCode::Timeout,
        _ => otherwise,
    };
    let mut words = String::new();
    let mut cause = error.source();
    while let Some(inner) = cause {
        if !words.is_empty() {
            words.push_str(": ");
        }
        words.push_str(&inner.to_string());
        cause = inner.source();
    }
    LlmError { excerpt: mask::excerpt(&words, key), ..LlmError::new(code) }
}

/// The beginning of a body; what breaks it off is of no interest.
async fn read_at_most(mut response: Response, most: usize) -> BytesMut {
    let mut body = BytesMut::new();
    while let Ok(Some(piece)) = response.chunk().await {
        body.extend_from_slice(&piece[..piece.len().min(most - body.len())]);
        if body.len() >= most {
            break;
        }
    }
    body
}

/// As [`Transport::list_models`], with connections of its own.
///
/// # Errors
/// As there.
pub async fn list_models(
    endpoint: &Endpoint,
    limits: Limits,
    cancel: &CancellationToken,
) -> Result<Vec<ModelInfo>, LlmError> {
    Transport::new(limits)?.list_models(endpoint, cancel).await
}

/// As [`Transport::capabilities`], with connections of its own.
///
/// # Errors
/// As there.
pub async fn capabilities(
    endpoint: &Endpoint,
    model: &str,
    limits: Limits,
    cancel: &CancellationToken,
) -> Result<ModelInfo, LlmError> {
    Transport::new(limits)?.capabilities(endpoint, model, cancel).await
}
