//! One open village: its folder, its agents, its conversations.
//!
//! Owns everything that happens inside one folder. It must never know a window, and never hold a lock of
//! its own over a wait.
//!
//! Invariant: what the person was shown as stored is stored; what runs or connects was approved on this
//! machine.

mod agents;
mod ask;
mod camera;
mod context;
mod create;
mod delivery;
mod documents;
mod facts;
mod icons;
mod mcp;
mod media;
mod messages;
mod open;
mod paste;
mod practice;
mod roles;
mod servers;
mod sessions;
mod stage;
mod summaries;
mod templates;
mod tools;
mod turns;
mod view;
mod vision;
mod work_folders;

pub(crate) use create::create;
pub use create::{NewVillage, PRACTICE_CAMERA};
pub(crate) use media::Served;
pub(crate) use messages::Waiting;
pub(crate) use view::USER;
pub use view::{language_of, view_language};

use crate::{
    approvals::Approvals,
    attachments::Attachments,
    context::Board,
    delegation::Delegation,
    file::{AgentFile, TemplateFile, VillageFile},
    json_file,
    lock::VillageLock,
    log::{Line, LogWriter},
    outputs::Outputs,
    questions::Questions,
    services::Services,
    text::Text,
    trust::Place,
};
use fuseforks_contract::{Event, Failure, agent::AgentStatus};
use fuseforks_store::{MediaFolder, Store};
use std::{
    collections::{BTreeMap, VecDeque},
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// The file that makes a folder a village.
pub(crate) const VILLAGE_FILE: &str = "village.json";

/// An open village.
pub struct Village {
    pub(crate) id: String,
    pub(crate) folder: PathBuf,
    pub(crate) place: Place,
    pub(crate) services: Arc<Services>,
    pub(crate) store: Store,
    pub(crate) media: MediaFolder,
    pub(crate) outputs: Outputs,
    pub(crate) approvals: Approvals,
    pub(crate) questions: Questions,
    pub(crate) attachments: Attachments,
    pub(crate) delegation: Delegation,
    pub(crate) board: Board,
    log: LogWriter,
    file: Mutex<VillageFile>,
    session: Mutex<Uuid>,
    members: Mutex<BTreeMap<String, Member>>,
    /// Tools of agents that returned an image in this run.
    gave_images: Mutex<std::collections::HashSet<(String, String)>>,
    icons: Mutex<icons::Icons>,
    camera: camera::Camera,
    /// What servers said about models in this run.
    asked: Mutex<facts::Asked>,
    problems: Vec<Failure>,
    /// The last to go: whoever gets it finds everything else closed.
    lock: VillageLock,
}

/// What an agent does in this run.
#[derive(Default)]
pub(crate) struct Member {
    /// It was started.
    pub started: bool,
    /// Its servers, while it is started.
    pub servers: Option<Arc<servers::Servers>>,
    /// Messages that wait, oldest first.
    pub inbox: VecDeque<messages::Waiting>,
    /// Its running turn.
    pub running: Option<Running>,
    /// A task works through its inbox.
    pub working: bool,
    /// What it does.
    pub status: Option<AgentStatus>,
    /// The tool it runs or waits with.
    pub tool: Option<String>,
    /// Since when it does that, in milliseconds since 1970 UTC.
    pub since_ms: i64,
    /// How full its window is in its running turn, and the conversation that is of.
    pub context: Option<(Uuid, fuseforks_contract::context::ContextView)>,
}

/// Who stops a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stopper {
    /// The person.
    Person,
    /// The end of the village's run.
    Closing,
}

/// A running turn.
#[derive(Clone)]
pub(crate) struct Running {
    stop: CancellationToken,
    by: Arc<OnceLock<Stopper>>,
}

impl Running {
    pub(crate) fn new(stop: CancellationToken) -> Self {
        Self { stop, by: Arc::default() }
    }

    /// Stops it. The first who does is the one that is named.
    pub(crate) fn stop(&self, by: Stopper) {
        let _ = self.by.set(by);
        self.stop.cancel();
    }

    /// Who stopped it, as the sentence about it knows them: nobody here means the agent that waits.
    fn stopped_by(&self) -> &'static str {
        match self.by.get() {
            Some(Stopper::Person) => "person",
            Some(Stopper::Closing) => "closing",
            None => "asker",
        }
    }
}

pub(crate) fn hold<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Village {
    /// The village's id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The words of its language, as of now.
    #[must_use]
    pub fn text(&self) -> &'static Text {
        Text::of(hold(&self.file).language)
    }

    /// The open conversation.
    #[must_use]
    pub fn session(&self) -> Uuid {
        *hold(&self.session)
    }

    /// Reads the file.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&VillageFile) -> T) -> T {
        look(&hold(&self.file))
    }

    /// Changes the file and writes it whole; if it cannot be written, nothing changed.
    pub(crate) fn change<T>(
        &self,
        edit: impl FnOnce(&mut VillageFile) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut file = hold(&self.file);
        let mut copy = file.clone();
        let result = edit(&mut copy)?;
        let mut written = copy.clone();
        written.agents.retain(|agent| !agent.deleted);
        json_file::write(&self.folder.join(VILLAGE_FILE), &written)
            .map_err(|problem| file_failure(&problem))?;
        *file = copy;
        Ok(result)
    }

    /// Changes name, language or budget; they hold from the next turn and request.
    ///
    /// # Errors
    /// `name-empty`, `file-io`.
    pub fn set(&self, set: &fuseforks_contract::village::VillageSet) -> Result<(), Failure> {
        let name = set.name.as_deref().map(agents::clean_name).transpose()?;
        self.change(|file| {
            file.name = name.unwrap_or_else(|| std::mem::take(&mut file.name));
            file.language = set.language.map_or(file.language, language_of);
            if let Some(budget) = set.budget {
                file.settings.budget = (budget > 0).then_some(budget);
            }
            Ok(())
        })?;
        self.tell_village();
        Ok(())
    }

    pub(crate) fn members(&self) -> MutexGuard<'_, BTreeMap<String, Member>> {
        hold(&self.members)
    }

    pub(crate) fn agent_file(&self, agent: &str) -> Result<AgentFile, Failure> {
        self.read(|file| file.agents.iter().find(|one| one.id == agent && !one.deleted).cloned())
            .ok_or_else(|| Failure::new("agent-unknown").with("agent", agent))
    }

    pub(crate) fn template_file(&self, template: &str) -> Result<TemplateFile, Failure> {
        self.read(|file| file.templates.iter().find(|one| one.id == template).cloned())
            .ok_or_else(|| Failure::new("template-unknown").with("template", template))
    }

    /// The agent with this id, or the one with this name.
    ///
    /// # Errors
    /// When there is none, or several have the name.
    pub fn find_agent(&self, wanted: &str) -> Result<String, Failure> {
        self.read(|file| {
            let alive = || file.agents.iter().filter(|agent| !agent.deleted);
            if let Some(agent) = alive().find(|agent| agent.id == wanted) {
                return Ok(agent.id.clone());
            }
            let mut named = alive().filter(|agent| agent.name == wanted);
            match (named.next(), named.next()) {
                (Some(agent), None) => Ok(agent.id.clone()),
                (Some(_), Some(_)) => Err(Failure::new("agent-ambiguous").with("agent", wanted)),
                (None, _) => Err(Failure::new("agent-unknown").with("agent", wanted)),
            }
        })
    }

    pub(crate) fn write_log(&self, line: &Line) {
        self.log.write(self.services.now_ms(), line);
        let total = u32::try_from(self.log.written()).unwrap_or(u32::MAX);
        self.tell(Event::Log { village: self.id.clone(), total });
    }

    pub(crate) fn tell(&self, event: Event) {
        self.services.events.tell(event);
    }

    /// Folder of an agent's documents and servers.
    pub(crate) fn agent_folder(&self, agent: &str) -> PathBuf {
        self.folder.join("agents").join(agent)
    }
}

/// A file problem as the person is told it.
pub(crate) fn file_failure(problem: &json_file::FileProblem) -> Failure {
    let code = if problem.line == 0 { "file-io" } else { "file-json" };
    Failure::new(code)
        .with("file", problem.path.display())
        .with("line", problem.line)
        .with("column", problem.column)
        .with("reason", &problem.reason)
}

/// Why a file or folder that the person named cannot be used, by what stands in its way.
#[must_use]
pub fn io_failure(path: &Path, error: &io::Error) -> Failure {
    let told = |code: &str, path: &Path| Failure::new(code).with("file", path.display());
    // A file where a folder should be is told in as many ways as there are systems.
    if let Some(file) = path.ancestors().skip(1).find(|above| above.is_file()) {
        return told("folder-is-file", file);
    }
    match error.kind() {
        io::ErrorKind::NotFound => told("file-missing", path),
        io::ErrorKind::AlreadyExists if path.is_file() => told("folder-is-file", path),
        io::ErrorKind::IsADirectory => told("file-is-folder", path),
        // What Windows says of a folder that is read as a file.
        io::ErrorKind::PermissionDenied if cfg!(windows) && path.is_dir() => told("file-is-folder", path),
        _ => told("file-io", path).with("reason", error),
    }
}

/// A store problem as the person is told it.
pub(crate) fn store_failure(error: &fuseforks_store::StoreError) -> Failure {
    match error {
        fuseforks_store::StoreError::NoSession(id) => Failure::new("session-unknown").with("session", id),
        other => Failure::new("store-failed").with("reason", other),
    }
}

/// A problem with the media folder as the person is told it.
pub(crate) fn media_failure(error: &fuseforks_store::MediaError) -> Failure {
    Failure::new("store-failed").with("reason", error)
}

pub(crate) use file_failure as file_problem;
pub use mcp::connect_failure;
pub(crate) use open::read_file as read_village_file;
pub(crate) use templates::presets;
pub use templates::{likely_wants_key, origin, wire_unknown};
