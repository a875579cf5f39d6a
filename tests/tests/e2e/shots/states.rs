//! What is wrong, and how it is said.

use super::Look;
use crate::{servers, window::Window};
use fuseforks_sim::camera::{self, CameraOptions, Odd, Permission};
use fuseforks_tests::toolbox::{self, Toolbox};
use std::time::Duration;

const PHASE: &str = "return document.querySelector(\"[data-testid='camera-stage']\").className.includes";

pub(super) async fn walk(look: Look) {
    camera_states(look).await;
    refused(look).await;
    unreachable(look).await;
    signed_out(look).await;
    agents(look).await;
    files(look).await;
    blocked(look).await;
}

/// The page's policy gets stricter than its pictures, which a person can then still save.
async fn blocked(look: Look) {
    let machine = look.machine(CameraOptions { odd: Some(Odd::BothAudience), ..CameraOptions::default() });
    let file = machine.home.path().join("a-long-day-at-the-lake-with-everybody.png");
    std::fs::write(&file, crate::attachments::two_colours()).unwrap();
    let window = Window::open(machine.home.path()).await;
    window.until("return Array.isArray(window.__cspViolations) && document.readyState === 'complete'").await;
    let stricter = "const policy = document.createElement('meta');
        policy.httpEquiv = 'Content-Security-Policy';
        policy.content = \"img-src 'self'\";
        document.head.append(policy);
        return true";
    window.until(stricter).await;
    window.say(look.look_request()).await;
    window.css("[data-testid='row-turn']").await;
    window.css("[data-testid='file-picker']").await.send_keys(file.display().to_string()).await.unwrap();
    window.css("[data-testid='draft-attachment'][data-state='ready']").await;
    window.say(look.words("What is this?", "これは何ですか。", "这是什么？")).await;
    window.until("return document.querySelectorAll(\"[data-testid='media-blocked']\").length === 2").await;
    window.until("return document.querySelectorAll(\"[data-testid='row-turn']\").length === 2").await;
    look.picture(&window, "44-blocked").await;
    window.page.set_window_rect(0, 0, 720, 480).await.unwrap();
    window.until("return innerWidth === 720").await;
    // Neither the files' names nor why they are not shown is cut off by the chat's edges.
    let inside =
        "const chat = document.querySelector(\"[data-testid='composer']\").closest('section, main, aside');
        const { left, right } = chat.getBoundingClientRect();
        const files = ['media-blocked', 'attachment-', 'artifact-'].map((id) => `[data-testid^='${id}']`);
        const parts = [...chat.querySelectorAll(files)]
            .flatMap((part) => [part, ...part.querySelectorAll('span, button, svg')]);
        return parts.length > 3 && parts.map((part) => part.getBoundingClientRect())
            .every((box) => box.left >= left && box.right <= right && box.width > 8)";
    window.until(inside).await;
    look.picture(&window, "45-blocked-smallest").await;
    window.script("window.__cspViolations = []; return 0").await;
    window.finish().await;
}

/// One that was refused, one that is ready, one that is looked at.
async fn files(look: Look) {
    let machine = look.machine(CameraOptions::default());
    let [none, small, slow] =
        ["notes.txt", "two.png", "large.png"].map(|name| machine.home.path().join(name));
    std::fs::write(&none, "words").unwrap();
    std::fs::write(&small, crate::attachments::two_colours()).unwrap();
    crate::attachments::large(&slow);
    let window = Window::open(machine.home.path()).await;
    window.type_into("composer", look.words("What is this?", "これは何ですか。", "这是什么？")).await;
    let files = [none, small, slow].map(|file| file.display().to_string()).join("\n");
    window.css("[data-testid='file-picker']").await.send_keys(files).await.unwrap();
    window.css("[data-testid='draft-attachment'][data-state='ready']").await;
    look.picture(&window, "40-files").await;
    window.page.set_window_rect(0, 0, 720, 480).await.unwrap();
    window.until("return innerWidth === 720").await;
    // The list's title stays one line beside its buttons.
    let lines = "const title = document.querySelector('nav section h2');
        return title.scrollWidth <= title.clientWidth && title.getClientRects().length === 1
            && title.clientHeight < 24";
    window.until(lines).await;
    look.picture(&window, "41-files-smallest").await;
    // However many files there are, Send stays within reach.
    let many: Vec<String> = (0..9)
        .map(|number| {
            let file = machine.home.path().join(format!("many-{number}.txt"));
            std::fs::write(&file, "words").unwrap();
            file.display().to_string()
        })
        .collect();
    window.css("[data-testid='file-picker']").await.send_keys(many.join("\n")).await.unwrap();
    let refused = "return document.querySelectorAll(\"[data-state='refused']\").length === 10";
    window.until(refused).await;
    let reach = "return document.querySelector(\"[data-testid='send']\").getBoundingClientRect().bottom <= innerHeight";
    window.until(reach).await;
    look.picture(&window, "42-files-many").await;
    window.finish().await;
}

async fn camera_states(look: Look) {
    let mut machine = look.machine(CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.press_on_agent("agent_1", "agent-toggle").await;
    window.press("camera-start").await;
    window
        .until("return Number(document.querySelector(\"[data-testid='camera-canvas']\")?.dataset.seq) > 0")
        .await;
    let port = machine.unplug();
    window.until(&format!("{PHASE}('warn') || {}('bad')", PHASE.trim_start_matches("return "))).await;
    look.picture(&window, "30-camera-gone").await;
    let waiting = CameraOptions {
        port: Some(port),
        permission: Permission::After(Duration::from_secs(300)),
        ..CameraOptions::default()
    };
    let waiting = camera::start(waiting).unwrap();
    window.press("camera-stop").await;
    window.the("camera-start").await;
    window.finish().await;
    drop(waiting);
}

async fn refused(look: Look) {
    let options = CameraOptions { permission: Permission::Denied, ..CameraOptions::default() };
    let machine = look.machine(options);
    let window = Window::open(machine.home.path()).await;
    window.press_on_agent("agent_1", "agent-toggle").await;
    window.press("camera-start").await;
    window.until(&format!("{PHASE}('bad')")).await;
    window.say(look.look_request()).await;
    window.css("[data-testid='row-turn']").await;
    look.picture(&window, "31-camera-refused").await;
    window.finish().await;

    let options =
        CameraOptions { permission: Permission::After(Duration::from_secs(300)), ..CameraOptions::default() };
    let machine = look.machine(options);
    let window = Window::open(machine.home.path()).await;
    window.press_on_agent("agent_1", "agent-toggle").await;
    window.press("camera-start").await;
    window.until(&format!("{PHASE}('warn')")).await;
    look.picture(&window, "32-camera-waiting").await;
    window.finish().await;
}

async fn unreachable(look: Look) {
    let mut machine = look.machine(CameraOptions::default());
    machine.unplug();
    machine.use_model("openai-compat", "http://127.0.0.1:9/v1", "nobody").await;
    let window = Window::open(machine.home.path()).await;
    window.press_on_agent("agent_1", "agent-toggle").await;
    window.css("[data-state-of-server='failed']").await;
    window.say(look.look_request()).await;
    window.css("[data-testid='row-turn']").await;
    look.picture(&window, "33-nothing-answers").await;
    window.agent_settings("agent_1", "servers").await;
    window.the("mcp-server-problem").await;
    look.picture(&window, "34-server-problem").await;
    window.finish().await;
}

async fn signed_out(look: Look) {
    let machine = look.machine(CameraOptions::default());
    let tools = Toolbox::start(&["look"], |_| toolbox::result(&[]).into()).await;
    let window = Window::open(machine.home.path()).await;
    window.press_on_agent("agent_1", "agent-toggle").await;
    servers::with_a_refused_key(&window, &tools).await;
    look.picture(&window, "43-server-signed-out").await;
    window.finish().await;
}

async fn agents(look: Look) {
    let machine = look.machine(CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    for name in [look.words("Writer", "書き手", "作者"), look.words("Archivist", "記録係", "档案员")]
    {
        window.press("agent-new").await;
        let field = window.the("agent-name-field").await;
        field.send_keys(thirtyfour::Key::Control + "a").await.unwrap();
        field.send_keys(name).await.unwrap();
        if name == look.words("Archivist", "記録係", "档案员") {
            look.picture(&window, "35-agent-rename").await;
        }
        // Where another window of the display took the focus, the name is written and its field gone.
        field.send_keys(thirtyfour::Key::Enter + "").await.ok();
        window.gone("[data-testid='agent-name-field']").await;
    }
    window.agent_settings("agent_1", "general").await;
    window.press("tie-to-agent_2").await;
    window.press("tie-from-agent_2").await;
    window.press("tie-to-agent_3").await;
    look.picture(&window, "36-agent-general").await;
    window.press("dialog-close").await;
    window.gone("[role='dialog']").await;
    look.picture(&window, "37-map").await;
    window.script("document.querySelector(\"[data-testid^='map-tie-']\").focus()").await;
    window.keys(thirtyfour::Key::Enter + "").await;
    window.the("confirm").await;
    look.picture(&window, "38-tie-cut").await;
    window.press("confirm-cancel").await;
    window.agent_menu("agent_3", "menu-agent-delete").await;
    window.the("toast-action").await;
    look.picture(&window, "39-agent-undo").await;
    window.finish().await;
}
