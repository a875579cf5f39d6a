//! Streamable HTTP: the client, the transport's backend, and the test for the old SSE transport.

mod backend;
mod client;
mod fault;
mod post;
mod probe;
mod tools;

use std::{collections::HashMap, sync::Arc, time::Duration};

use http::{HeaderName, HeaderValue};
use rmcp::transport::{
    common::client_side_sse::SseRetryPolicy,
    streamable_http_client::{StreamableHttpClientTransportConfig, StreamableHttpClientWorker},
};

pub(crate) use backend::Backend;
pub(crate) use fault::{HttpFault, connect_error};
pub(crate) use probe::speaks_old_sse;

use crate::{
    error::{BadField, ConnectError},
    faults::Faults,
    limits::Limits,
};

/// Headers that belong to the protocol; a pasted config may name them, the transport sets them.
const RESERVED: [&str; 7] = [
    "accept",
    "content-type",
    "content-length",
    "host",
    "mcp-session-id",
    "mcp-protocol-version",
    "last-event-id",
];
/// Bytes kept of an error page; only its status is used.
const ERROR_PAGE: usize = 16 * 1024;
/// POSTs at once. A server that answers with plain JSON holds one until its tool is done.
const POSTS: usize = 64;

/// A server's address and headers, checked.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) url: url::Url,
    pub(crate) headers: HashMap<HeaderName, HeaderValue>,
    pub(crate) client: reqwest::Client,
}

impl Target {
    pub(crate) fn new(
        url: &str,
        headers: &std::collections::BTreeMap<String, String>,
        limits: &Limits,
    ) -> Result<Self, ConnectError> {
        let bad = |field| ConnectError::BadConfig { field };
        let url = url::Url::parse(url.trim()).map_err(|_| bad(BadField::Url))?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(bad(BadField::Url));
        }
        let mut checked = HashMap::new();
        for (name, value) in headers {
            let wrong = || bad(BadField::Header(crate::clean::line(name, 80)));
            let header = HeaderName::try_from(name.as_str()).map_err(|_| wrong())?;
            if RESERVED.contains(&header.as_str()) {
                continue;
            }
            let mut value = HeaderValue::try_from(value.as_str()).map_err(|_| wrong())?;
            value.set_sensitive(true);
            checked.insert(header, value);
        }
        let client = client::build(&url, limits).map_err(|_| bad(BadField::Url))?;
        Ok(Self { url, headers: checked, client })
    }

    /// A transport for one connection attempt.
    pub(crate) fn worker(
        &self,
        limits: &Limits,
        faults: &Arc<Faults>,
    ) -> StreamableHttpClientWorker<Backend> {
        let mut config = StreamableHttpClientTransportConfig::with_uri(self.url.as_str())
            .custom_headers(self.headers.clone())
            .max_concurrent_requests(POSTS)
            .max_sse_event_size(limits.max_message)
            .max_json_response_size(limits.max_message)
            .max_error_response_size(ERROR_PAGE);
        config.retry_config = Arc::new(Resume);
        StreamableHttpClientWorker::new(Backend::new(self.client.clone(), faults.clone()), config)
    }
}

/// How often a broken event stream is picked up again. The transport's own default never ends, so a call
/// under way at a server that died would wait until its clock runs out.
#[derive(Debug)]
struct Resume;

impl SseRetryPolicy for Resume {
    fn retry(&self, tried: usize) -> Option<Duration> {
        let pauses = [100, 300, 900];
        pauses.get(tried).copied().map(Duration::from_millis)
    }
}
