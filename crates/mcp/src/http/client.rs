//! The HTTP client of MCP servers.
//!
//! Three settings carry weight: no idle connections, because a half-read one costs 40 ms a call; redirects
//! only within the origin, because headers hold secrets; no proxy for this machine, because a proxy could not
//! reach it and would learn of it.

use std::sync::Once;

use reqwest::redirect::{Attempt, Policy};
use url::{Host, Url};

use crate::limits::Limits;

const MAX_REDIRECTS: usize = 5;

/// A client for one server.
pub(super) fn build(url: &Url, limits: &Limits) -> reqwest::Result<reqwest::Client> {
    install_tls();
    let mut builder = reqwest::Client::builder()
        .pool_max_idle_per_host(0)
        .redirect(Policy::custom(same_origin))
        .connect_timeout(limits.connect)
        .user_agent(concat!("fuseforks/", env!("CARGO_PKG_VERSION")));
    if is_loopback(url) {
        builder = builder.no_proxy();
    }
    builder.build()
}

/// TLS comes without a provider; the process needs one once.
fn install_tls() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // An error means that another part of the process was first, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}

/// Whether an address can only be this machine.
pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            name == "localhost" || name.ends_with(".localhost")
        }
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => {
            address.is_loopback() || address.to_ipv4_mapped().is_some_and(|v4| v4.is_loopback())
        }
        None => false,
    }
}

/// Follows 307 and 308 within the origin: they keep method and body, and no header leaves the origin.
fn same_origin(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    let keeps_body = matches!(attempt.status().as_u16(), 307 | 308);
    let same = attempt.previous().first().is_some_and(|first| first.origin() == attempt.url().origin());
    if keeps_body && same && attempt.previous().len() <= MAX_REDIRECTS {
        attempt.follow()
    } else {
        attempt.stop()
    }
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn only_this_machine_counts_as_loopback() {
        let loopback = |url: &str| is_loopback(&url::Url::parse(url).unwrap());
        for url in [
            "http://localhost:1/",
            "http://a.localhost",
            "http://127.0.0.1",
            "http://127.9.9.9",
            "http://[::1]:3/",
            "http://[::ffff:127.0.0.1]",
            "http://LOCALHOST.",
        ] {
            assert!(loopback(url), "{url}");
        }
        for url in ["http://example.org", "http://localhost.example.org", "http://10.0.0.1", "http://[::2]"] {
            assert!(!loopback(url), "{url}");
        }
    }
}
