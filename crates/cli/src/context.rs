//! What commands share: the person's language and the application.

use crate::output;
use fuseforks_village::{
    App, AppLimits, AppOptions, Asking, Home, Language, PRACTICE_CAMERA, Village,
    clock::SystemClock,
    contract::Failure,
    language_of,
    secret::{MemorySecrets, OsSecrets, STORE_LIMIT, Secrets},
    text::Text,
};
use std::{collections::HashMap, path::Path, sync::Arc, time::Duration};

/// Keeps keys in memory instead of the OS store: for machines without one, and for tests.
const MEMORY_SECRETS: &str = "FUSEFORKS_SECRETS";

/// What commands share.
pub(crate) struct Context {
    pub(crate) home: Home,
    pub(crate) language: Language,
}

/// An application with one open village, and the camera stand-in while it is needed.
pub(crate) struct Opened {
    pub(crate) app: Arc<App>,
    pub(crate) village: Arc<Village>,
    _camera: Option<fuseforks_sim::camera::Camera>,
}

impl Context {
    pub(crate) fn from_env() -> Self {
        let home = Home::from_env();
        let chosen = fuseforks_village::stored_language(&home).map(language_of);
        Self { home, language: chosen.unwrap_or_else(Language::of_system) }
    }

    pub(crate) fn text(&self) -> &'static Text {
        Text::of(self.language)
    }

    pub(crate) fn app(
        &self,
        asking: Asking,
        variables: HashMap<String, String>,
    ) -> Result<Arc<App>, Failure> {
        let secrets: Arc<dyn Secrets> = match std::env::var(MEMORY_SECRETS).as_deref() {
            Ok("memory") => Arc::new(MemorySecrets::default()),
            _ => Arc::new(OsSecrets::new(STORE_LIMIT)),
        };
        App::new(AppOptions {
            home: self.home.clone(),
            clock: Arc::new(SystemClock),
            secrets,
            variables,
            asking,
            // One turn, then the program ends: a server that is still being downloaded is worth the wait.
            limits: AppLimits { server_patience: Duration::from_secs(200), ..AppLimits::default() },
            language: self.language,
        })
    }

    /// Opens a village for a command that changes or reads it.
    pub(crate) fn open(&self, dir: &Path) -> Result<Opened, Failure> {
        let app = self.app(Asking::Nobody, HashMap::new())?;
        let village = app.open(dir)?;
        self.note_problems(&village);
        Ok(Opened { app, village, _camera: None })
    }

    /// Opens a village for asking, with the camera stand-in at hand.
    pub(crate) fn open_with_camera(&self, dir: &Path, asking: Asking) -> Result<Opened, Failure> {
        let camera = fuseforks_sim::camera::start(fuseforks_sim::camera::CameraOptions::default())
            .map_err(|error| Failure::new("internal").detail(error.to_string()))?;
        let variables = HashMap::from([(PRACTICE_CAMERA.to_owned(), camera.url())]);
        let app = self.app(asking, variables)?;
        let village = app.open(dir)?;
        self.note_problems(&village);
        Ok(Opened { app, village, _camera: Some(camera) })
    }

    /// A file that cannot be read stands for nothing: whoever wrote it must hear so.
    fn note_problems(&self, village: &Village) {
        for problem in village.problems() {
            output::note(&format!("fuseforks: {}", output::sentence(self.text(), problem)));
        }
    }
}
