//! The live camera panel: the app itself calls a tool at an interval and keeps the frames in memory.
//!
//! Invariant: never two calls at once, the agent's own call goes first, and no frame reaches a model or
//! a disk before the person says so.

use super::{Village, hold, servers};
use crate::{log::Line, tool::convert};
use fuseforks_contract::{
    Event, Failure,
    camera::{CameraPhase, CameraSource, CameraSources, CameraView, FrameView},
};
use fuseforks_mcp::CallError;
use fuseforks_media::Image;
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// Frames in memory.
const RING: usize = 60;
/// Bytes of frames in memory.
const RING_BYTES: usize = 64 * 1024 * 1024;
/// Times that frames are measured over.
const MEASURED: usize = 12;
/// Shortest wait between two calls at the fastest setting.
const BREATH: Duration = Duration::from_millis(10);

struct Frame {
    image: Image,
    view: FrameView,
}

#[derive(Default)]
struct State {
    phase: Option<CameraPhase>,
    source: Option<CameraSource>,
    interval: Duration,
    problem: Option<Failure>,
    frames: VecDeque<Frame>,
    bytes: usize,
    seq: u32,
    /// When the last frames came.
    times: VecDeque<Instant>,
    begun: Option<Instant>,
    shown: u64,
    failed: u64,
    sent: u64,
}

/// The panel.
#[derive(Default)]
pub(crate) struct Camera {
    state: Mutex<State>,
    running: Mutex<Option<CancellationToken>>,
}

impl Village {
    /// Tools that can feed the panel, of agents that are started; those that returned an image first.
    pub fn camera_sources(&self) -> CameraSources {
        let mut sources: Vec<(bool, CameraSource)> = Vec::new();
        let gave = hold(&self.gave_images).clone();
        let members: Vec<(String, Arc<servers::Servers>)> = self
            .members()
            .iter()
            .filter_map(|(id, member)| Some((id.clone(), Arc::clone(member.servers.as_ref()?))))
            .collect();
        for (agent, servers) in members {
            for tool in servers.image_tools(|name| gave.contains(&(agent.clone(), name.to_owned()))) {
                let proven = gave.contains(&(agent.clone(), tool.exposed.clone()));
                let source = CameraSource { agent: agent.clone(), server: tool.server, tool: tool.exposed };
                sources.push((proven, source));
            }
        }
        sources.sort_by_key(|(proven, _)| !proven);
        CameraSources { sources: sources.into_iter().map(|(_, source)| source).collect() }
    }

    /// The panel's state.
    pub fn camera_view(&self) -> CameraView {
        let state = hold(&self.camera.state);
        let span = match (state.times.front(), state.times.back()) {
            (Some(first), Some(last)) => last.duration_since(*first).as_secs_f32(),
            _ => 0.0,
        };
        let gaps = u16::try_from(state.times.len().saturating_sub(1)).unwrap_or(0);
        CameraView {
            phase: state.phase.unwrap_or(CameraPhase::Off),
            source: state.source.clone(),
            interval_ms: u32::try_from(state.interval.as_millis()).unwrap_or(u32::MAX),
            frame: state.frames.back().map(|frame| frame.view.clone()),
            fps: if span > 0.0 { f32::from(gaps) / span } else { 0.0 },
            ring: state.frames.iter().map(|frame| frame.view.seq).collect(),
            problem: state.problem.clone(),
        }
    }

    fn tell_camera(&self) {
        self.tell(Event::Camera { village: self.id.clone(), camera: self.camera_view() });
    }

    /// A frame in memory.
    pub(super) fn camera_frame(&self, seq: u32) -> Option<Image> {
        let state = hold(&self.camera.state);
        state.frames.iter().find(|frame| frame.view.seq == seq).map(|frame| frame.image.clone())
    }

    /// Marks a frame as sent to a template.
    pub(super) fn frame_sent(&self, seq: u32, template: &str) {
        {
            let mut state = hold(&self.camera.state);
            state.sent += 1;
            if let Some(frame) = state.frames.iter_mut().find(|frame| frame.view.seq == seq) {
                frame.view.sent_to.push(template.to_owned());
            }
        }
        self.tell_camera();
    }

    /// Starts the panel; the person's press is the permission for these calls.
    ///
    /// # Errors
    /// `agent-unknown`, or `tool-unknown` when the agent has no such tool.
    pub async fn camera_start(
        self: &Arc<Self>,
        source: CameraSource,
        interval_ms: u32,
    ) -> Result<CameraView, Failure> {
        self.camera_stop().await;
        let servers = self.servers(&source.agent).await?;
        servers.ready(self.services.limits.server_patience).await;
        self.tell_agent(&source.agent);
        if servers.find(&source.tool).is_none() {
            return Err(Failure::new("tool-unknown").with("tool", &source.tool));
        }
        let interval = match interval_ms {
            0 => Duration::ZERO,
            ms => Duration::from_millis(u64::from(ms.min(60_000))).max(self.services.limits.camera_min),
        };
        let cancel = CancellationToken::new();
        *hold(&self.camera.running) = Some(cancel.clone());
        {
            let mut state = hold(&self.camera.state);
            let (seq, frames, bytes) = (state.seq, std::mem::take(&mut state.frames), state.bytes);
            *state = State {
                phase: Some(CameraPhase::Starting),
                source: Some(source.clone()),
                interval,
                seq,
                frames,
                bytes,
                begun: Some(Instant::now()),
                ..State::default()
            };
        }
        self.tell_camera();
        tokio::spawn(Arc::clone(self).watch(source, interval, cancel));
        Ok(self.camera_view())
    }

    /// Stops the panel. The last frames stay to be looked at.
    pub async fn camera_stop(&self) {
        let Some(cancel) = hold(&self.camera.running).take() else { return };
        cancel.cancel();
        self.camera_ended(CameraPhase::Off, None);
    }

    fn camera_ended(&self, phase: CameraPhase, problem: Option<Failure>) {
        let line = {
            let mut state = hold(&self.camera.state);
            state.phase = Some(phase);
            state.problem = problem;
            state.times.clear();
            state.source.clone().zip(state.begun.take()).map(|(source, begun)| Line::Camera {
                agent: source.agent,
                name: source.tool,
                frames: state.shown,
                failed: state.failed,
                sent: state.sent,
                ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            })
        };
        if let Some(line) = line {
            self.write_log(&line);
        }
        self.tell_camera();
    }

    async fn watch(self: Arc<Self>, source: CameraSource, interval: Duration, cancel: CancellationToken) {
        while !cancel.is_cancelled() {
            let begun = Instant::now();
            let took = tokio::select! {
                took = self.take_frame(&source, interval, &cancel) => took,
                () = cancel.cancelled() => return,
            };
            if let Err((phase, problem)) = took {
                *hold(&self.camera.running) = None;
                cancel.cancel();
                self.camera_ended(phase, Some(problem));
                return;
            }
            let rest = interval.saturating_sub(begun.elapsed()).max(BREATH);
            tokio::select! {
                () = tokio::time::sleep(rest) => {}
                () = cancel.cancelled() => return,
            }
        }
    }

    /// Takes one frame. An error ends the panel; anything passing is shown and tried again.
    async fn take_frame(
        self: &Arc<Self>,
        source: &CameraSource,
        interval: Duration,
        cancel: &CancellationToken,
    ) -> Result<(), (CameraPhase, Failure)> {
        let servers =
            self.servers(&source.agent).await.map_err(|problem| (CameraPhase::Unreachable, problem))?;
        let calling = servers.call_if_free(&source.tool, cancel.clone());
        tokio::pin!(calling);
        // No frame for three intervals, and at least three seconds, is stale.
        let patience = (interval * 3).max(Duration::from_secs(3));
        let result = tokio::select! {
            result = &mut calling => result,
            () = tokio::time::sleep(patience) => {
                self.camera_phase(CameraPhase::Stale, None);
                calling.await
            }
        };
        // The agent's own call goes first.
        let Some(result) = result else { return Ok(()) };
        match result {
            Ok(result) => {
                let (text, limits, flag) = (self.text(), self.result_limits(), cancel.clone());
                let refused = result.is_error;
                let converted = tokio::task::spawn_blocking(move || {
                    convert(result, text, &limits, &|| flag.is_cancelled())
                })
                .await
                .map_err(|_| (CameraPhase::Stale, Failure::new("internal")))?;
                match converted.outcome.images().into_iter().next() {
                    Some(image) => self.camera_show(image),
                    None => {
                        hold(&self.camera.state).failed += 1;
                        let words: String = converted.outcome.body().chars().take(500).collect();
                        let problem =
                            Failure::new("camera-no-image").with("tool", &source.tool).detail(words);
                        if refused {
                            return Err((CameraPhase::Refused, problem));
                        }
                        self.camera_phase(CameraPhase::Stale, Some(problem));
                    }
                }
                Ok(())
            }
            Err(CallError::Cancelled) => Ok(()),
            Err(CallError::Connection(error)) if error.is_refusal() => {
                hold(&self.camera.state).failed += 1;
                Err((CameraPhase::Refused, super::mcp::connect_failure(&source.server, &error)))
            }
            Err(error) => {
                hold(&self.camera.state).failed += 1;
                let problem =
                    Failure::new("camera-failed").with("code", error.code()).with("server", &source.server);
                self.camera_phase(CameraPhase::Unreachable, Some(problem));
                Ok(())
            }
        }
    }

    fn camera_phase(&self, phase: CameraPhase, problem: Option<Failure>) {
        {
            let mut state = hold(&self.camera.state);
            state.phase = Some(phase);
            state.problem = problem;
        }
        self.tell_camera();
    }

    /// Shows what an agent's own look brought, marked with the template it went to. The panel's own
    /// state stays: an agent's look is no start of the panel.
    pub(super) fn camera_note(&self, image: Image, template: &str) {
        self.camera_keep(&mut hold(&self.camera.state), image, vec![template.to_owned()]);
        self.tell_camera();
    }

    fn camera_keep(&self, state: &mut State, image: Image, sent_to: Vec<String>) {
        state.seq = state.seq.wrapping_add(1);
        let view = FrameView {
            seq: state.seq,
            at_ms: self.services.now_ms(),
            width: image.width(),
            height: image.height(),
            bytes: u32::try_from(image.bytes().len()).unwrap_or(u32::MAX),
            format: image.format().name().to_owned(),
            sha256: image.digest().to_string(),
            sent_to,
        };
        state.bytes += image.bytes().len();
        state.frames.push_back(Frame { image, view });
        while state.frames.len() > RING || state.bytes > RING_BYTES {
            let Some(oldest) = state.frames.pop_front() else { break };
            state.bytes -= oldest.image.bytes().len();
        }
    }

    fn camera_show(&self, image: Image) {
        {
            let mut state = hold(&self.camera.state);
            self.camera_keep(&mut state, image, Vec::new());
            state.shown += 1;
            state.times.push_back(Instant::now());
            while state.times.len() > MEASURED {
                state.times.pop_front();
            }
            state.phase = Some(CameraPhase::Live);
            state.problem = None;
        }
        self.tell_camera();
    }
}
