//! The lines and their one renderer.

use fuseforks_turn::{Fact, WithheldReason};
use std::fmt::{self, Write as _};

/// One line, without its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The program opened the village.
    Version {
        /// The program's version.
        app: String,
        /// `debug` or `release`.
        profile: &'static str,
    },
    /// A turn began.
    TurnStart {
        /// The agent.
        agent: String,
        /// How many agents passed it on.
        hop: u32,
        /// `user` or an agent.
        from: String,
        /// Unicode scalar values of the message.
        chars: usize,
    },
    /// A decision of the turn machine.
    Fact {
        /// The agent.
        agent: String,
        /// Its model.
        model: String,
        /// What.
        fact: Fact,
    },
    /// The camera panel stopped.
    Camera {
        /// The agent.
        agent: String,
        /// Exposed tool name.
        name: String,
        /// Frames shown.
        frames: u64,
        /// Calls that failed.
        failed: u64,
        /// Frames that the person sent to a model.
        sent: u64,
        /// Milliseconds.
        ms: u64,
    },
    /// A model call of a turn was answered.
    Round {
        /// The agent.
        agent: String,
        /// Round, from 1.
        round: u32,
        /// Input tokens of this one call.
        prompt: u64,
        /// Input tokens read from a cache.
        cached: u64,
        /// Output tokens.
        output: u64,
    },
    /// A conversation was handed on.
    Handoff {
        /// From.
        agent: String,
        /// To.
        to: String,
    },
    /// A server of an agent changed its state.
    Server {
        /// The agent.
        agent: String,
        /// Its name in `mcp.json`.
        name: String,
        /// `ready`, `failed`, `waiting`, ...
        state: &'static str,
        /// Why.
        code: Option<String>,
    },
    /// A call waited for the person.
    Approval {
        /// The agent.
        agent: String,
        /// Exposed tool name.
        name: String,
        /// `once`, `conversation`, `always`, `deny` or `gone`.
        answer: &'static str,
        /// Milliseconds.
        ms: u64,
    },
    /// A summary was asked for.
    Summary(Summarising),
    /// After a pause, old media and results were left out of the copy that is sent.
    Cleared {
        /// The agent.
        agent: String,
        /// Minutes since the last model call of the turn.
        idle_minutes: u64,
    },
    /// A server asked the person something.
    Question {
        /// The agent.
        agent: String,
        /// The server's name in `mcp.json`.
        server: String,
        /// `form` or `url`.
        kind: &'static str,
        /// `accept`, `decline`, `cancel` or `gone`.
        answer: &'static str,
        /// Milliseconds.
        ms: u64,
    },
    /// The window's content security policy blocked something.
    Blocked {
        /// The directive that it broke.
        directive: String,
        /// Where it came from: scheme and host, never a path.
        source: String,
    },
    /// A turn ended.
    Turn {
        /// The agent.
        agent: String,
        /// How many agents passed it on.
        hop: u32,
        /// Rounds used.
        rounds: u32,
        /// Rounds allowed.
        max_rounds: u32,
        /// Wire id.
        backend: String,
        /// Model name.
        model: String,
        /// See the design's list.
        stop: String,
        /// All input tokens.
        prompt: u64,
        /// Input tokens read from a cache.
        cached: u64,
        /// Output tokens.
        output: u64,
        /// The part that was reasoning.
        reasoning: u64,
        /// Milliseconds.
        ms: u64,
    },
}

/// A summary and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summarising {
    /// The agent.
    pub agent: String,
    /// `history`, `turn` or `hand`.
    pub scope: &'static str,
    /// Exchanges that it stands for; of scope `turn`, rounds.
    pub number: u32,
    /// Characters that it stands for.
    pub before: usize,
    /// Its characters.
    pub after: usize,
    /// `ok`, `failed`, `empty`, `longer` or `stopped`.
    pub outcome: &'static str,
    /// Input tokens of the call.
    pub prompt: u64,
    /// Output tokens of the call.
    pub output: u64,
    /// Milliseconds.
    pub ms: u64,
}

/// A value: bare if it is plain, else a JSON string.
fn value(text: &str) -> String {
    let plain = !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._:/@+-".contains(&byte));
    if plain {
        return text.to_owned();
    }
    // Beyond ASCII too: some programs take U+2028 or U+0085 for the end of a line.
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for unit in text.encode_utf16() {
        match char::from_u32(u32::from(unit)) {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some(c) if c.is_ascii() && !c.is_ascii_control() => out.push(c),
            _ => {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out.push('"');
    out
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version { app, profile } => write!(f, "version: app={} profile={profile}", value(app)),
            Self::TurnStart { agent, hop, from, chars } => {
                write!(f, "turn start: agent={} hop={hop} from={} chars={chars}", value(agent), value(from))
            }
            Self::Fact { agent, model, fact } => render_fact(f, &value(agent), &value(model), fact),
            Self::Camera { agent, name, frames, failed, sent, ms } => write!(
                f,
                "camera: agent={} name={} frames={frames} failed={failed} sent={sent} ms={ms}",
                value(agent),
                value(name)
            ),
            Self::Round { agent, round, prompt, cached, output } => write!(
                f,
                "round: agent={} round={round} prompt={prompt} cached={cached} output={output}",
                value(agent)
            ),
            Self::Handoff { agent, to } => write!(f, "handoff: agent={} to={}", value(agent), value(to)),
            Self::Server { agent, name, state, code } => {
                write!(f, "server: agent={} name={} state={state}", value(agent), value(name))?;
                code.as_ref().map_or(Ok(()), |code| write!(f, " code={}", value(code)))
            }
            Self::Approval { agent, name, answer, ms } => {
                write!(f, "approval: agent={} name={} answer={answer} ms={ms}", value(agent), value(name))
            }
            Self::Summary(Summarising {
                agent,
                scope,
                number,
                before,
                after,
                outcome,
                prompt,
                output,
                ms,
            }) => write!(
                f,
                "summary: agent={} scope={scope} covers={number} before={before} after={after} outcome={outcome} \
                 prompt={prompt} output={output} ms={ms}",
                value(agent),
            ),
            Self::Cleared { agent, idle_minutes } => {
                write!(f, "old media cleared: agent={} idle={idle_minutes}", value(agent))
            }
            Self::Question { agent, server, kind, answer, ms } => write!(
                f,
                "question: agent={} server={} kind={kind} answer={answer} ms={ms}",
                value(agent),
                value(server)
            ),
            Self::Blocked { directive, source } => {
                write!(f, "window blocked: directive={} source={}", value(directive), value(source))
            }
            Self::Turn {
                agent,
                hop,
                rounds,
                max_rounds,
                backend,
                model,
                stop,
                prompt,
                cached,
                output,
                reasoning,
                ms,
            } => write!(
                f,
                "turn: agent={} hop={hop} rounds={rounds}/{max_rounds} backend={} model={} stop={} prompt={prompt} \
                 cached={cached} output={output} reasoning={reasoning} total={} ms={ms}",
                value(agent),
                value(backend),
                value(model),
                value(stop),
                prompt + output,
            ),
        }
    }
}

fn render_fact(f: &mut fmt::Formatter<'_>, agent: &str, model: &str, fact: &Fact) -> fmt::Result {
    match fact {
        Fact::Tool { round, name, ok, args_chars, body_chars, ms, images } => {
            write!(
                f,
                "tool: agent={agent} round={round} name={} ok={ok} args_chars={args_chars} body_chars={body_chars} ms={ms}",
                value(name)
            )?;
            if *images > 0 { write!(f, " images={images}") } else { Ok(()) }
        }
        Fact::ImageDropped { name, reason } => {
            write!(f, "tool image dropped: agent={agent} name={} reason={}", value(name), reason.code())
        }
        Fact::ImagesCapped { removed, kept } => {
            write!(f, "tool image capped: agent={agent} removed={removed} kept={kept}")
        }
        Fact::ImagesWithheld { removed, reason } => {
            let reason = match reason {
                WithheldReason::NoVision => "no_vision",
                WithheldReason::Refused => "refused",
            };
            write!(f, "tool image withheld: agent={agent} model={model} removed={removed} reason={reason}")
        }
        Fact::JpegRetry { status } => {
            write!(f, "attachment fallback: agent={agent} model={model} retry=jpeg status={status}")
        }
        Fact::ImageFallback { removed, ok } => {
            let outcome = if *ok { "ok" } else { "failed" };
            write!(f, "tool image fallback: agent={agent} model={model} removed={removed} outcome={outcome}")
        }
        Fact::ImagesHeavy { images, bytes, tokens } => {
            write!(
                f,
                "tool image tokens: agent={agent} model={model} images={images} bytes={bytes} tokens={tokens}"
            )
        }
        Fact::ModelFailed { status, code, vendor_code } => {
            write!(f, "llm retry stop: agent={agent}")?;
            if let Some(status) = status {
                write!(f, " status={status}")?;
            }
            let class = match status {
                Some(400..=499) => "client_error",
                Some(500..) => "server_error",
                Some(_) => "protocol",
                None => "transport",
            };
            write!(f, " class={class} code={}", value(vendor_code.as_deref().unwrap_or(&code.to_lowercase())))
        }
    }
}
