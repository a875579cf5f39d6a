//! What the person and the agents of a village share: icons, the blackboard, work folders.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::CameraOptions;
use fuseforks_village::Language;
use image::{ImageFormat, Rgb, RgbImage};
use std::{path::PathBuf, time::Duration};
use thirtyfour::Key;

/// A picture to choose.
pub(crate) fn picture(machine: &Machine, name: &str, colour: [u8; 3]) -> PathBuf {
    let file = machine.home.path().join(name);
    let picture = RgbImage::from_fn(300, 200, |x, y| {
        let near = (i64::from(x) - 150).pow(2) + (i64::from(y) - 100).pow(2) < 60 * 60;
        if near { Rgb([250, 250, 240]) } else { Rgb(colour) }
    });
    picture.save_with_format(&file, ImageFormat::Png).unwrap();
    file
}

/// Chooses a file where a button would ask for one.
pub(crate) async fn choose_file(window: &Window, input: &str, file: &std::path::Path) {
    window.the(input).await.send_keys(file.to_str().unwrap()).await.unwrap();
}

/// Waits until a picture is there and loaded.
async fn loaded(window: &Window, selector: &str) {
    let script = format!(
        "const picture = document.querySelector({}); \
         return picture !== null && picture.complete && picture.naturalWidth === 128",
        serde_json::json!(selector)
    );
    window.until(&script).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn icons_stand_beside_the_names_and_the_persons_messages() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.press("open-settings").await;
    window.the("settings-icon").await;
    choose_file(&window, "settings-icon-file", &picture(&machine, "me.png", [20, 120, 60])).await;
    loaded(&window, "[data-testid='settings-icon'] img").await;
    window.press("dialog-close").await;
    window.agent_settings("agent_1", "general").await;
    choose_file(&window, "agent-icon-file", &picture(&machine, "it.png", [200, 90, 20])).await;
    loaded(&window, "[data-testid='agent-icon'] img").await;
    // What is no picture is refused with a sentence and changes nothing.
    let page = machine.home.path().join("page.png");
    std::fs::write(&page, "<svg onload='alert(1)'/>").unwrap();
    choose_file(&window, "agent-icon-file", &page).await;
    window.the("agent-problem").await;
    loaded(&window, "[data-testid='agent-icon'] img").await;
    window.press("dialog-close").await;
    loaded(&window, "[data-testid='agent-item-agent_1'] [data-testid='icon-agent_1']").await;
    loaded(&window, "[data-testid='map-node-agent_1'] [data-testid='icon-agent_1']").await;
    window.say("Hello").await;
    window.css("[data-testid='row-turn']").await;
    loaded(&window, "[data-testid='message'][data-from='user'] [data-testid='icon-user']").await;
    loaded(&window, "[data-testid='head'] [data-testid='icon-agent_1']").await;

    window.agent_settings("agent_1", "general").await;
    window.press("agent-icon-remove").await;
    window.gone("[data-testid='icon-agent_1']").await;
    assert!(!machine.village.join("agents/agent_1/icon.webp").exists());
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_blackboard_is_written_and_read_and_stays() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.press("tab-board").await;
    window.the("board-empty").await;
    window.press("board-edit").await;
    let editor = window.css("[data-testid='board-editor'] .cm-content").await;
    editor.send_keys("- the pier is **closed**").await.unwrap();
    // Another tab takes nothing away.
    window.press("tab-work").await;
    window.press("tab-board").await;
    let editor = window.css("[data-testid='board-editor'] .cm-content").await;
    window
        .until("return document.querySelector('[data-testid=board-editor]').innerText.includes('closed')")
        .await;
    editor.send_keys(Key::Control + "s").await.unwrap();
    window
        .until("return document.querySelector('[data-testid=board-text] strong')?.innerText === 'closed'")
        .await;
    let file = machine.village.join("Blackboard.md");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "- the pier is **closed**");
    window.finish().await;
    let window = Window::open(machine.home.path()).await;
    window.press("tab-board").await;
    window.css("[data-testid='board-text'] strong").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_work_folder_is_given_to_one_agent_and_to_several() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let work = machine.home.path().join("work");
    std::fs::create_dir(&work).unwrap();
    let work = work.display().to_string();
    let window = Window::open(machine.home.path()).await;
    window.agent_settings("agent_1", "general").await;
    window.type_into("agent-folder", &format!("{work}-not")).await;
    window.keys(Key::Enter + "").await;
    window.shows("There is no folder").await;
    window.the("agent-folder").await.send_keys(Key::Control + "a").await.unwrap();
    window.type_into("agent-folder", &work).await;
    window.keys(Key::Enter + "").await;
    window.until("return document.querySelector('[data-testid=agent-folder]').ariaInvalid !== 'true'").await;
    window.press_css("[data-testid='agent-folder-others'] summary").await;
    window.press("agent-folder-with-agent_3").await;
    window.press("agent-folder-share").await;
    let trusted = || std::fs::read_to_string(machine.home.path().join("trust.json")).unwrap();
    let begun = std::time::Instant::now();
    while trusted().matches(&work).count() < 2 {
        assert!(begun.elapsed() < Duration::from_secs(30), "{}", trusted());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(!machine.file().to_string().contains(&work), "the village does not name it");
    window.finish().await;
}
