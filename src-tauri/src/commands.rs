//! What the page may ask of the shell. Everything about villages is one command, typed by the contract.

use crate::{bridge, loopback::Loopback, window};
use fuseforks_contract::{Event, Failure};
use fuseforks_village::App;
use serde_json::Value;
use std::sync::{Arc, OnceLock};
use tauri::{AppHandle, State, WebviewWindow, ipc::Channel};
use tauri_plugin_dialog::DialogExt as _;

/// What commands share.
pub(crate) struct Shell {
    pub(crate) app: Arc<App>,
    pub(crate) loopback: Loopback,
    /// What went wrong at launch, told once the page listens.
    pub(crate) launch: OnceLock<Vec<Failure>>,
}

/// Carries out a command of the contract.
#[tauri::command]
pub(crate) async fn rpc(
    shell: State<'_, Arc<Shell>>,
    name: String,
    request: Value,
) -> Result<Value, Failure> {
    fuseforks_contract::dispatch(&*shell.app, &name, request).await
}

/// Sends events from now on.
#[tauri::command]
pub(crate) fn subscribe(shell: State<'_, Arc<Shell>>, channel: Channel<Vec<Event>>) {
    let events = shell.app.subscribe();
    tauri::async_runtime::spawn(bridge::forward(events, channel));
    for notice in shell.launch.get().cloned().unwrap_or_default() {
        shell.app.services().events.tell(Event::Notice { notice });
    }
}

/// The address that audio is played from.
#[tauri::command]
pub(crate) fn audio_base(shell: State<'_, Arc<Shell>>) -> String {
    shell.loopback.base()
}

/// The image in the clipboard, where the page cannot read it itself.
#[cfg(target_os = "linux")]
#[tauri::command]
pub(crate) async fn clipboard_image(app: AppHandle) -> Option<crate::linux::ClipboardImage> {
    crate::linux::clipboard_image(&app).await
}

/// Other systems give the page its images.
#[cfg(not(target_os = "linux"))]
#[tauri::command]
pub(crate) async fn clipboard_image() -> Option<()> {
    None
}

/// Asks where to save a file.
#[tauri::command]
pub(crate) async fn pick_save_path(app: AppHandle, name: String) -> Option<String> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    app.dialog().file().set_file_name(name).save_file(move |path| {
        let _ = sender.send(path.map(|path| path.to_string()));
    });
    receiver.await.ok().flatten()
}

/// Asks for a folder.
#[tauri::command]
pub(crate) async fn pick_folder(app: AppHandle) -> Option<String> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    app.dialog().file().pick_folder(move |path| {
        let _ = sender.send(path.map(|path| path.to_string()));
    });
    receiver.await.ok().flatten()
}

/// Opens a link in the person's browser. Only what a person would call a link.
#[tauri::command]
pub(crate) fn open_external(url: String) -> Result<(), Failure> {
    let link = ["https://", "http://", "mailto:"].iter().any(|scheme| url.starts_with(scheme));
    if !link || url.chars().any(char::is_control) {
        return Err(Failure::new("bad-request"));
    }
    open::that_detached(&url).map_err(|error| Failure::new("internal").detail(error.to_string()))
}

/// The content security policy blocked something in the page.
#[tauri::command]
pub(crate) fn policy_blocked(shell: State<'_, Arc<Shell>>, directive: String, source: String) {
    shell.app.note_blocked(&directive, &source);
}

/// The page has painted.
#[tauri::command]
pub(crate) fn window_ready(window: WebviewWindow) -> Result<(), Failure> {
    window.show().map_err(|error| Failure::new("internal").detail(error.to_string()))
}

/// The person wants the window closed; `force` after they were asked.
#[tauri::command]
pub(crate) async fn close_window(
    shell: State<'_, Arc<Shell>>,
    window: WebviewWindow,
    force: bool,
) -> Result<(), Failure> {
    if force || !shell.app.busy() {
        window::close(&shell, &window).await;
    }
    Ok(())
}
