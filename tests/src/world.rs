//! A village in a folder of its own, driven through the same commands that a window uses.

use crate::{KEY, MODEL, PATIENCE, Recorder, Told, picture, process::CameraProcess, program::Program, until};
use fuseforks_contract::{
    Event, Failure, Host as _,
    agent::{AgentId, AgentNew, AgentSet, AgentView},
    app::Empty,
    chat::{AttachmentAdd, AttachmentView, MessageSend, MessageSent, Row, ThreadAsk},
    mcp::{McpSet, Permission, PermissionSet, ServerState},
    template::{KeySet, TemplateSave, Vision},
    village::{SessionView, TieSet, VillageId, VillageView},
};
use fuseforks_sim::{
    camera::Camera,
    provider::{Provider, Wire},
};
use fuseforks_village::{
    App, AppLimits, AppOptions, Asking, Home, Language, NewVillage, Village,
    clock::{Clock, SystemClock},
    secret::{MemorySecrets, Secrets},
};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tempfile::TempDir;

/// The folders of a world, for as long as anybody needs them.
#[derive(Clone)]
pub struct Kept(Arc<TempDir>);

impl Kept {
    fn new() -> Self {
        Self(Arc::new(tempfile::tempdir().unwrap()))
    }

    /// A folder for whatever a story needs.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The machine's folder.
    #[must_use]
    pub fn home(&self) -> PathBuf {
        self.0.path().join("home")
    }

    /// The village's folder.
    #[must_use]
    pub fn village(&self) -> PathBuf {
        self.0.path().join("village")
    }

    /// The program `fuseforks` in this machine folder.
    #[must_use]
    pub fn program(&self, arguments: &[&str]) -> Program {
        Program::new(self, arguments)
    }
}

/// What a world should be.
pub struct Builder {
    kept: Kept,
    folder: PathBuf,
    language: Language,
    limits: AppLimits,
    asking: Asking,
    secrets: Arc<dyn Secrets>,
    variables: HashMap<String, String>,
    clock: Arc<dyn Clock>,
}

/// Limits for stories: nothing waits long, and nothing is retried slowly.
fn limits() -> AppLimits {
    let mut limits = AppLimits::default();
    limits.model.retry.base = Duration::from_millis(5);
    limits.model.retry.max = Duration::from_millis(20);
    limits.mcp.connect = Duration::from_secs(20);
    limits.mcp.retry_first = Duration::from_millis(50);
    limits.mcp.retry_max = Duration::from_millis(200);
    limits.delta_interval = Duration::from_millis(5);
    limits.practice_pace = Duration::from_millis(1);
    limits
}

impl Builder {
    /// The village's and the person's language.
    #[must_use]
    pub fn language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// Other limits.
    #[must_use]
    pub fn limits(mut self, change: impl FnOnce(&mut AppLimits)) -> Self {
        change(&mut self.limits);
        self
    }

    /// What happens with calls that need the person's word.
    #[must_use]
    pub fn asking(mut self, asking: Asking) -> Self {
        self.asking = asking;
        self
    }

    /// Where keys are.
    #[must_use]
    pub fn secrets(mut self, secrets: Arc<dyn Secrets>) -> Self {
        self.secrets = secrets;
        self
    }

    /// What time it is.
    #[must_use]
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Another folder of the same machine, which need not be a village yet.
    #[must_use]
    pub fn folder(mut self, folder: PathBuf) -> Self {
        self.folder = folder;
        self
    }

    /// The application alone; nothing is opened.
    ///
    /// # Errors
    /// As the application has them.
    pub fn app(&self) -> Result<Arc<App>, Failure> {
        App::new(AppOptions {
            home: Home::at(self.kept.home()),
            clock: Arc::clone(&self.clock),
            secrets: Arc::clone(&self.secrets),
            variables: self.variables.clone(),
            asking: self.asking,
            limits: self.limits.clone(),
            language: self.language,
        })
    }

    /// Opens the village, and makes it first where there is none.
    ///
    /// # Errors
    /// As the application has them.
    pub fn try_open(self) -> Result<World, Failure> {
        let app = self.app()?;
        let events = Recorder::of(app.subscribe());
        if !self.folder.exists() {
            let new = NewVillage {
                name: "Story".to_owned(),
                language: self.language,
                practice: false,
                camera: None,
            };
            app.create(&self.folder, &new)?;
        }
        let old_lines = log_lines(&self.folder).len();
        let village = app.open(&self.folder)?;
        Ok(World { id: village.id().to_owned(), kept: self.kept, app, village, events, old_lines })
    }

    /// Opens the village, and makes it first where there is none.
    ///
    /// # Panics
    /// When it cannot be opened.
    #[must_use]
    pub fn open(self) -> World {
        self.try_open().unwrap()
    }
}

/// An application with one open village.
pub struct World {
    /// The folders.
    pub kept: Kept,
    /// The application.
    pub app: Arc<App>,
    /// The village.
    pub village: Arc<Village>,
    /// Its id.
    pub id: String,
    /// What was told.
    pub events: Recorder,
    old_lines: usize,
}

impl World {
    /// A world in new folders.
    #[must_use]
    pub fn build() -> Builder {
        Self::again(&Kept::new())
    }

    /// A world in folders that are there: another run of the program.
    #[must_use]
    pub fn again(kept: &Kept) -> Builder {
        Builder {
            kept: kept.clone(),
            folder: kept.village(),
            language: Language::En,
            limits: limits(),
            asking: Asking::Person,
            secrets: Arc::new(MemorySecrets::default()),
            variables: HashMap::new(),
            clock: Arc::new(SystemClock),
        }
    }

    /// New folders without any village.
    #[must_use]
    pub fn folders() -> Kept {
        Kept::new()
    }

    /// The village's folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.village.folder()
    }

    /// The village's id, for commands.
    #[must_use]
    pub fn village_id(&self) -> VillageId {
        VillageId { village: self.id.clone() }
    }

    /// The village as the window sees it.
    pub async fn view(&self) -> VillageView {
        self.app.village_state(self.village_id()).await.unwrap()
    }

    /// An agent as the window sees it.
    ///
    /// # Panics
    /// When there is none.
    pub async fn agent_view(&self, agent: &str) -> AgentView {
        self.view().await.agents.into_iter().find(|view| view.id == agent).unwrap()
    }

    /// An agent's id, for commands.
    #[must_use]
    pub fn agent_id(&self, agent: &str) -> AgentId {
        AgentId { village: self.id.clone(), agent: agent.to_owned() }
    }

    /// A template as the story's providers want it, without a key.
    #[must_use]
    pub fn template_of(&self, url: &str, wire: Wire) -> TemplateSave {
        template_of(&self.id, url, wire)
    }

    /// Makes a template with a key for a provider.
    pub async fn template(&self, provider: &Provider, wire: Wire) -> String {
        self.template_save(self.template_of(&provider.url(), wire)).await
    }

    /// Makes a template, with a key if it wants one.
    pub async fn template_save(&self, save: TemplateSave) -> String {
        let needs_key = save.needs_key;
        let template = self.app.template_save(save).await.unwrap().id;
        if needs_key {
            let set = KeySet { village: self.id.clone(), template: template.clone(), key: KEY.to_owned() };
            self.app.key_set(set).await.unwrap();
        }
        template
    }

    /// Makes a template of the practice model.
    pub async fn practice_template(&self) -> String {
        let save = self.template_of("", Wire::Anthropic);
        self.template_save(TemplateSave { wire: "practice".to_owned(), needs_key: false, ..save }).await
    }

    /// Makes so many agents on a template, each with this camera by an address of its own, and all allowed.
    pub async fn crowd(&self, template: &str, camera: &CameraProcess, count: usize) -> Vec<String> {
        let mut agents = Vec::new();
        for number in 0..count {
            let agent = self.agent(&format!("Agent {number}"), template).await;
            let servers = json!({"nik": {"type": "http", "url": camera.url(number)}});
            self.servers(&agent, servers).await;
            self.allow_all(&agent).await;
            agents.push(agent);
        }
        agents
    }

    /// Makes an agent.
    pub async fn agent(&self, name: &str, template: &str) -> String {
        let (name, template) = (name.to_owned(), template.to_owned());
        self.app.agent_new(AgentNew { village: self.id.clone(), name, template }).await.unwrap().id
    }

    /// Sets an agent's round limit.
    pub async fn max_rounds(&self, agent: &str, rounds: u32) {
        let set = AgentSet {
            village: self.id.clone(),
            agent: agent.to_owned(),
            max_rounds: Some(rounds),
            ..AgentSet::default()
        };
        self.app.agent_set(set).await.unwrap();
    }

    /// Gives an agent servers, which the person agrees may start.
    pub async fn servers(&self, agent: &str, servers: Value) {
        let set = McpSet {
            village: self.id.clone(),
            agent: Some(agent.to_owned()),
            text: json!({ "mcpServers": servers }).to_string(),
            approve: true,
        };
        self.app.mcp_set(set).await.unwrap();
    }

    /// Starts an agent and waits until all its servers are there.
    pub async fn start(&self, agent: &str) {
        self.app.agent_start(self.agent_id(agent)).await.unwrap();
        let begun = std::time::Instant::now();
        loop {
            let servers = self.agent_view(agent).await.servers;
            if servers.iter().all(|server| server.state == ServerState::Ready) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "servers did not come: {servers:?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Starts an agent and allows every tool that its servers have.
    pub async fn allow_all(&self, agent: &str) {
        self.start(agent).await;
        for server in self.agent_view(agent).await.servers {
            for tool in server.tools {
                self.permission(agent, &tool.name, Permission::Allow).await;
            }
        }
    }

    /// Sets what happens when an agent calls a tool.
    pub async fn permission(&self, agent: &str, tool: &str, permission: Permission) {
        let (agent, tool) = (agent.to_owned(), tool.to_owned());
        let set = PermissionSet { village: self.id.clone(), agent, tool, permission };
        self.app.permission_set(set).await.unwrap();
    }

    /// An agent on this provider, with one server by a name and all its tools allowed.
    pub async fn agent_with(&self, provider: &Provider, wire: Wire, server: &str, url: &str) -> String {
        let template = self.template(provider, wire).await;
        let agent = self.agent("Mina", &template).await;
        self.servers(&agent, json!({ server: { "type": "http", "url": url } })).await;
        self.allow_all(&agent).await;
        agent
    }

    /// An agent on this provider, who has the camera as `nik`.
    pub async fn photographer(&self, provider: &Provider, wire: Wire, camera: &Camera) -> String {
        self.agent_with(provider, wire, "nik", &camera.url()).await
    }

    /// Sends a message.
    ///
    /// # Errors
    /// As the application has them.
    pub async fn try_send(&self, agent: &str, text: &str) -> Result<MessageSent, Failure> {
        self.send_with(agent, text, Vec::new()).await
    }

    /// Sends a message with attachments that were added before.
    ///
    /// # Errors
    /// As the application has them.
    pub async fn send_with(
        &self,
        agent: &str,
        text: &str,
        attachments: Vec<String>,
    ) -> Result<MessageSent, Failure> {
        let (agent, text) = (agent.to_owned(), text.to_owned());
        self.app.message_send(MessageSend { village: self.id.clone(), agent, text, attachments }).await
    }

    /// Adds a file for a later message.
    ///
    /// # Errors
    /// As the application has them.
    pub async fn attach(&self, agent: &str, name: &str, bytes: &[u8]) -> Result<AttachmentView, Failure> {
        let (agent, name, data) = (agent.to_owned(), name.to_owned(), picture::base64(bytes));
        let add = AttachmentAdd { village: self.id.clone(), agent, name, data, id: None };
        self.app.attachment_add(add).await
    }

    /// Sends a message and waits until its turn has ended.
    pub async fn say(&self, agent: &str, text: &str) -> Told {
        let mark = self.events.mark();
        self.try_send(agent, text).await.unwrap();
        self.ended(agent, mark).await
    }

    /// Sends a message and waits until all that it caused is over. Gives everything told meanwhile.
    pub async fn request(&self, agent: &str, text: &str) -> Vec<Event> {
        let mark = self.events.mark();
        let request = self.try_send(agent, text).await.unwrap().request;
        self.over(&request, mark).await
    }

    /// Waits until a request and all that it caused are over.
    pub async fn over(&self, request: &str, mark: usize) -> Vec<Event> {
        let end = |event: &Event| match event {
            Event::RequestEnded { meter, .. } if meter.request == request => Some(()),
            _ => None,
        };
        self.events.wait(mark, "the end of a request", end).await;
        let mut events = self.events.since(mark);
        let last = events.iter().position(|event| end(event).is_some()).unwrap();
        events.truncate(last + 1);
        events
    }

    /// Ties two agents.
    pub async fn tie(&self, from: &str, to: &str) {
        let (village, from, to) = (self.id.clone(), from.to_owned(), to.to_owned());
        self.app.tie_set(TieSet { village, from, to, on: true }).await.unwrap();
    }

    /// Waits until a turn of the agent has ended, and gives everything told from `mark` on.
    pub async fn ended(&self, agent: &str, mark: usize) -> Told {
        let end = |event: &Event| match event {
            Event::TurnEnded { agent: whose, .. } if whose == agent => Some(()),
            _ => None,
        };
        self.events.wait(mark, "the end of a turn", end).await;
        let mut events = self.events.since(mark);
        let last = events.iter().position(|event| end(event).is_some()).unwrap();
        events.truncate(last + 1);
        Told { agent: agent.to_owned(), events }
    }

    /// The open conversation.
    pub async fn session(&self) -> SessionView {
        self.view().await.session
    }

    /// Rows of the open conversation.
    pub async fn rows(&self) -> Vec<Row> {
        let session = self.session().await.id;
        let ask = ThreadAsk { village: self.id.clone(), session, agent: None, before: None, limit: 500 };
        self.app.thread(ask).await.unwrap().rows
    }

    /// All lines of the log without their times, once everything that was told is written.
    pub async fn log(&self) -> Vec<String> {
        let wanted = self.old_lines + self.events.log_lines() as usize;
        let written = || {
            let lines = log_lines(self.folder());
            (lines.len() >= wanted).then_some(lines)
        };
        let lines = until("the log to be written", written).await;
        lines.iter().map(|line| line.split_once(' ').map_or("", |(_, rest)| rest).to_owned()).collect()
    }

    /// The lines of the log of one kind, without times.
    pub async fn log_of(&self, kind: &str) -> Vec<String> {
        let begin = format!("{kind}: ");
        self.log().await.into_iter().filter(|line| line.starts_with(&begin)).collect()
    }

    /// Closes everything as the program's end does, so that the folders can be opened again.
    pub async fn close(self) -> Kept {
        let Self { kept, app, village, .. } = self;
        app.close_all().await;
        let lock = village.folder().join("village.lock");
        drop((app, village));
        // The last task that ends lets go of it, and the lock is the last thing to go.
        let free = || std::fs::File::open(&lock).ok()?.try_lock().ok();
        until("everything to let go of the village", free).await;
        kept
    }
}

impl World {
    /// The settings and villages of the machine, for a story about the whole application.
    pub async fn state(&self) -> fuseforks_contract::app::AppState {
        self.app.app_state(Empty {}).await.unwrap()
    }
}

/// The lines of a village's log, the older file first.
fn log_lines(folder: &Path) -> Vec<String> {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    let whole = format!("{}{}", read("fuseforks.log.old"), read("fuseforks.log"));
    let complete = whole.rfind('\n').map_or("", |end| &whole[..end]);
    complete.lines().map(str::to_owned).collect()
}

/// A template with a key of a village, as a form would save it.
#[must_use]
pub fn template_of(village: &str, url: &str, wire: Wire) -> TemplateSave {
    TemplateSave {
        village: village.to_owned(),
        id: None,
        name: "Model".to_owned(),
        wire: wire.name().to_owned(),
        base_url: url.to_owned(),
        model: MODEL.to_owned(),
        needs_key: true,
        vision: Vision::Auto,
        effort: None,
        temperature: None,
        max_output_tokens: None,
        context_window: None,
        tools: true,
    }
}
