//! A village at work: one agent asks all others at the same time, first 10, then 100.
//!
//! The model is a program of its own, so that the processor time of this one is the core's alone.

#![expect(clippy::unwrap_used, reason = "a village that cannot be made ends its measurement")]

use crate::Figure;
use fuseforks_contract::{
    Event, Host as _,
    agent::AgentNew,
    chat::{MessageSend, RowBody},
    template::KeySet,
    village::{TieSet, VillageSet},
};
use fuseforks_sim::provider::{self, ProviderOptions, Received, Script, Step, ToolChoice, Wire};
use fuseforks_tests::{KEY, Kept, World, process::memory, template_of};
use fuseforks_village::{App, Language, NewVillage, Village};
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    process::{self, Child, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{runtime, sync::mpsc::UnboundedReceiver};

/// The argument with which this program is the model.
pub(crate) const STAND_IN: &str = "village-model";

const FEW: u32 = 10;
const MANY: u32 = 100;
/// Runs of which the middle one counts.
const RUNS: usize = 7;
/// Effective tokens of a request.
const BUDGET: u64 = 1_000_000_000;
/// Turns of an agent alone.
const TURNS: usize = 21;
/// Rounds of such a turn.
const ALONE: u32 = 5;

/// Core time of a round, in milliseconds.
const ROUND: f64 = 5.0;
/// Memory of an agent, in kilobytes.
const MEMORY: f64 = 300.0;
/// Times the work of one ask among few that it may be among many.
const GROWTH: f64 = 1.5;

/// Measures.
pub(crate) fn run() -> Vec<Figure> {
    // Threads stay, since the time of one that ended is no longer told.
    let runtime = runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_keep_alive(Duration::from_secs(3600))
        .build()
        .unwrap();
    runtime.block_on(measure())
}

async fn measure() -> Vec<Figure> {
    let model = Model::start();
    let mut place = Place::new(&model.url).await;
    place.grow(FEW).await;
    place.wave().await;
    let before = resident();
    let quiet = place.middle().await;
    place.grow(MANY).await;
    place.wave().await;
    let memory = resident().saturating_sub(before) as f64 / f64::from(MANY - FEW) / 1000.0;
    let crowded = place.middle().await;
    let alone = place.alone().await;
    place.app.close_all().await;
    vec![
        Figure::fact("turns a second, 100 asks at the same time", crowded.turns(), "/s"),
        Figure::fact("turns a second, 10 asks at the same time", quiet.turns(), "/s"),
        Figure::fact("a round of one agent, with the model and waiting", alone.wall(), "ms"),
        Figure::of("core time of a round, one agent", alone.core(), ROUND, "ms"),
        Figure::of("core time of a round, 100 asks at the same time", crowded.core(), ROUND, "ms"),
        Figure::of("memory of an agent that has worked", memory, MEMORY, "kB"),
        Figure::of("work of an ask, among 100 to among 10", crowded.ask() / quiet.ask(), GROWTH, ""),
    ]
}

/// Many asks at the same time, until all are answered.
#[derive(Clone, Copy, Default)]
struct Wave {
    wall: Duration,
    processor: Duration,
    turns: u32,
    rounds: u32,
    asks: u32,
}

impl Wave {
    fn turns(&self) -> f64 {
        f64::from(self.turns) / self.wall.as_secs_f64()
    }

    fn wall(&self) -> f64 {
        self.wall.as_secs_f64() * 1e3 / f64::from(self.rounds)
    }

    /// Processor time, which the model has none of and others on the machine do not change.
    fn core(&self) -> f64 {
        self.processor.as_secs_f64() * 1e3 / f64::from(self.rounds)
    }

    fn ask(&self) -> f64 {
        self.processor.as_secs_f64() / f64::from(self.asks)
    }
}

/// The middle of some runs by their work.
fn middle_of(mut waves: Vec<Wave>) -> Wave {
    waves.sort_by_key(|wave| wave.processor);
    waves.get(waves.len() / 2).copied().unwrap_or_default()
}

/// A village of agents that are all tied to the first.
struct Place {
    app: Arc<App>,
    village: Arc<Village>,
    told: UnboundedReceiver<Event>,
    template: String,
    asked: u32,
    _kept: Kept,
}

impl Place {
    /// The first agent alone.
    async fn new(url: &str) -> Self {
        let kept = World::folders();
        let app = World::again(&kept).app().unwrap();
        let new =
            NewVillage { name: "Bench".to_owned(), language: Language::En, practice: false, camera: None };
        app.create(&kept.village(), &new).unwrap();
        let village = app.open(&kept.village()).unwrap();
        let template = template(&app, village.id(), url).await;
        // Expected costs are held for all calls at once: this measures work, not the budget.
        let set =
            VillageSet { village: village.id().to_owned(), budget: Some(BUDGET), ..VillageSet::default() };
        app.village_set(set).await.unwrap();
        let place = Self { told: app.subscribe(), app, village, template, asked: 0, _kept: kept };
        place.agent(1).await;
        place
    }

    async fn agent(&self, n: u32) {
        let (village, template) = (self.village.id().to_owned(), self.template.clone());
        let made = self.app.agent_new(AgentNew { village, name: format!("Name{n}"), template }).await;
        assert_eq!(made.unwrap().id, format!("agent_{n}"));
    }

    /// So many others, tied to the first.
    async fn grow(&mut self, asked: u32) {
        for n in self.asked + 2..=asked + 1 {
            self.agent(n).await;
            let (from, to) = ("agent_1".to_owned(), format!("agent_{n}"));
            let tie = TieSet { village: self.village.id().to_owned(), from, to, on: true };
            self.app.tie_set(tie).await.unwrap();
            while self.told.try_recv().is_ok() {}
        }
        self.asked = asked;
    }

    async fn middle(&mut self) -> Wave {
        let mut waves = Vec::with_capacity(RUNS);
        for _ in 0..RUNS {
            waves.push(self.wave().await);
        }
        middle_of(waves)
    }

    /// One agent that works where nothing else does.
    async fn alone(&mut self) -> Wave {
        let mut waves = Vec::with_capacity(TURNS);
        for _ in 0..TURNS {
            let wave = self.request("agent_2", "walk").await;
            assert_eq!((wave.turns, wave.rounds), (1, ALONE));
            waves.push(wave);
        }
        middle_of(waves)
    }

    async fn wave(&mut self) -> Wave {
        let wave = self.request("agent_1", &format!("ask {}", self.asked)).await;
        assert_eq!(wave.turns, self.asked + 1, "everybody answered");
        Wave { asks: self.asked, ..wave }
    }

    /// One message, until all that it caused is over.
    async fn request(&mut self, agent: &str, text: &str) -> Wave {
        let (begun, used) = (Instant::now(), processor());
        let send = MessageSend {
            village: self.village.id().to_owned(),
            agent: agent.to_owned(),
            text: text.to_owned(),
            attachments: Vec::new(),
        };
        let request = self.app.message_send(send).await.unwrap().request;
        let mut wave = Wave::default();
        loop {
            match self.told.recv().await.unwrap() {
                Event::Row { row, .. } => {
                    if let RowBody::Turn { stop, rounds, .. } = row.body {
                        assert_eq!(stop, "-", "{} was not stopped", row.agent);
                        wave.turns += 1;
                        wave.rounds += rounds;
                    }
                }
                Event::RequestEnded { meter, .. } if meter.request == request => break,
                _ => {}
            }
        }
        Wave { wall: begun.elapsed(), processor: processor().saturating_sub(used), ..wave }
    }
}

async fn template(app: &App, village: &str, url: &str) -> String {
    let template = app.template_save(template_of(village, url, Wire::Anthropic)).await.unwrap().id;
    let (village, key) = (village.to_owned(), KEY.to_owned());
    app.key_set(KeySet { village, template: template.clone(), key }).await.unwrap();
    template
}

/// Processor time of all threads of this program.
fn processor() -> Duration {
    let threads = fs::read_dir("/proc/self/task").unwrap();
    let spent = |thread: fs::DirEntry| -> Option<u64> {
        // A thread may end meanwhile.
        let line = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        line.split_whitespace().next()?.parse().ok()
    };
    let total: u64 = threads.filter_map(|thread| spent(thread.ok()?)).sum();
    assert!(total > 0, "the system tells processor times of threads");
    Duration::from_nanos(total)
}

/// Bytes of memory that this program holds.
fn resident() -> u64 {
    memory(process::id(), "VmRSS") * 1024
}

/// The model, in a process of its own.
struct Model {
    process: Child,
    url: String,
}

impl Model {
    fn start() -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .arg(STAND_IN)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Self { process, url: url.trim().to_owned() }
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Is the model until its input ends.
pub(crate) fn stand_in() {
    let script = Script::respond(answer);
    let provider = provider::start(ProviderOptions { script, ..ProviderOptions::new(Wire::Anthropic) });
    let provider = provider.unwrap();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", provider.url()).unwrap();
    out.flush().unwrap();
    let _ = std::io::stdin().lock().read(&mut [0]);
}

fn answer(received: &Received) -> Step {
    let said = received.turn().iter().map(|message| message.text.as_str()).find(|text| !text.is_empty());
    let said = said.unwrap_or_default();
    let results = u32::try_from(received.turn_results().len()).unwrap_or(u32::MAX);
    let word = |name: &str| said.lines().rev().find_map(|line| line.strip_prefix(name));
    if received.tool_choice == ToolChoice::None {
        return Step::text("done");
    }
    match (word("ask "), word("walk")) {
        (Some(number), _) if results == 0 => {
            let last = number.trim().parse().unwrap_or(0) + 1_u32;
            let one = |n: u32| json!({ "to": format!("agent_{n}"), "message": "What do you see?" });
            Step::call("plan", json!({ "asks": (2..=last).map(one).collect::<Vec<Value>>() }))
        }
        (None, Some(_)) if results + 1 < ALONE => {
            Step::call("room_log", json!({ "id": results.to_string() }))
        }
        _ => Step::text("A quiet harbour in an even light."),
    }
}
