//! Settings: language, theme, the log page.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::CameraOptions;
use fuseforks_village::Language;

#[tokio::test(flavor = "multi_thread")]
async fn the_language_changes_live_and_stays() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.press("open-settings").await;
    window.press("settings-language-ja").await;
    window.shows("設定").await;
    let lang = window.script("return document.documentElement.lang").await;
    assert_eq!(lang, "ja", "glyphs are chosen by it");
    window.finish().await;
    let window = Window::open(machine.home.path()).await;
    window.press("open-settings").await;
    window.shows("設定").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_page_filters_by_text() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.press("offer").await;
    window.css("[data-testid='row-turn']").await;
    window.press("open-log").await;
    window.css("[data-testid='log-row']").await;
    window.type_into("log-filter-text", "images=1").await;
    window
        .until(
            "const rows = [...document.querySelectorAll(\"[data-testid='log-row']\")]; \
             return rows.length === 1 && rows[0].innerText.includes('live_view_image')",
        )
        .await;
    window.finish().await;
}
