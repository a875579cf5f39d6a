//! The real window, driven as a person drives it: WebKitWebDriver, a real WebKitGTK, a real village.
//!
//! A missing driver, display or program is a failure and never a skip.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "what cannot be done ends its test")]

mod agents;
mod attachments;
mod burden;
mod chat;
mod context;
mod delegation;
mod drafts;
mod files;
mod firstrun;
mod keyboard;
mod logs;
mod looks;
mod map;
mod models;
mod reading;
mod servers;
mod sessions;
mod settings;
mod shell;
mod shots;
mod together;
mod window;
