//! The application: villages of agents, their turns, their tools, the practice model, and every word.
//!
//! Owns everything that a person can do with Fuseforks but the window itself. It must never know a
//! window, a web server or a provider's JSON: a shell, the command line and tests stand in front of it,
//! models and tool servers behind it.
//!
//! Invariant: whatever widens trust lives on this machine and not in a village; and no prompt, answer,
//! tool text, image byte or key reaches a log.

pub mod app_log;
pub mod clock;
pub mod compaction;
pub mod log;
pub mod media;
pub mod secret;
pub mod services;
pub mod text;
pub mod tool;

mod app;
mod approvals;
mod attachments;
mod context;
mod delegation;
mod eras;
mod events;
mod file;
mod home;
mod host;
mod icon;
mod json_file;
mod keeper;
mod local;
mod lock;
mod practice;
mod prompt;
mod questions;
mod settings;
mod summariser;
mod trust;
mod turn_driver;
mod village;

pub use app::{App, AppOptions};
pub use fuseforks_contract as contract;
pub use home::Home;
pub use local::{LocalPlace, LocalSearch};
pub use questions::question_view;
pub use services::{AppLimits, Asking};
pub use settings::stored_language;
pub use text::Language;
pub use village::{
    NewVillage, PRACTICE_CAMERA, Village, connect_failure, io_failure, language_of, likely_wants_key, origin,
    view_language, wire_unknown,
};

mod outputs;

/// A token that cannot be guessed: 128 random bits, hexadecimal.
#[must_use]
pub fn random_token() -> String {
    uuid::Uuid::new_v4().simple().to_string()
}
