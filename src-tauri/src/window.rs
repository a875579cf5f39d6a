//! The one window: its size is kept, it never navigates away, and closing during a turn asks first.

use crate::commands::Shell;
use serde::{Deserialize, Serialize};
use std::{path::PathBuf, sync::Arc};
use tauri::{
    AppHandle, Emitter as _, Manager as _, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent,
};

/// Told to the page when closing would cut a turn off.
const CLOSE_ASKED: &str = "close-asked";

/// `LC_ALL=C` makes WebKit report the language "C", which no `Intl` constructor takes.
// not prose: JavaScript
const LANGUAGE_FIX: &str = "try { Intl.getCanonicalLocales(navigator.language); } catch { \
    Object.defineProperty(navigator, 'language', { value: 'en-US' }); \
    Object.defineProperty(navigator, 'languages', { value: ['en-US'] }); }";

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Size {
    width: f64,
    height: f64,
    maximized: bool,
}

impl Default for Size {
    fn default() -> Self {
        Self { width: 1320.0, height: 860.0, maximized: false }
    }
}

fn size_file(shell: &Shell) -> PathBuf {
    shell.app.services().home.path().join("window.json")
}

/// Makes the window. It is visible at once: a hidden page never paints, so it could not say that it has.
pub(crate) fn open(app: &AppHandle, shell: &Arc<Shell>) -> tauri::Result<WebviewWindow> {
    let stored = std::fs::read(size_file(shell)).ok().and_then(|text| serde_json::from_slice(&text).ok());
    let size: Size = stored.unwrap_or_default();
    let window = WebviewWindowBuilder::new(app, "main", WebviewUrl::default())
        .title("Fuseforks")
        .inner_size(size.width.clamp(720.0, 8000.0), size.height.clamp(480.0, 8000.0))
        .min_inner_size(720.0, 480.0)
        .maximized(size.maximized)
        .data_directory(shell.app.services().home.path().join("webview"))
        // The page takes dropped files itself.
        .disable_drag_drop_handler()
        .initialization_script(LANGUAGE_FIX)
        .on_navigation(|url| {
            // The built page only: links are opened outside by the page's own code.
            url.scheme() == "tauri" || url.host_str() == Some("tauri.localhost")
        })
        .build()?;
    #[cfg(target_os = "linux")]
    crate::linux::enable_preedit(&window)?;
    let (shell, asking) = (Arc::clone(shell), window.clone());
    window.on_window_event(move |event| {
        if let WindowEvent::CloseRequested { api, .. } = event {
            api.prevent_close();
            if shell.app.busy() {
                let _ = asking.emit(CLOSE_ASKED, ());
                return;
            }
            let (shell, window) = (Arc::clone(&shell), asking.clone());
            tauri::async_runtime::spawn(async move { close(&shell, &window).await });
        }
    });
    Ok(window)
}

/// Keeps the size, stops everything, ends the program.
pub(crate) async fn close(shell: &Shell, window: &WebviewWindow) {
    let maximized = window.is_maximized().unwrap_or(false);
    if let (Ok(inner), Ok(scale)) = (window.inner_size(), window.scale_factor()) {
        let inner = inner.to_logical::<f64>(scale);
        let size = Size { width: inner.width, height: inner.height, maximized };
        if let Ok(text) = serde_json::to_vec(&size) {
            // A size that cannot be kept is no reason to stay open.
            let _ = std::fs::write(size_file(shell), text);
        }
    }
    let _ = window.hide();
    shell.app.close_all().await;
    window.app_handle().exit(0);
}

/// Brings the window to the front.
pub(crate) fn focus(app: &AppHandle) {
    if let Some(window) = app.get_webview_window("main") {
        let _ = window.unminimize();
        let _ = window.show();
        let _ = window.set_focus();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    /// The sources of one directive.
    fn sources(policy: &str, directive: &str) -> Vec<String> {
        let found = policy.split(';').map(str::trim).find(|one| one.split(' ').next() == Some(directive));
        found.map_or_else(Vec::new, |one| one.split(' ').skip(1).map(str::to_owned).collect())
    }

    #[test]
    fn media_comes_from_here_on_every_system_and_from_nowhere_else() {
        let config: Value = serde_json::from_str(include_str!("../tauri.conf.json")).unwrap();
        let policy = config["app"]["security"]["csp"].as_str().unwrap();
        let own = ["'self'", "data:", "blob:", "media:", "http://media.localhost"];
        let images = sources(policy, "img-src");
        assert_eq!(images, own, "macOS and Linux say media:, Windows says http://media.localhost");
        let mut media = sources(policy, "media-src");
        media.retain(|source| !own.contains(&source.as_str()));
        assert_eq!(media, ["http://127.0.0.1:*"], "audio also comes from the loopback router");
        assert_eq!(sources(policy, "script-src"), ["'self'"]);
        assert_eq!(sources(policy, "style-src"), ["'self'"]);
        assert_eq!(sources(policy, "default-src"), ["'none'"]);
        assert_eq!(sources(policy, "require-trusted-types-for"), ["'script'"]);
        let all = policy.replace("http://127.0.0.1:*", "");
        assert!(!all.contains('*') && !all.contains("https:") && !all.contains("unsafe"), "{policy}");
    }
}
