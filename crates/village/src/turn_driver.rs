//! Carries out what a turn wants, and tells it what happened. Decides nothing.
//!
//! Invariant: whatever a call, a tool or a panic does, the turn gets its answer and ends once.

use crate::{
    delegation::{Charge, Held},
    keeper::{Folded, Keeper, Plan},
    summariser::{self, Asked},
};
use fuseforks_llm::canonical::{Request, ToolCall, Usage};
use fuseforks_llm::{Backend, Delta, ErrorCode, LlmError};
use fuseforks_media::{Image, ImageFormat, Limits, to_jpeg};
use fuseforks_turn::{Effect, Ending, Event, Fact, ModelCall, Spec, ToolOutcome, Turn};
use std::{
    collections::{HashMap, VecDeque},
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::{
    sync::{Semaphore, mpsc},
    time::MissedTickBehavior,
};
use tokio_util::sync::CancellationToken;

/// A boxed future.
pub(crate) type Work<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A finished call as the person sees it.
pub(crate) struct Shown {
    /// The call.
    pub call: ToolCall,
    /// The text as the model gets it.
    pub text: String,
    /// The line about images.
    pub line: String,
    /// The images that go to the model.
    pub images: Vec<fuseforks_media::Image>,
    /// No error.
    pub ok: bool,
    /// Not run, or cut off.
    pub skipped: bool,
    /// Milliseconds.
    pub ms: u64,
    /// Why images were left out.
    pub dropped: Vec<fuseforks_media::DropReason>,
}

/// What the driver needs from the village.
pub(crate) trait Stage: Send + Sync + 'static {
    /// Runs a tool; returns soon after `cancel` fires.
    fn run_tool(self: Arc<Self>, call: ToolCall, round: u32, cancel: CancellationToken) -> Work<ToolOutcome>;
    /// The result of a tool that panicked.
    fn tool_broke(&self) -> ToolOutcome;
    /// Holds what a model call may cost; `None` when the request's budget does not cover it.
    fn charge(&self, request: &Request) -> Option<Charge>;
    /// Text and thinking that streamed since the last time.
    fn delta(&self, text: String, thinking: String);
    /// A model call begins.
    fn thinking(&self, model_calls: u32);
    /// A model call was answered.
    fn replied(&self, round: u32, usage: Usage);
    /// A tool begins.
    fn tool_started(&self, call: &ToolCall);
    /// A round that called tools also said something.
    fn said(&self, text: String);
    /// A call has its result.
    fn shown(&self, shown: Shown);
    /// Something for the log.
    fn log(&self, fact: Fact);
    /// Finished rounds were summarised, or could not be.
    fn folded(&self, folded: &Folded);
    /// Old media left the copy that is sent, after so many minutes of pause.
    fn cleared(&self, idle_minutes: u64);
    /// Input tokens of the conversation as it stands.
    fn used(&self, tokens: u64);
}

/// How the driver goes about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Tool calls that run at once.
    pub parallel_tools: usize,
    /// Time between two deltas.
    pub delta_interval: Duration,
    /// Limits of a JPEG that is made for a server that refused WebP.
    pub media: Limits,
}

#[derive(Default)]
struct Streamed {
    /// Of the running model call.
    text: String,
    /// How much of `text` was told.
    told: usize,
    thinking: String,
}

/// What comes back to the loop.
enum Heard {
    Turn(Event),
    Summary(Arc<Plan>, Asked),
}

/// Runs a turn to its end.
pub(crate) async fn drive<S: Stage>(
    spec: Spec,
    backend: Arc<dyn Backend>,
    stage: Arc<S>,
    mut keeper: Keeper,
    stop: CancellationToken,
    pace: Pace,
) -> Ending {
    let (sender, mut receiver) = mpsc::unbounded_channel::<Heard>();
    let streamed = Arc::new(Mutex::new(Streamed::default()));
    let permits = Arc::new(Semaphore::new(pace.parallel_tools.max(1)));
    let mut model_cancel = CancellationToken::new();
    let mut tool_cancels: HashMap<String, CancellationToken> = HashMap::new();
    let (mut model_calls, mut round) = (0, 0);
    let mut charged = Held::default();
    let mut stopped = false;
    // The call that waits for a summary.
    let mut held: Option<ModelCall> = None;
    let mut ticker = tokio::time::interval(pace.delta_interval);
    ticker.set_missed_tick_behavior(MissedTickBehavior::Delay);

    let mut turn = Turn::new(spec);
    let mut effects: VecDeque<Effect> = turn.step(Event::Start).into();
    loop {
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::CallModel(call) => {
                    let Some(charge) = stage.charge(&call.request) else {
                        let _ = sender.send(Heard::Turn(Event::BudgetExhausted));
                        continue;
                    };
                    charged.begin(charge);
                    model_calls += 1;
                    round = call.round;
                    stage.thinking(model_calls);
                    *lock(&streamed) = Streamed::default();
                    model_cancel = CancellationToken::new();
                    let (backend, cancel) = (Arc::clone(&backend), model_cancel.clone());
                    match keeper.plan(&turn) {
                        Some(plan) => {
                            held = Some(call);
                            summarise(plan, backend, cancel, sender.clone());
                        }
                        None => {
                            let call = ready(&mut keeper, &mut turn, call, &*stage);
                            call_model(call, backend, Arc::clone(&streamed), cancel, sender.clone());
                        }
                    }
                }
                Effect::AbortModel => model_cancel.cancel(),
                Effect::MakeJpegs(images) => {
                    let (sender, stop) = (sender.clone(), stop.clone());
                    tokio::spawn(async move {
                        let made = jpegs(images, pace.media, stop).await;
                        let _ = sender.send(Heard::Turn(Event::JpegsMade(made)));
                    });
                }
                Effect::RunTool { call, round, jpegs: as_jpegs } => {
                    stage.tool_started(&call);
                    let cancel = CancellationToken::new();
                    tool_cancels.insert(call.id.clone(), cancel.clone());
                    let (stage, permits, sender) = (Arc::clone(&stage), Arc::clone(&permits), sender.clone());
                    tokio::spawn(async move {
                        let id = call.id.clone();
                        let Ok(_permit) = permits.acquire_owned().await else { return };
                        if cancel.is_cancelled() {
                            return;
                        }
                        let begun = Instant::now();
                        let work = Arc::clone(&stage).run_tool(call, round, cancel.clone());
                        let outcome = tokio::spawn(work).await.unwrap_or_else(|_| stage.tool_broke());
                        let ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
                        let jpegs = match as_jpegs {
                            true => jpegs(outcome.images(), pace.media, cancel).await,
                            false => Vec::new(),
                        };
                        let _ = sender.send(Heard::Turn(Event::ToolDone { call: id, outcome, jpegs, ms }));
                    });
                }
                Effect::AbortTool { call } => {
                    if let Some(cancel) = tool_cancels.get(&call) {
                        cancel.cancel();
                    }
                }
                Effect::Said(text) => stage.said(text),
                Effect::Pane { call, text, line, images, ok, skipped, ms, dropped } => {
                    stage.shown(Shown { call, text, line, images, ok, skipped, ms, dropped });
                }
                Effect::Log(fact) => stage.log(fact),
                Effect::End(ending) => {
                    flush(&streamed, &*stage);
                    model_cancel.cancel();
                    tool_cancels.values().for_each(CancellationToken::cancel);
                    return ending;
                }
            }
        }
        tokio::select! {
            biased;
            () = stop.cancelled(), if !stopped => {
                stopped = true;
                // All at once: a call that waits for another one must not begin when that one is given up.
                tool_cancels.values().for_each(CancellationToken::cancel);
                flush(&streamed, &*stage);
                let partial = lock(&streamed).text.clone();
                turn.book(&charged.given_up(&partial));
                effects.extend(turn.step(Event::Stop { partial }));
            }
            Some(heard) = receiver.recv() => match heard {
                Heard::Turn(event) => {
                    flush(&streamed, &*stage);
                    let event = charged.over(event);
                    let usage = if let Event::ModelReplied(reply) = &event { Some(reply.usage) } else { None };
                    if let Some(usage) = usage {
                        stage.replied(round, usage);
                    }
                    if matches!(event, Event::ModelReplied(_) | Event::ModelFailed(_)) {
                        *lock(&streamed) = Streamed::default();
                    }
                    effects.extend(turn.step(event));
                    if let Some(usage) = usage {
                        keeper.replied(&usage);
                        stage.used(keeper.tokens(turn.request()));
                    }
                }
                Heard::Summary(plan, asked) => {
                    let folded = keeper.fold(&mut turn, &plan, &asked);
                    stage.folded(&Folded { rounds: plan.rounds, before: plan.chars, asked });
                    if let Some(call) = folded.or(held.take()) {
                        let call = ready(&mut keeper, &mut turn, call, &*stage);
                        let (backend, cancel) = (Arc::clone(&backend), model_cancel.clone());
                        call_model(call, backend, Arc::clone(&streamed), cancel, sender.clone());
                    }
                }
            },
            _ = ticker.tick() => flush(&streamed, &*stage),
        }
    }
}

/// JPEGs of those WebPs of which one can be made. Decoding blocks, so it is done off the async threads.
async fn jpegs(mut images: Vec<Image>, media: Limits, stop: CancellationToken) -> Vec<(Image, Image)> {
    images.retain(|image| image.format() == ImageFormat::WebP);
    if images.is_empty() {
        return Vec::new();
    }
    let making = tokio::task::spawn_blocking(move || {
        let stopped = || stop.is_cancelled();
        let made = images.into_iter().filter_map(|image| {
            let jpeg = to_jpeg(&image, &media, &stopped).ok()?;
            Some((image, jpeg))
        });
        made.collect()
    });
    making.await.unwrap_or_default()
}

/// Makes a call ready to be sent.
fn ready<S: Stage>(keeper: &mut Keeper, turn: &mut Turn, mut call: ModelCall, stage: &S) -> ModelCall {
    if let Some(minutes) = keeper.ready(&mut call) {
        turn.sent_edited();
        stage.cleared(minutes);
    }
    call
}

/// Makes a model call on a task of its own.
fn call_model(
    call: ModelCall,
    backend: Arc<dyn Backend>,
    sink: Arc<Mutex<Streamed>>,
    cancel: CancellationToken,
    sender: mpsc::UnboundedSender<Heard>,
) {
    let work = async move {
        let mut collect = move |delta: Delta| {
            let mut streamed = lock(&sink);
            match delta {
                Delta::Text(text) => streamed.text.push_str(&text),
                Delta::Thinking(text) => streamed.thinking.push_str(&text),
                Delta::Call(_) => {}
            }
        };
        backend.call(&call.request, &mut collect, &cancel).await
    };
    tokio::spawn(async move {
        let event = match tokio::spawn(work).await {
            Ok(Ok(reply)) => Event::ModelReplied(reply),
            Ok(Err(error)) => Event::ModelFailed(error),
            Err(_) => Event::ModelFailed(LlmError::new(ErrorCode::Internal)),
        };
        let _ = sender.send(Heard::Turn(event));
    });
}

/// Asks for a summary on a task of its own.
fn summarise(
    plan: Plan,
    backend: Arc<dyn Backend>,
    cancel: CancellationToken,
    sender: mpsc::UnboundedSender<Heard>,
) {
    let plan = Arc::new(plan);
    let asking = Arc::clone(&plan);
    tokio::spawn(async move {
        let work = async move { summariser::ask(&*backend, &asking.question, asking.chars, &cancel).await };
        let asked = tokio::spawn(work).await.unwrap_or_else(|_| Asked::broken());
        let _ = sender.send(Heard::Summary(plan, asked));
    });
}

fn lock(streamed: &Mutex<Streamed>) -> std::sync::MutexGuard<'_, Streamed> {
    streamed.lock().unwrap_or_else(PoisonError::into_inner)
}

fn flush<S: Stage>(streamed: &Mutex<Streamed>, stage: &S) {
    let (text, thinking) = {
        let mut streamed = lock(streamed);
        let text = streamed.text.get(streamed.told..).unwrap_or_default().to_owned();
        streamed.told = streamed.text.len();
        (text, std::mem::take(&mut streamed.thinking))
    };
    if !text.is_empty() || !thinking.is_empty() {
        stage.delta(text, thinking);
    }
}
