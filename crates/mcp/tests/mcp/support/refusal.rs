//! How a server turns requests away that show no good key.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::Value;

/// How it turns requests away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) challenge: Option<&'static str>,
    /// The method that is turned away; all of them without one.
    pub(crate) only: Option<&'static str>,
}

impl Refusal {
    /// The answer to a message, if it is turned away. The page says more than it should, as pages do.
    pub(crate) fn answer(&self, message: &Value) -> Option<Response> {
        if self.only.is_some_and(|only| message["method"] != only) {
            return None;
        }
        let page = r#"{"error": "invalid_token", "error_description": "sk-test-123 has expired"}"#;
        let mut answer = (StatusCode::from_u16(self.status).unwrap(), page).into_response();
        answer.headers_mut().insert(header::CONTENT_TYPE, "application/json".parse().unwrap());
        if let Some(challenge) = self.challenge {
            answer.headers_mut().insert(header::WWW_AUTHENTICATE, challenge.parse().unwrap());
        }
        Some(answer)
    }
}
