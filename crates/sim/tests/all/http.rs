//! What the test programs share: an HTTP client.

use std::time::Duration;

/// A client that keeps no idle connection and follows nothing.
pub(crate) fn client() -> reqwest::Client {
    // A second test of this process finds the provider installed, which is what it wants.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .pool_max_idle_per_host(0)
        .no_proxy()
        .timeout(Duration::from_secs(20))
        .build()
        .expect("client")
}
