//! The real window, driven as a person drives it: WebKitWebDriver, a real WebKitGTK, a real village.
//!
//! A missing driver, display or program is a failure and never a skip.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "what cannot be done ends its test")]

mod chat;
mod context;
mod files;
mod looks;
mod settings;
mod shots;
mod window;
