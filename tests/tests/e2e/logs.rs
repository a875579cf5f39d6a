//! The log page: filters, verdicts, both files, and how fast it is when they are full.

use crate::window::{Machine, Window};
use fuseforks_sim::{
    camera::CameraOptions,
    provider::{self, ProviderOptions, Wire},
};
use fuseforks_village::Language;
use std::{fmt::Write as _, time::Duration};

async fn rows(window: &Window) -> Vec<String> {
    let found = window
        .script(
            "return [...document.querySelectorAll(\"[data-testid='log-row']\")].map((row) => row.innerText)",
        )
        .await;
    found.as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_filtered_by_agent_kind_level_and_time() {
    let mut machine = Machine::new(Language::En, CameraOptions::default());
    machine.unplug();
    let window = Window::open(machine.home.path()).await;
    window.say("Who are you?").await;
    window.css("[data-testid='row-turn']").await;
    window.press("open-log").await;
    window.css("[data-testid='log-row']").await;
    window.choose("log-filter-level", "error").await;
    window
        .until(
            "const rows = [...document.querySelectorAll(\"[data-testid='log-row']\")]; \
             return rows.length > 0 && rows.every((row) => row.querySelector('[data-level]').dataset.level === 'error')",
        )
        .await;
    assert!(rows(&window).await.iter().all(|row| row.contains("state=failed")), "{:?}", rows(&window).await);
    window.choose("log-filter-level", "info").await;
    window.choose("log-filter-kind", "turn start").await;
    window.until("return document.querySelectorAll(\"[data-testid='log-row']\").length === 1").await;
    window.choose("log-filter-kind", "*").await;
    window.choose("log-filter-agent", "agent_1").await;
    window
        .until(
            "const rows = [...document.querySelectorAll(\"[data-testid='log-row']\")]; \
             return rows.length > 1 && rows.every((row) => row.innerText.includes('agent=agent_1'))",
        )
        .await;
    window.choose("log-filter-time", "between").await;
    window.type_into("log-until", "2001-01-01").await;
    window.the("log-empty").await;
    window.choose("log-filter-time", "quarter").await;
    window.css("[data-testid='log-row']").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_policy_blocks_is_one_line_without_the_path() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.until("return Array.isArray(window.__cspViolations) && document.readyState === 'complete'").await;
    window
        .script(
            "window.kept = ['secret-1', 'secret-2'].map((path) => { const image = new Image(); \
             document.body.append(image); image.src = `https://127.0.0.2:9/${path}`; return image; }); return 0",
        )
        .await;
    window.until("return window.__cspViolations.length >= 2").await;
    let line = "window blocked: directive=img-src source=https://127.0.0.2:9";
    fuseforks_tests::until("the line", || machine.log().contains(line).then_some(())).await;
    assert_eq!(machine.log().matches("window blocked").count(), 1, "{}", machine.log());
    assert!(!machine.log().contains("secret"));
    window
        .script("window.kept.forEach((image) => image.remove()); window.__cspViolations = []; return 0")
        .await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verdict_has_the_growth_of_the_input_and_leads_to_its_line() {
    let provider = provider::start(ProviderOptions::new(Wire::OpenaiCompat)).unwrap();
    let machine = Machine::new(Language::En, CameraOptions::default());
    machine.use_model("openai-compat", &provider.url(), "m").await;
    let window = Window::open(machine.home.path()).await;
    window.say("Take a look").await;
    window.css("[data-testid='row-turn']").await;
    // The right value is in the provider's own counts, as the log has them.
    let log = machine.log();
    let prompts: Vec<i64> = log
        .lines()
        .filter(|line| line.contains(" round: "))
        .map(|line| line.split("prompt=").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(prompts.len(), 2, "{log}");
    window.press("open-log").await;
    window.press("log-tab-turns").await;
    window.css("[data-testid='verdict'][data-outcome='reached']").await;
    let shown = window.the("verdict-growth").await.text().await.unwrap();
    assert_eq!(shown.replace(',', ""), format!("+{}", prompts[1] - prompts[0]));
    window.press_css("[data-testid='verdict'] button").await;
    window.css("[data-testid='log-row'].found").await;
    window.finish().await;
}

/// Two full files: the page opens, scrolls and filters without a pause that a person would call one.
#[tokio::test(flavor = "multi_thread")]
async fn both_files_full_open_scroll_and_filter() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    for (name, agent) in [("fuseforks.log.old", "agent_8"), ("fuseforks.log", "agent_1")] {
        let mut text = String::with_capacity(8_400_000);
        let mut turn = 0;
        while text.len() < 7_900_000 {
            let (minute, second) = (turn / 60 % 60, turn % 60);
            let _ = writeln!(
                text,
                "2026-12-01T10:{minute:02}:{second:02}.000+00:00 tool: agent={agent} round=1 \
                 name=nik__live_view_image ok=true args_chars=2 body_chars=56 ms={turn} images=1"
            );
            turn += 1;
        }
        std::fs::write(machine.village.join(name), text).unwrap();
    }
    let window = Window::open(machine.home.path()).await;
    window.the("composer").await;
    let measure = "const wait = (until) => new Promise((done) => { const begun = performance.now(); \
         const timer = setInterval(() => { if (!until()) return; clearInterval(timer); \
           done(performance.now() - begun); }, 4); }); \
         const rows = () => [...document.querySelectorAll(\"[data-testid='log-row']\")];";
    let opened = window
        .later(&format!(
            "{{ {measure} document.querySelector(\"[data-testid='open-log']\").click(); \
             return await wait(() => rows().length > 5) }}"
        ))
        .await;
    let drawn = rows(&window).await.len();
    assert!(drawn < 200, "{drawn} rows are in the page");
    window.shows("fuseforks.log.old").await;
    let filtered = window
        .later(&format!(
            "{{ {measure} const field = document.querySelector(\"[data-testid='log-filter-text']\"); \
             field.value = 'AGENT_8'; field.dispatchEvent(new InputEvent('input', {{ bubbles: true }})); \
             return await wait(() => rows().length > 5 && rows().every((row) => row.innerText.includes('agent_8'))) }}"
        ))
        .await;
    let scrolled = window
        .later(&format!(
            "{{ {measure} const list = document.querySelector(\"[data-testid='log-lines']\"); let longest = 0; \
             const first = Number(rows()[0].dataset.line); \
             for (let step = 0; step < 400 && first - Number(rows()[0].dataset.line) < 900; step += 1) {{ list.scrollTop -= 900; \
                              const box = list.getBoundingClientRect(); \
               longest = Math.max(longest, await wait(() => \
                 rows().some((row) => row.getBoundingClientRect().bottom > box.top + 20))); \
               await new Promise((done) => setTimeout(done, 20)); }} \
             return [longest, first - Number(rows()[0].dataset.line)] }}"
        ))
        .await;
    assert!(scrolled[0].as_f64().unwrap() < 3000.0, "blank while scrolling: {scrolled}");
    assert!(scrolled[1].as_i64().unwrap() > 800, "{scrolled}");
    let (opened, filtered) = (opened.as_f64().unwrap(), filtered.as_f64().unwrap());
    if let Some(file) = std::env::var_os("FUSEFORKS_MEASURES") {
        std::fs::write(
            file,
            format!("log of 16 MB: open {opened:.0} ms, filter {filtered:.0} ms, scroll {scrolled}\n"),
        )
        .unwrap();
    }
    // A debug build on a busy machine; a release build needs a tenth of it.
    let patience = Duration::from_secs(15).as_secs_f64() * 1000.0;
    assert!(opened < patience && filtered < patience, "open {opened} ms, filter {filtered} ms");
    window.finish().await;
}
