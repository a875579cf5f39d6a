//! Pictures of every screen in three languages and both themes, for a person to look at.
//!
//! They are written where `FUSEFORKS_SHOTS` says. Without it the walk itself is the test, in the light only:
//! every screen can be reached, in every language, and no walk breaks the page's policy.

mod dialogs;
mod first;
mod states;
mod talk;
mod together;

use crate::window::{Machine, Window};
use fuseforks_sim::camera::CameraOptions;
use fuseforks_village::Language;
use serde_json::json;
use std::{path::PathBuf, time::Duration};

/// An idle page never repaints, and the driver waits for a repaint: something has to move meanwhile.
const STIR: &str = "window.__stir ??= setInterval(() => { document.documentElement.style.outlineOffset = \
    (performance.now() % 2) + 'px' }, 50)";

fn folder() -> Option<PathBuf> {
    std::env::var_os("FUSEFORKS_SHOTS").map(PathBuf::from)
}

/// One language in one theme.
#[derive(Clone, Copy)]
struct Look {
    language: Language,
    theme: &'static str,
}

impl Look {
    /// What is said to the practice model.
    fn words(self, en: &'static str, ja: &'static str, zh: &'static str) -> &'static str {
        match self.language {
            Language::En => en,
            Language::Ja => ja,
            Language::Zh => zh,
        }
    }

    fn look_request(self) -> &'static str {
        self.words(
            "Take a look through the camera",
            "カメラを見て、何が写っているか教えて",
            "看一下相机，里面有什么",
        )
    }

    fn machine(self, options: CameraOptions) -> Machine {
        let machine = Machine::new(self.language, options);
        machine.set("theme", json!(self.theme));
        machine
    }

    /// Takes a picture of what is on the screen.
    async fn picture(self, window: &Window, name: &str) {
        let Some(folder) = folder() else { return };
        // What still fades in is not what a person looks at.
        tokio::time::sleep(Duration::from_millis(450)).await;
        std::fs::create_dir_all(&folder).unwrap();
        window.script(STIR).await;
        let png = window.page.screenshot_as_png().await.unwrap();
        window.script("clearInterval(window.__stir); delete window.__stir").await;
        std::fs::write(folder.join(format!("{}-{}-{name}.png", self.language, self.theme)), png).unwrap();
    }
}

/// The looks of one language; the dark one only where there is somebody to look at it.
fn looks(language: Language) -> impl Iterator<Item = Look> {
    let themes: &[&str] = if folder().is_some() { &["light", "dark"] } else { &["light"] };
    themes.iter().map(move |theme| Look { language, theme })
}

/// One test for each part of the walk, so that no part waits for another.
macro_rules! walks {
    ($($name:ident: $language:ident),*) => {$(
        mod $name {
            use super::{Language, looks};

            #[tokio::test(flavor = "multi_thread")]
            async fn first() {
                for look in looks(Language::$language) {
                    super::first::walk(look).await;
                }
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn together() {
                for look in looks(Language::$language) {
                    super::together::walk(look).await;
                }
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn talk() {
                for look in looks(Language::$language) {
                    super::talk::walk(look).await;
                }
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn states() {
                for look in looks(Language::$language) {
                    super::states::walk(look).await;
                }
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn dialogs() {
                for look in looks(Language::$language) {
                    super::dialogs::walk(look).await;
                }
            }
        }
    )*};
}

walks!(english: En, japanese: Ja, chinese: Zh);
