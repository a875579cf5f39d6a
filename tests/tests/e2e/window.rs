//! One window under test: its driver, its machine folder, and what a person does with it.

use fuseforks_sim::camera::{Camera, CameraOptions};
use fuseforks_village::{
    App, AppLimits, AppOptions, Asking, Home, Language, NewVillage, clock::SystemClock, secret::MemorySecrets,
};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    net::TcpListener,
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};
use tempfile::TempDir;
use thirtyfour::{TypingData, prelude::*};

/// How long a person would wait for something to appear.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program of this workspace.
pub(crate) fn program(name: &str) -> PathBuf {
    let folder = std::env::var_os("FUSEFORKS_BIN_DIR").map(PathBuf::from).unwrap_or_else(|| {
        let test = std::env::current_exe().unwrap();
        test.parent().unwrap().parent().unwrap().to_owned()
    });
    let path = folder.join(name);
    assert!(path.is_file(), "{} is not built", path.display());
    path
}

/// A machine folder with one practice village whose camera is the test's own.
pub(crate) struct Machine {
    pub(crate) home: TempDir,
    pub(crate) camera: Camera,
    pub(crate) village: PathBuf,
}

impl Machine {
    pub(crate) fn new(language: Language, camera: CameraOptions) -> Self {
        let home = TempDir::new().unwrap();
        let camera = fuseforks_sim::camera::start(camera).unwrap();
        let village = home.path().join("villages/practice");
        let app = app(home.path());
        let new = NewVillage { name: String::new(), language, practice: true, camera: Some(camera.url()) };
        app.create(&village, &new).unwrap();
        let settings = json!({
            "settings": {
                "language": language.as_str(), "theme": "light", "user_name": "", "max_upload_mb": 32,
                "camera_interval_ms": 1000,
            },
            "villages": [std::fs::canonicalize(&village).unwrap()],
        });
        std::fs::write(home.path().join("settings.json"), settings.to_string()).unwrap();
        Self { home, camera, village }
    }

    /// Takes back that the practice camera's tools run without asking.
    pub(crate) fn ask_before_tools(&self) {
        let path = self.home.path().join("trust.json");
        let mut trust: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        for village in trust["villages"].as_object_mut().unwrap().values_mut() {
            village["tools"] = json!({});
        }
        std::fs::write(path, trust.to_string()).unwrap();
    }

    /// The village's own file.
    pub(crate) fn file(&self) -> Value {
        serde_json::from_slice(&std::fs::read(self.village.join("village.json")).unwrap()).unwrap()
    }

    /// The log so far.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.village.join("fuseforks.log")).unwrap_or_default()
    }

    /// The process that has the village open.
    pub(crate) fn process(&self) -> u32 {
        holder(&self.village)
    }

    /// Ends the camera; its address stays free for another one.
    pub(crate) fn unplug(&mut self) -> u16 {
        let elsewhere = fuseforks_sim::camera::start(CameraOptions::default()).unwrap();
        let gone = std::mem::replace(&mut self.camera, elsewhere);
        let port = gone.url().rsplit_once(':').unwrap().1.trim_end_matches("/mcp").parse().unwrap();
        gone.shutdown();
        port
    }

    /// Replaces settings of the person.
    pub(crate) fn set(&self, name: &str, value: Value) {
        let path = self.home.path().join("settings.json");
        let mut settings: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        settings["settings"][name] = value;
        std::fs::write(path, settings.to_string()).unwrap();
    }
}

pub(crate) fn app(home: &Path) -> Arc<App> {
    App::new(AppOptions {
        home: Home::at(home),
        clock: Arc::new(SystemClock),
        secrets: Arc::new(MemorySecrets::default()),
        variables: HashMap::new(),
        asking: Asking::Nobody,
        limits: AppLimits::default(),
        language: Language::En,
    })
    .unwrap()
}

/// The process that has a village open.
pub(crate) fn holder(village: &Path) -> u32 {
    let lock = std::fs::read_to_string(village.join("village.lock")).unwrap();
    let digits: String = lock.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

/// An open window.
pub(crate) struct Window {
    pub(crate) page: WebDriver,
    driver: Child,
}

impl Drop for Window {
    fn drop(&mut self) {
        // The driver and the program that it started, whatever state they are in.
        let group = format!("-{}", self.driver.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.driver.wait();
    }
}

impl Window {
    pub(crate) async fn open(home: &Path) -> Self {
        Self::open_where(home, &[]).await
    }

    /// Opens a window of a program that finds these variables around it.
    pub(crate) async fn open_where(home: &Path, variables: &[(&str, &str)]) -> Self {
        // The driver's client wants a TLS provider even for a loopback address.
        let _ = rustls::crypto::ring::default_provider().install_default();
        assert!(std::env::var_os("DISPLAY").is_some(), "the window needs a display: run cargo xtask e2e");
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let driver = Command::new("WebKitWebDriver")
            .arg(format!("--port={port}"))
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .env("WEBKIT_DISABLE_DMABUF_RENDERER", "1")
            .env("FUSEFORKS_HOME", home)
            .env("FUSEFORKS_SECRETS", "memory")
            .env("NO_AT_BRIDGE", "1")
            .env("LANG", "C.UTF-8")
            .env_remove("LC_ALL")
            .envs(variables.iter().copied())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("WebKitWebDriver (Debian package webkit2gtk-driver)");
        let mut capabilities = Capabilities::new();
        let options = json!({ "binary": program("fuseforks-desktop"), "args": [] });
        capabilities.set("webkitgtk:browserOptions", options).unwrap();
        let begun = Instant::now();
        let url = format!("http://127.0.0.1:{port}");
        let page = loop {
            match WebDriver::new(&url, capabilities.clone()).await {
                Ok(page) => break page,
                Err(error) => {
                    assert!(begun.elapsed() < PATIENCE, "no session: {error}");
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
            }
        };
        Self { page, driver }
    }

    /// Waits for an element by its test id.
    pub(crate) async fn the(&self, id: &str) -> WebElement {
        self.css(&format!("[data-testid='{id}']")).await
    }

    /// Waits for an element by a selector.
    pub(crate) async fn css(&self, selector: &str) -> WebElement {
        let found =
            self.page.query(By::Css(selector)).wait(PATIENCE, Duration::from_millis(50)).first().await;
        match found {
            Ok(element) => element,
            Err(error) => panic!("no {selector}: {error}\n{}", self.text().await),
        }
    }

    /// Presses an element once it can be pressed.
    pub(crate) async fn press(&self, id: &str) {
        self.press_css(&format!("[data-testid='{id}']")).await;
    }

    /// Presses an element of the open dialog.
    pub(crate) async fn press_inside(&self, id: &str) {
        self.press_css(&format!("[role='dialog'] [data-testid='{id}']")).await;
    }

    /// Presses what a selector finds.
    pub(crate) async fn press_css(&self, selector: &str) {
        let begun = Instant::now();
        loop {
            let element = self.css(selector).await;
            // A click on a disabled button succeeds and does nothing.
            let pressed = match element.is_enabled().await {
                Ok(true) => element.click().await.map_err(|error| error.to_string()),
                Ok(false) => Err("it is disabled".to_owned()),
                Err(error) => Err(error.to_string()),
            };
            let Err(error) = pressed else { return };
            assert!(begun.elapsed() < PATIENCE, "{selector} cannot be pressed: {error}");
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
    }

    /// Presses a key, or several at once, where the cursor is.
    pub(crate) async fn keys(&self, keys: impl Into<TypingData>) {
        // What takes the cursor takes it a moment after it is there.
        let nowhere = "return document.activeElement === document.body";
        for _ in 0..10 {
            if self.script(nowhere).await != json!(true) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        self.page.active_element().await.unwrap().send_keys(keys).await.unwrap();
    }

    /// Chooses in a list.
    pub(crate) async fn choose(&self, list: &str, option: &str) {
        self.press(list).await;
        self.press(&format!("option-{option}")).await;
    }

    /// Waits until nothing fits a selector any more.
    pub(crate) async fn gone(&self, selector: &str) {
        self.until(&format!("return document.querySelector({}) === null", json!(selector))).await;
    }

    /// Chooses in an agent's menu. Its button shows only under the pointer, which a row that is drawn anew loses.
    pub(crate) async fn agent_menu(&self, agent: &str, item: &str) {
        self.press_on_agent(agent, "agent-menu").await;
        self.press(item).await;
    }

    /// Presses a button that an agent shows only under the pointer.
    pub(crate) async fn press_on_agent(&self, agent: &str, button: &str) {
        let begun = Instant::now();
        loop {
            self.hover("composer").await;
            self.hover(&format!("agent-item-{agent}")).await;
            let found = self.the(&format!("{button}-{agent}")).await;
            match found.click().await {
                Ok(()) => break,
                Err(error) => assert!(begun.elapsed() < PATIENCE, "no {button} of {agent}: {error}"),
            }
        }
    }

    /// Opens a page of an agent's settings.
    pub(crate) async fn agent_settings(&self, agent: &str, page: &str) {
        self.agent_menu(agent, "menu-agent-settings").await;
        self.press_inside(&format!("tab-{page}")).await;
    }

    /// Brings the pointer over an element: some buttons appear only then.
    pub(crate) async fn hover(&self, id: &str) {
        let element = self.the(id).await;
        self.page.action_chain().move_to_element_center(&element).perform().await.unwrap();
        tokio::time::sleep(Duration::from_millis(200)).await;
    }

    /// Types into an element.
    pub(crate) async fn type_into(&self, id: &str, text: &str) {
        self.the(id).await.send_keys(text).await.unwrap();
    }

    /// Sends a message to the selected agent.
    pub(crate) async fn say(&self, text: &str) {
        self.type_into("composer", text).await;
        self.press("send").await;
    }

    /// All text on the screen.
    pub(crate) async fn text(&self) -> String {
        self.script("return document.body.innerText").await.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the screen shows a text.
    pub(crate) async fn shows(&self, text: &str) {
        let begun = Instant::now();
        loop {
            let all = self.text().await;
            if all.contains(text) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "the screen does not show {text:?}:\n{all}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Waits until a script is true.
    pub(crate) async fn until(&self, script: &str) -> Value {
        self.until_within(PATIENCE, script).await
    }

    /// Waits as long as this until a script is true.
    pub(crate) async fn until_within(&self, patience: Duration, script: &str) -> Value {
        let begun = Instant::now();
        loop {
            let value = self.script(script).await;
            if !matches!(value, Value::Null | Value::Bool(false)) {
                return value;
            }
            assert!(begun.elapsed() < patience, "never true: {script}\n{}", self.text().await);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Runs a script in the page.
    pub(crate) async fn script(&self, script: &str) -> Value {
        self.page.execute(script, Vec::new()).await.unwrap().json().clone()
    }

    /// Runs an async expression in the page.
    pub(crate) async fn later(&self, expression: &str) -> Value {
        let script = format!(
            "const done = arguments[arguments.length - 1]; \
             (async () => {expression})().then((value) => done({{ value }}), (error) => done({{ error: String(error) }}))"
        );
        let answer = self.page.execute_async(&script, Vec::new()).await.unwrap().json().clone();
        assert!(answer.get("error").is_none(), "{expression}: {answer}");
        answer["value"].clone()
    }

    /// Nothing on the page broke its content security policy.
    pub(crate) async fn no_violation(&self) {
        let violations = self.script("return window.__cspViolations ?? ['not collected']").await;
        assert_eq!(violations, json!([]), "the page broke its policy");
    }

    /// Ends the test: nothing on the page broke its content security policy.
    pub(crate) async fn finish(self) {
        self.no_violation().await;
        let _ = self.page.clone().quit().await;
    }
}
