//! Pictures of the person: picked, pasted, dropped, taken from the camera. And what a tool meant for them.

use crate::window::{Machine, Window};
use base64::Engine as _;
use fuseforks_sim::camera::{CameraOptions, Odd, Scene};
use fuseforks_village::Language;
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use std::{
    io::Cursor,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};
use thirtyfour::Key;

/// Left red, right blue: what the practice model must name.
pub(crate) fn two_colours() -> Vec<u8> {
    let picture =
        RgbImage::from_fn(320, 200, |x, _| if x < 160 { Rgb([200, 20, 20]) } else { Rgb([20, 30, 200]) });
    let mut png = Vec::new();
    picture.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).unwrap();
    png
}

async fn asks_about_it(window: &Window) {
    window.the("draft-attachment").await;
    window.say("What is in this picture?").await;
    window.css("[data-testid='row-turn']").await;
    let said = window.the("chat-log").await.text().await.unwrap();
    assert!(said.contains("red") && said.contains("blue"), "{said}");
    window.gone("[data-testid='draft-attachment']").await;
    // The picture stands in the conversation, and it loads.
    window
        .until(
            "const picture = document.querySelector(\"[data-testid='chat-log'] [data-testid^='attachment-'] img\"); \
             return picture !== null && picture.complete && picture.naturalWidth > 0",
        )
        .await;
}

/// Another program that owns the clipboard.
struct Clipboard(Child);

impl Clipboard {
    fn holds(file: &std::path::Path) -> Self {
        let child = Command::new("xclip")
            .args(["-quiet", "-selection", "clipboard", "-t", "image/png", "-i"])
            .arg(file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("xclip (Debian package xclip)");
        std::thread::sleep(Duration::from_millis(500));
        Self(child)
    }
}

impl Drop for Clipboard {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_was_picked_is_seen() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let file = machine.home.path().join("two.png");
    std::fs::write(&file, two_colours()).unwrap();
    let window = Window::open(machine.home.path()).await;
    window.the("composer").await;
    window.css("[data-testid='file-picker']").await.send_keys(file.to_str().unwrap()).await.unwrap();
    asks_about_it(&window).await;
    window.finish().await;
}

/// A picture that takes seconds to look at, red on the left and blue on the right.
pub(crate) fn large(file: &Path) {
    let (width, height) = (12_000_u32, 8_000_u32);
    let half = |colour: [u8; 3]| colour.repeat(width as usize / 2);
    let row = [half([200, 20, 20]), half([20, 30, 200])].concat();
    let picture = RgbImage::from_raw(width, height, row.repeat(height as usize)).unwrap();
    picture.save_with_format(file, ImageFormat::Png).unwrap();
}

/// The files of the draft: name and state.
const CHIPS: &str = "return [...document.querySelectorAll(\"[data-testid='draft-attachment']\")]\
    .map((chip) => [chip.querySelector('.name').innerText, chip.dataset.state])";

/// Picks files. The script runs as soon as the page has heard of them, long before one was looked at; gives
/// what it returned.
async fn pick(window: &Window, files: &[&Path], at_once: &str) -> Value {
    let hear = format!(
        "document.querySelector(\"[data-testid='file-picker']\").addEventListener('change', \
         () => setTimeout(() => {{ window.__picked = (() => {{ {at_once} }})() }}), {{ once: true }})"
    );
    window.script(&hear).await;
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    window.css("[data-testid='file-picker']").await.send_keys(names.join("\n")).await.unwrap();
    window.until("return window.__picked ?? null").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_is_looked_at_is_there_at_once_and_nothing_goes_without_it() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let [slow, small] = ["large.png", "two.png"].map(|name| machine.home.path().join(name));
    large(&slow);
    std::fs::write(&small, two_colours()).unwrap();
    let window = Window::open(machine.home.path()).await;
    window.type_into("composer", "What is in this picture?").await;
    let enter = format!(
        "const the = (id) => document.querySelector(`[data-testid='${{id}}']`); \
         the('composer').dispatchEvent(new KeyboardEvent('keydown', \
           {{ key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }})); \
         const chips = (() => {{ {CHIPS} }})(); \
         return [chips, the('send').disabled, the('composer-hint').innerText]"
    );
    assert_eq!(
        pick(&window, &[&slow, &small], &enter).await,
        json!([[["large.png", "checking"], ["two.png", "checking"]], true, "Checking 2 files"]),
        "in the order of choosing, before anything was looked at"
    );
    // The other agent's draft has none of it, and it becomes what it is meanwhile.
    window.press("agent-item-agent_2").await;
    assert_eq!(window.script(CHIPS).await, json!([]));
    window.press("agent-item-agent_1").await;
    window
        .until("return document.querySelectorAll(\"[data-testid='draft-attachment'][data-state='ready']\").length === 2")
        .await;
    assert_eq!(window.script(CHIPS).await, json!([["large.png", "ready"], ["two.png", "ready"]]));
    let text = window.script("return document.querySelector(\"[data-testid='composer']\").value").await;
    assert_eq!(text, json!("What is in this picture?"), "Enter sent nothing and lost nothing");
    assert!(!machine.log().contains("turn start"));
    window.press("send").await;
    window.css("[data-testid='row-turn']").await;
    let said = window.the("chat-log").await.text().await.unwrap();
    assert!(said.contains("red") && said.contains("blue"), "{said}");
    let sent =
        "return document.querySelectorAll(\"[data-testid='chat-log'] [data-testid^='attachment-']\").length";
    assert_eq!(window.script(sent).await, json!(2));
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_is_looked_at_can_be_taken_away_and_one_that_is_none_is_refused() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let [slow, none, small] =
        ["large.png", "notes.txt", "two.png"].map(|name| machine.home.path().join(name));
    large(&slow);
    std::fs::write(&none, "words").unwrap();
    std::fs::write(&small, two_colours()).unwrap();
    let window = Window::open(machine.home.path()).await;
    window.the("composer").await;
    let away = format!(
        "const chips = (() => {{ {CHIPS} }})(); \
         document.querySelector(\"[data-testid='detach']\").click(); return chips"
    );
    assert_eq!(pick(&window, &[&slow, &none, &small], &away).await[0], json!(["large.png", "checking"]));
    // Those behind it do not wait for it any longer.
    window.css("[data-testid='draft-attachment'][data-state='ready']").await;
    assert_eq!(window.script(CHIPS).await, json!([["notes.txt", "refused"], ["two.png", "ready"]]));
    window.shows("notes.txt is no image, audio, video or PDF.").await;
    assert!(!window.the("send").await.is_enabled().await.unwrap(), "it would go without the file");
    window.press("detach-refused").await;
    window.gone("[data-testid='attach-problem']").await;
    // Long enough for the large one to come back if it were still looked at.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(window.script(CHIPS).await, json!([["two.png", "ready"]]));
    asks_about_it(&window).await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_in_the_clipboard_is_pasted() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let file = machine.home.path().join("two.png");
    std::fs::write(&file, two_colours()).unwrap();
    let _owner = Clipboard::holds(&file);
    let window = Window::open(machine.home.path()).await;
    window.the("composer").await.click().await.unwrap();
    window.keys(Key::Control + "v").await;
    asks_about_it(&window).await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_dropped_on_the_conversation() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.the("composer").await;
    let data = base64::engine::general_purpose::STANDARD.encode(two_colours());
    let script = format!(
        "const bytes = Uint8Array.from(atob('{data}'), (c) => c.charCodeAt(0)); \
         const data = new DataTransfer(); \
         data.items.add(new File([bytes], 'two.png', {{ type: 'image/png' }})); \
         const pane = document.querySelector(\"[data-testid='composer']\"); \
         for (const type of ['dragenter', 'dragover', 'drop']) \
           pane.dispatchEvent(new DragEvent(type, {{ dataTransfer: data, bubbles: true, cancelable: true }}))"
    );
    window.script(&script).await;
    asks_about_it(&window).await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_is_asked_about_and_marked_as_sent() {
    let scene: Scene = "two-colour:red,blue".parse().unwrap();
    let machine = Machine::new(Language::En, CameraOptions { scene, ..CameraOptions::default() });
    let window = Window::open(machine.home.path()).await;
    window.press_on_agent("agent_1", "agent-toggle").await;
    window.press("camera-start").await;
    window
        .until("return Number(document.querySelector(\"[data-testid='camera-canvas']\")?.dataset.seq) > 0")
        .await;
    window.press("camera-ask").await;
    window.shows("frame").await;
    asks_about_it(&window).await;
    window.press("camera-stop").await;
    // What was sent is counted, and not kept.
    let begun = std::time::Instant::now();
    while !machine.log().lines().any(|line| line.contains(" camera: ") && line.contains(" sent=1 ")) {
        assert!(begun.elapsed() < Duration::from_secs(30), "{}", machine.log());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let stored = std::fs::read_dir(machine.village.join("attachments")).map_or(0, Iterator::count);
    assert_eq!(stored, 0, "a frame is not stored");
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sound_that_a_tool_meant_for_the_person_plays() {
    let options = CameraOptions { odd: Some(Odd::AudioUser), ..CameraOptions::default() };
    let machine = Machine::new(Language::En, options);
    let window = Window::open(machine.home.path()).await;
    window.say("Take a look").await;
    window.css("[data-testid='row-turn']").await;
    window.the("audio").await;
    // The metadata arrive without a press: a second of sound, from the loopback router.
    let facts = window
        .until(
            "const sound = document.querySelector('audio'); \
             return sound.readyState >= HTMLMediaElement.HAVE_METADATA && [sound.currentSrc, sound.duration]",
        )
        .await;
    assert!(facts[0].as_str().unwrap().starts_with("http://127.0.0.1:"), "{facts}");
    assert!((facts[1].as_f64().unwrap() - 1.0).abs() < 0.1, "{facts}");
    window
        .script(
            "const sound = document.querySelector('audio'); window.__times = []; window.__refused = null; \
             sound.addEventListener('timeupdate', () => window.__times.push(sound.currentTime)); \
             sound.play().catch((error) => { window.__refused = String(error) })",
        )
        .await;
    let played = window
        .until(
            "const sound = document.querySelector('audio'); \
             return (sound.ended || sound.error !== null || window.__refused !== null) \
               && [sound.error?.code ?? null, window.__refused, Math.max(0, ...window.__times)]",
        )
        .await;
    assert_eq!((&played[0], &played[1]), (&serde_json::Value::Null, &serde_json::Value::Null), "{played}");
    assert!(played[2].as_f64().unwrap() > 0.5, "{played}");
    // All of it can be sought: the router serves ranges.
    let seekable = window.script("return document.querySelector('audio').seekable.end(0)").await;
    assert!((seekable.as_f64().unwrap() - 1.0).abs() < 0.1, "{seekable}");
    window.finish().await;
}
