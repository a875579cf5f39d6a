//! The door of a stand-in server: who may come in, and what the others are told.

use axum::{
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How somebody is turned away.
#[derive(Clone, Copy, Debug)]
pub struct Refusal {
    /// The status.
    pub status: u16,
    /// The `WWW-Authenticate` header, where there is one.
    pub challenge: Option<&'static str>,
    /// What is turned away; everything without it.
    pub only: Option<&'static str>,
}

#[derive(Default)]
struct Inner {
    lock: Option<(String, Refusal)>,
    knocks: Vec<String>,
}

/// A door that stands open until it is locked.
#[derive(Default)]
pub struct Door(Mutex<Inner>);

impl Door {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on only this bearer token opens.
    pub fn lock(&self, token: &str, refusal: Refusal) {
        self.inner().lock = Some((format!("Bearer {token}"), refusal));
    }

    /// From now on everybody may come in again.
    pub fn open(&self) {
        self.inner().lock = None;
    }

    /// What every request so far wanted, in order: a method of the protocol, or of HTTP.
    #[must_use]
    pub fn knocks(&self) -> Vec<String> {
        self.inner().knocks.clone()
    }

    pub(crate) fn forget(&self) {
        self.inner().knocks.clear();
    }

    /// Notes a request, and turns it away if it may not come in. The page repeats what was sent, as pages do.
    pub(crate) fn knock(&self, headers: &HeaderMap, wants: &str) -> Option<Response> {
        let mut inner = self.inner();
        inner.knocks.push(wants.to_owned());
        let (token, refusal) = inner.lock.as_ref()?;
        if refusal.only.is_some_and(|only| only != wants) {
            return None;
        }
        let sent = headers.get(header::AUTHORIZATION).and_then(|sent| sent.to_str().ok()).unwrap_or_default();
        if sent == token {
            return None;
        }
        let page = format!("{{\"error\": \"refused\", \"error_description\": \"{sent} is not good\"}}");
        let status = StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::UNAUTHORIZED);
        let mut answer = (status, [(header::CONTENT_TYPE, "application/json")], page).into_response();
        if let Some(challenge) = refusal.challenge {
            answer
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, header::HeaderValue::from_static(challenge));
        }
        Some(answer)
    }
}
