//! The real window, driven as a person drives it: WebKitWebDriver, a real WebKitGTK, a real village.
//!
//! A missing driver, display or program is a failure and never a skip.

mod chat;
mod files;
mod looks;
mod settings;
mod shots;
mod window;
