//! The desktop shell: a window in front of the application, and nothing of the application itself.
//!
//! Owns windows, the event bridge, the media protocol and the fixes that WebKitGTK needs. It must never
//! decide anything about a village.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod bridge;
mod commands;
mod instance;
#[cfg(target_os = "linux")]
mod linux;
mod loopback;
mod media;
mod start;
mod window;

fn main() -> std::process::ExitCode {
    // Before any thread: it may change the environment.
    #[cfg(target_os = "linux")]
    let renderer = linux::choose_renderer();
    #[cfg(not(target_os = "linux"))]
    let renderer = "native";
    start::run(renderer)
}
