//! The application: the machine's settings and the villages that are open.
//!
//! Owns which villages exist here and which one is shown. It must never know a window: a shell, the
//! command line and tests all stand in front of it in the same way.

use crate::{
    clock::Clock,
    eras::Eras,
    events::Events,
    file::VillageFile,
    home::Home,
    icon,
    log::Line,
    secret::{Place as SecretPlaceOf, Secrets},
    services::{AppLimits, Asking, Services},
    settings::{SettingsFile, apply, defaults},
    text::Language,
    trust::Trust,
    village::{self, NewVillage, Served, Village, language_of, view_language},
};
use fuseforks_contract::{
    Event, Failure,
    app::{AppState, Settings, SettingsPatch, UserIconSet, VillageRef},
    village::VillageNew,
};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::mpsc::UnboundedReceiver;

/// How long closing waits until a village can be opened again.
const LET_GO: Duration = Duration::from_secs(1);

/// What the application is made of.
pub struct AppOptions {
    /// The machine's folder.
    pub home: Home,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Keys.
    pub secrets: Arc<dyn Secrets>,
    /// Values that win over the environment when an `mcp.json` names them.
    pub variables: HashMap<String, String>,
    /// What happens with calls that need the person's word.
    pub asking: Asking,
    /// Limits.
    pub limits: AppLimits,
    /// The language of the desktop, for a person who chose none.
    pub language: Language,
}

/// The application.
pub struct App {
    services: Arc<Services>,
    file: Mutex<SettingsFile>,
    open: Mutex<Open>,
}

/// Characters of a name that the window reports.
const BLOCKED_CHARS: usize = 200;

#[derive(Default)]
struct Open {
    villages: HashMap<String, Arc<Village>>,
    current: Option<String>,
}

fn hold<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl App {
    /// Reads the machine's files. Nothing is opened or connected yet.
    ///
    /// # Errors
    /// `file-json` when `settings.json` or `trust.json` does not parse; both are left alone.
    pub fn new(options: AppOptions) -> Result<Arc<Self>, Failure> {
        let problem = |problem: crate::json_file::FileProblem| village::file_problem(&problem);
        let file = SettingsFile::read(&options.home).map_err(problem)?;
        let trust = Trust::open(&options.home.trust()).map_err(problem)?;
        let eras = options.home.eras();
        let settings = file.settings.clone().unwrap_or_else(|| defaults(options.language));
        Ok(Arc::new(Self {
            services: Arc::new(Services {
                home: options.home,
                clock: options.clock,
                secrets: options.secrets,
                trust,
                eras: Eras::open(&eras),
                events: Events::default(),
                settings: Mutex::new(settings),
                variables: options.variables,
                asking: Mutex::new(options.asking),
                known_keys: Mutex::default(),
                servers: fuseforks_mcp::Pool::default(),
                transport: std::sync::OnceLock::new(),
                limits: options.limits,
            }),
            file: Mutex::new(file),
            open: Mutex::default(),
        }))
    }

    /// What all villages share.
    #[must_use]
    pub fn services(&self) -> &Arc<Services> {
        &self.services
    }

    /// Listens from now on.
    #[must_use]
    pub fn subscribe(&self) -> UnboundedReceiver<Event> {
        self.services.events.subscribe()
    }

    /// What the first paint needs.
    #[must_use]
    pub fn state(&self) -> AppState {
        AppState {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            settings: self.services.settings(),
            villages: self.villages(),
            current: hold(&self.open).current.clone(),
            first_run: hold(&self.file).villages.is_empty(),
            secrets: match self.services.secrets.place() {
                SecretPlaceOf::OsStore => fuseforks_contract::app::SecretPlace::OsStore,
                SecretPlaceOf::ThisRunOnly => fuseforks_contract::app::SecretPlace::ThisRunOnly,
            },
            attachment_mb: crate::attachments::LARGEST_IMAGE_MB,
        }
    }

    /// Known villages, last opened first.
    #[must_use]
    pub fn villages(&self) -> Vec<VillageRef> {
        let known = hold(&self.file).villages.clone();
        let open = hold(&self.open);
        let refs = known.into_iter().map(|path| {
            let found = village::read_village_file(Path::new(&path));
            let (file, problem) = match found {
                Ok(file) => (Some(file), None),
                Err(problem) => (None, Some(problem)),
            };
            let VillageFile { id, name, language, .. } = match file {
                Some(file) => file,
                None => return unreadable(path, problem),
            };
            let open = open.villages.contains_key(&id);
            VillageRef { id, name, language: view_language(language), path, open, problem: None }
        });
        refs.collect()
    }

    /// Changes settings of the person. Lower limits of what is kept hold at once.
    ///
    /// # Errors
    /// When `settings.json` cannot be written.
    pub fn settings_set(&self, patch: &SettingsPatch) -> Result<Settings, Failure> {
        let mut settings = self.services.settings();
        apply(&mut settings, patch);
        let settings = self.take_settings(settings)?;
        let limits = (patch.media_folder_mb, patch.attachments_mb, patch.attachments_days);
        if limits != (None, None, None) {
            self.open_villages().iter().for_each(|village| village.prune_kept());
        }
        Ok(settings)
    }

    /// Notes in the log of the village on screen that the window's policy blocked something.
    pub fn note_blocked(&self, directive: &str, source: &str) {
        let cut = |text: &str| crate::text::one_line(text, BLOCKED_CHARS);
        // A path can hold the secret of the loopback router.
        let source = source.split('/').take(3).collect::<Vec<_>>().join("/");
        let line = Line::Blocked { directive: cut(directive), source: cut(&source) };
        let open = hold(&self.open);
        match open.current.as_ref().and_then(|current| open.villages.get(current)) {
            Some(village) => village.write_log(&line),
            None => tracing::warn!(%line, "no village is open"),
        }
    }

    /// Gives the person an icon, or takes it away.
    ///
    /// # Errors
    /// `icon-unreadable`, `icon-unsupported`, `icon-too-large`, `file-io`.
    pub async fn user_icon_set(&self, set: UserIconSet) -> Result<Settings, Failure> {
        let (path, limits) = (self.services.home.icon(), self.services.limits.media);
        let mark = tokio::task::spawn_blocking(move || {
            icon::write(&path, &set.data, &limits)?;
            Ok(icon::mark(&path))
        });
        let mark = mark.await.map_err(|_| Failure::new("internal"))??;
        self.take_settings(Settings { user_icon: mark, ..self.services.settings() })
    }

    /// The bytes behind a path of `media://localhost/`.
    pub(crate) fn served(&self, path: &str) -> Option<Served> {
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        if let ["icon", "user", _] = parts.as_slice() {
            let bytes = icon::read(&self.services.home.icon())?;
            return Some(Served { mime: "image/webp".to_owned(), bytes });
        }
        self.open_villages().into_iter().find_map(|village| village.served(path))
    }

    fn take_settings(&self, settings: Settings) -> Result<Settings, Failure> {
        {
            let mut file = hold(&self.file);
            file.settings = Some(settings.clone());
            file.write(&self.services.home).map_err(|problem| village::file_problem(&problem))?;
        }
        *hold(&self.services.settings) = settings.clone();
        self.services.events.tell(Event::Settings { settings: settings.clone() });
        Ok(settings)
    }

    /// Opens the village in a folder and shows it.
    ///
    /// # Errors
    /// See [`Village::open`].
    pub fn open(&self, folder: &Path) -> Result<Arc<Village>, Failure> {
        let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let opened = {
            let mut open = hold(&self.open);
            let already = open.villages.values().find(|village| village.folder() == folder).cloned();
            let opened = match already {
                Some(village) => village,
                None => {
                    let village = Village::open(&folder, Arc::clone(&self.services))?;
                    if open.villages.contains_key(village.id()) {
                        return Err(Failure::new("village-twice").with("path", folder.display()));
                    }
                    open.villages.insert(village.id().to_owned(), Arc::clone(&village));
                    village
                }
            };
            open.current = Some(opened.id().to_owned());
            opened
        };
        {
            let mut file = hold(&self.file);
            file.opened(&folder.display().to_string());
            file.write(&self.services.home).map_err(|problem| village::file_problem(&problem))?;
        }
        self.tell_villages();
        Ok(opened)
    }

    /// Makes a village.
    ///
    /// # Errors
    /// See [`village::create`].
    pub fn create(&self, folder: &Path, new: &NewVillage) -> Result<(), Failure> {
        village::create(folder, new, &self.services)
    }

    /// Makes a village in the machine's villages folder, or where the person says, and opens it.
    ///
    /// # Errors
    /// See [`village::create`] and [`Village::open`].
    pub fn create_and_open(&self, new: &VillageNew) -> Result<Arc<Village>, Failure> {
        let folder = match &new.path {
            Some(path) => PathBuf::from(path),
            None => self.free_folder(&new.name, new.practice),
        };
        let new = NewVillage {
            name: new.name.clone(),
            language: language_of(new.language),
            practice: new.practice,
            camera: None,
        };
        self.create(&folder, &new)?;
        self.open(&folder)
    }

    /// A folder name that every file system takes, and that nothing has yet.
    fn free_folder(&self, name: &str, practice: bool) -> PathBuf {
        let mut plain: String = name
            .chars()
            .map(|c| if c.is_alphanumeric() || c == '-' { c } else { '-' })
            .take(40)
            .collect::<String>()
            .trim_matches('-')
            .to_lowercase();
        if plain.is_empty() {
            plain = if practice { "practice" } else { "village" }.to_owned();
        }
        let folder = self.services.home.villages();
        let first = folder.join(&plain);
        if !first.exists() {
            return first;
        }
        (2_u32..).map(|n| folder.join(format!("{plain}-{n}"))).find(|path| !path.exists()).unwrap_or(first)
    }

    /// An open village.
    ///
    /// # Errors
    /// `village-not-open`.
    pub fn village(&self, id: &str) -> Result<Arc<Village>, Failure> {
        hold(&self.open)
            .villages
            .get(id)
            .cloned()
            .ok_or_else(|| Failure::new("village-not-open").with("village", id))
    }

    /// Every open village.
    #[must_use]
    pub fn open_villages(&self) -> Vec<Arc<Village>> {
        hold(&self.open).villages.values().cloned().collect()
    }

    /// Opens a known village by its id and shows it.
    ///
    /// # Errors
    /// `village-unknown`, or see [`Village::open`].
    pub fn open_known(&self, id: &str) -> Result<Arc<Village>, Failure> {
        let path = self.villages().into_iter().find(|village| village.id == id).map(|village| village.path);
        let path = path.ok_or_else(|| Failure::new("village-unknown").with("village", id))?;
        self.open(Path::new(&path))
    }

    /// At launch: opens the last village. One that cannot be opened is reported and the next is tried.
    pub fn launch(&self) -> Vec<Failure> {
        let mut problems = Vec::new();
        for village in self.villages() {
            match self.open(Path::new(&village.path)) {
                Ok(_) => return problems,
                Err(problem) => problems.push(problem),
            }
        }
        problems
    }

    /// Makes the practice village in a language and opens it.
    ///
    /// # Errors
    /// See [`village::create`] and [`Village::open`].
    pub fn open_practice(&self, language: Language) -> Result<Arc<Village>, Failure> {
        let language = view_language(language);
        self.create_and_open(&VillageNew { name: String::new(), language, practice: true, path: None })
    }

    /// Closes a village.
    ///
    /// # Errors
    /// `village-not-open`.
    pub async fn close(&self, id: &str) -> Result<(), Failure> {
        let village = self.village(id)?;
        village.close().await;
        let free = village.free();
        drop(village);
        {
            let mut open = hold(&self.open);
            open.villages.remove(id);
            if open.current.as_deref() == Some(id) {
                open.current = open.villages.keys().next().cloned();
            }
        }
        // Tasks that still end hold it for a moment; the person may open it again at once.
        let _ = tokio::time::timeout(LET_GO, free.cancelled()).await;
        self.tell_villages();
        Ok(())
    }

    /// Closes everything.
    pub async fn close_all(&self) {
        for village in self.open_villages() {
            village.close().await;
        }
        hold(&self.open).villages.clear();
    }

    /// A turn runs somewhere.
    #[must_use]
    pub fn busy(&self) -> bool {
        self.open_villages().iter().any(|village| village.busy())
    }

    fn tell_villages(&self) {
        self.services.events.tell(Event::Villages { villages: self.villages() });
    }
}

fn unreadable(path: String, problem: Option<Failure>) -> VillageRef {
    let name =
        Path::new(&path).file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let language = view_language(Language::En);
    VillageRef { id: path.clone(), name, language, path, open: false, problem }
}
