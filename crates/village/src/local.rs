//! Model servers that already run on this computer, for a newcomer who has one.
//!
//! Owns where they usually listen and how long an answer may take. It must never ask another machine:
//! addresses are loopback numbers, so that not even a name is looked up.

use fuseforks_contract::template::LocalServer;
use fuseforks_llm::{Endpoint, Limits, Wire};
use std::{net::IpAddr, time::Duration};
use tokio_util::sync::CancellationToken;
use url::Url;

/// Bytes of a list of models.
const LIST_BYTES: usize = 1 << 20;
/// Characters of a model's name.
const NAME_CHARS: usize = 200;
const OLLAMA_PORT: u16 = 11434;

/// Where to look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalPlace {
    /// The program's name.
    pub name: String,
    /// Wire id.
    pub wire: String,
    /// Base URL.
    pub base_url: String,
}

/// Where to look, and for how long.
#[derive(Clone, Debug)]
pub struct LocalSearch {
    /// The places; one that is not on this computer is left out.
    pub places: Vec<LocalPlace>,
    /// For one place, from the first packet to the last byte.
    pub patience: Duration,
    /// Models of one place.
    pub models: usize,
}

impl LocalSearch {
    /// The usual ports. `ollama_host` is what Ollama's own variable `OLLAMA_HOST` says.
    #[must_use]
    pub fn usual(ollama_host: Option<&str>) -> Self {
        let place = |name: &str, wire: &str, base_url: String| LocalPlace {
            name: name.to_owned(),
            wire: wire.to_owned(),
            base_url,
        };
        let ollama = ollama_host.and_then(ollama_url).unwrap_or(format!("http://127.0.0.1:{OLLAMA_PORT}"));
        Self {
            places: vec![
                place("Ollama", "ollama", ollama),
                place("LM Studio", "openai-compat", "http://127.0.0.1:1234/v1".to_owned()),
                place("llama.cpp", "openai-compat", "http://127.0.0.1:8080/v1".to_owned()),
            ],
            patience: Duration::from_millis(1500),
            models: 100,
        }
    }

    /// The places that answer with at least one model to talk with, in order. All are asked at once.
    pub(crate) async fn find(&self, limits: Limits) -> Vec<LocalServer> {
        let asked = self.places.iter().map(|place| self.ask(place, limits));
        futures_util::future::join_all(asked).await.into_iter().flatten().collect()
    }

    async fn ask(&self, place: &LocalPlace, limits: Limits) -> Option<LocalServer> {
        let here =
            Url::parse(&place.base_url).ok().and_then(|url| number(&url)).is_some_and(|ip| ip.is_loopback());
        let wire = Wire::find(&place.wire).filter(|_| here)?;
        let limits = Limits {
            connect: self.patience,
            question: self.patience,
            answer_bytes: limits.answer_bytes.min(LIST_BYTES),
            ..limits
        };
        let (endpoint, never) = (Endpoint::new(wire, &place.base_url), CancellationToken::new());
        let asking = fuseforks_llm::list_models(&endpoint, limits, &never);
        let listed = tokio::time::timeout(self.patience, asking).await.ok()?.ok()?;
        let models: Vec<String> =
            listed.into_iter().map(|info| info.id).filter(|id| talks(id)).take(self.models).collect();
        (!models.is_empty()).then(|| LocalServer {
            name: place.name.clone(),
            wire: place.wire.clone(),
            base_url: place.base_url.clone(),
            models,
        })
    }
}

/// Servers list what makes vectors out of text beside what answers.
fn talks(id: &str) -> bool {
    let plain = !id.is_empty() && id.chars().count() <= NAME_CHARS && !id.chars().any(char::is_control);
    plain && !id.to_ascii_lowercase().contains("embed")
}

/// The address as a number; a name would have to be looked up.
fn number(url: &Url) -> Option<IpAddr> {
    match url.host()? {
        url::Host::Ipv4(ip) => Some(ip.into()),
        url::Host::Ipv6(ip) => Some(ip.into()),
        url::Host::Domain(_) => None,
    }
}

/// `OLLAMA_HOST` as an address of this computer. It also says where a server listens, so "everywhere" is here.
fn ollama_url(host: &str) -> Option<String> {
    let host = host.trim().trim_matches('"');
    let (scheme, rest) = host.split_once("://").unwrap_or(("", host));
    if !matches!(scheme, "" | "http") {
        return None;
    }
    let rest = if rest.starts_with(':') { format!("127.0.0.1{rest}") } else { rest.to_owned() };
    let url = Url::parse(&format!("http://{rest}")).ok()?;
    let ip = match url.host()? {
        url::Host::Domain("localhost") => IpAddr::from([127, 0, 0, 1]),
        _ => number(&url)?,
    };
    let ip = if ip.is_unspecified() { IpAddr::from([127, 0, 0, 1]) } else { ip };
    let port = url.port().unwrap_or(if scheme.is_empty() { OLLAMA_PORT } else { 80 });
    ip.is_loopback().then(|| format!("http://{}", std::net::SocketAddr::new(ip, port)))
}

#[cfg(test)]
mod tests {
    use super::{LocalSearch, ollama_url, talks};

    #[test]
    fn the_variable_of_ollama_is_read_as_ollama_reads_it_and_never_leads_elsewhere() {
        for (host, expected) in [
            ("127.0.0.1", Some("http://127.0.0.1:11434")),
            ("0.0.0.0:8888", Some("http://127.0.0.1:8888")),
            (":9999", Some("http://127.0.0.1:9999")),
            ("localhost:7", Some("http://127.0.0.1:7")),
            ("http://127.0.0.1", Some("http://127.0.0.1:80")),
            ("[::1]:5", Some("http://[::1]:5")),
            ("[::]", Some("http://127.0.0.1:11434")),
            ("192.168.1.7", None),
            ("example.com:11434", None),
            ("https://127.0.0.1", None),
            ("", None),
        ] {
            assert_eq!(ollama_url(host).as_deref(), expected, "{host}");
        }
        let search = LocalSearch::usual(Some("models.example"));
        assert_eq!(search.places[0].base_url, "http://127.0.0.1:11434");
    }

    #[test]
    fn what_only_makes_vectors_is_not_offered() {
        assert!(talks("qwen3-vl:8b"));
        for odd in
            ["", "text-embedding-nomic-embed-text-v1.5", "mxbai-Embed-large", "a\u{7}b", &"x".repeat(201)]
        {
            assert!(!talks(odd), "{odd}");
        }
    }
}
