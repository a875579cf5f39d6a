//! Three things that WebKitGTK needs from us: a renderer that works without a GPU, input methods that
//! show their text in the page, and images from the clipboard.

use base64::Engine as _;
use gtk::gdk;
use serde::Serialize;
use std::{ffi::OsStr, path::Path};
use webkit2gtk::{InputMethodContextExt, WebViewExt};

const DMABUF: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
const NO_DMABUF: &str = "no-dmabuf";

/// Without a GPU the DMABUF renderer draws in software and costs many times more. Says what was chosen,
/// for the log. A value that the person set, even an empty one, stays.
pub(crate) fn choose_renderer() -> &'static str {
    let choice = renderer(std::env::var_os(DMABUF).as_deref(), Path::new("/dev/dri"));
    if choice != NO_DMABUF {
        return choice;
    }
    #[expect(unsafe_code, reason = "first statement of main: no other thread can read the environment yet")]
    // SAFETY: the process has one thread, so nothing reads the environment at the same time.
    unsafe {
        std::env::set_var(DMABUF, "1");
    }
    choice
}

fn renderer(set: Option<&OsStr>, devices: &Path) -> &'static str {
    match set {
        Some(_) => "as-set",
        None if has_render_node(devices) => "dmabuf",
        None => NO_DMABUF,
    }
}

fn has_render_node(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("renderD"))
    })
}

/// Whether a window can open. The window's library panics if none can.
pub(crate) fn has_display() -> bool {
    gtk::init().is_ok()
}

/// wry switches the preedit text off; Japanese and Chinese cannot be typed without it.
pub(crate) fn enable_preedit(window: &tauri::WebviewWindow) -> tauri::Result<()> {
    window.with_webview(|webview| {
        if let Some(context) = webview.inner().input_method_context() {
            context.set_enable_preedit(true);
        }
    })
}

/// An image from the clipboard.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ClipboardImage {
    name: String,
    data: String,
}

/// WebKitGTK gives a page an empty paste event for an image, so the page asks here.
pub(crate) async fn clipboard_image(app: &tauri::AppHandle) -> Option<ClipboardImage> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    app.run_on_main_thread(move || {
        let clipboard = gtk::Clipboard::get(&gdk::SELECTION_CLIPBOARD);
        let sender = std::cell::Cell::new(Some(sender));
        clipboard.request_image(move |_, image| {
            let png = image.and_then(|image| image.save_to_bufferv("png", &[]).ok());
            if let Some(sender) = sender.take() {
                // The page may have gone meanwhile.
                let _ = sender.send(png);
            }
        });
    })
    .ok()?;
    let waiting = tokio::time::timeout(std::time::Duration::from_secs(5), receiver);
    let png = waiting.await.ok()?.ok()??;
    let data = base64::engine::general_purpose::STANDARD.encode(png);
    Some(ClipboardImage { name: "clipboard.png".to_owned(), data })
}

#[cfg(test)]
mod tests {
    use super::renderer;
    use std::ffi::OsStr;

    #[test]
    fn the_renderer_is_what_the_person_set_or_what_the_devices_allow() {
        let folder = std::env::temp_dir().join(format!("fuseforks-dri-{}", std::process::id()));
        assert_eq!(renderer(None, &folder), "no-dmabuf", "a missing folder has no GPU");
        std::fs::create_dir_all(&folder).unwrap();
        assert_eq!(renderer(None, &folder), "no-dmabuf", "an empty folder has no GPU");
        std::fs::write(folder.join("card0"), "").unwrap();
        assert_eq!(renderer(None, &folder), "no-dmabuf", "a display without a render node is no GPU");
        for set in ["", "0", "1"] {
            assert_eq!(renderer(Some(OsStr::new(set)), &folder), "as-set");
        }
        std::fs::write(folder.join("renderD128"), "").unwrap();
        assert_eq!(renderer(None, &folder), "dmabuf");
        assert_eq!(renderer(Some(OsStr::new("1")), &folder), "as-set");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
