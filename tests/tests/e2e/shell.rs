//! The window itself: closing during a turn asks, and its size is kept.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::CameraOptions;
use fuseforks_village::Language;
use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

/// Tells a window of ours to close, as a window manager does when a person presses the cross. `xdotool` of
/// Debian 12 cannot; the X library can, from any language.
const CROSS: &str = r#"
import ctypes, sys
x = ctypes.CDLL("libX11.so.6")
class Message(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
                ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("room", ctypes.c_long * 24)]
x.XOpenDisplay.restype = ctypes.c_void_p
x.XInternAtom.restype = ctypes.c_ulong
x.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
x.XSendEvent.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
x.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
display = x.XOpenDisplay(None)
event = Message(type=33, send_event=1, window=int(sys.argv[1]), format=32,
                message_type=x.XInternAtom(display, b"WM_PROTOCOLS", 0))
event.data[0] = x.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
x.XSendEvent(display, event.window, 0, 0, ctypes.byref(event))
x.XSync(display, 0)
"#;

fn press_the_cross(process: u32) {
    let found = Command::new("xdotool")
        .args(["search", "--onlyvisible", "--pid", &process.to_string()])
        .output()
        .expect("xdotool (Debian package xdotool)");
    let windows = String::from_utf8(found.stdout).unwrap();
    let window = windows.lines().last().expect("the window is on the display");
    let status = Command::new("python3").args(["-c", CROSS, window]).status().expect("python3");
    assert!(status.success());
}

async fn ends(process: u32) {
    let begun = Instant::now();
    let path = format!("/proc/{process}/stat");
    // One that was ended and not yet waited for by its parent counts as gone.
    let gone = || std::fs::read_to_string(&path).map_or(true, |stat| stat.contains(") Z "));
    while !gone() {
        assert!(begun.elapsed() < Duration::from_secs(20), "the program did not end");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_during_a_turn_asks_and_loses_nothing() {
    let options = CameraOptions { delay: Duration::from_secs(60), ..CameraOptions::default() };
    let machine = Machine::new(Language::En, options);
    let window = Window::open(machine.home.path()).await;
    window.say("Take a look at the marmalade").await;
    window.css("[data-testid='tool-row']").await;
    let process = machine.process();
    press_the_cross(process);
    window.the("close-dialog").await;
    window.press("close-stay").await;
    window.gone("[data-testid='close-dialog']").await;
    window.the("stop").await;
    press_the_cross(process);
    window.the("close-dialog").await;
    window.no_violation().await;
    // The session ends with the program, so the driver may not answer any more.
    let force = window.the("close-force").await;
    let _ = force.click().await;
    ends(process).await;
    drop(window);
    assert!(machine.log().contains("stop=interrupted"), "{}", machine.log());
    let window = Window::open(machine.home.path()).await;
    window.shows("marmalade").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_window_closes_at_once_and_opens_again_as_large_as_it_was() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.the("composer").await;
    window.page.set_window_rect(0, 0, 1011, 707).await.unwrap();
    window.until("return innerWidth === 1011 && innerHeight === 707").await;
    window.no_violation().await;
    let process = machine.process();
    press_the_cross(process);
    ends(process).await;
    drop(window);
    let kept: serde_json::Value =
        serde_json::from_slice(&std::fs::read(Path::new(machine.home.path()).join("window.json")).unwrap())
            .unwrap();
    assert_eq!((kept["width"].as_f64(), kept["height"].as_f64()), (Some(1011.0), Some(707.0)), "{kept}");
    let window = Window::open(machine.home.path()).await;
    window.the("composer").await;
    window.until("return innerWidth === 1011 && innerHeight === 707").await;
    window.finish().await;
}
