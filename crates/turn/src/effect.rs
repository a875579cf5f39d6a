//! What a turn wants done.

use fuseforks_llm::{
    LlmError,
    canonical::{Request, ToolCall, Usage},
};
use fuseforks_media::{DropReason, Image};

/// Something to carry out. Effects of one step are carried out in order.
#[derive(Debug)]
pub enum Effect {
    /// Ask the model; answer with `ModelReplied`, `ModelFailed` or `BudgetExhausted`.
    CallModel(ModelCall),
    /// Give up the running model call; nothing about it needs to be told any more.
    AbortModel,
    /// Make JPEGs of these images, because the server refused them as WebP; answer with `JpegsMade`.
    MakeJpegs(Vec<Image>),
    /// Run a tool; answer with `ToolDone`.
    RunTool {
        /// The call.
        call: ToolCall,
        /// The round it belongs to, from 1.
        round: u32,
        /// Make JPEGs of the WebPs it gives, because the server refused a WebP before.
        jpegs: bool,
    },
    /// Give up a running tool; nothing about it needs to be told any more.
    AbortTool {
        /// The call's id.
        call: String,
    },
    /// A round that called tools also said something.
    Said(String),
    /// A call has its result.
    Pane {
        /// The call.
        call: ToolCall,
        /// The tool's text as the model gets it.
        text: String,
        /// The line about images; empty without images.
        line: String,
        /// The images that go to the model.
        images: Vec<Image>,
        /// It did not report an error.
        ok: bool,
        /// It was not run, or was cut off.
        skipped: bool,
        /// How long it took, in milliseconds.
        ms: u64,
        /// Why images were left out, in order.
        dropped: Vec<DropReason>,
    },
    /// Something for the log.
    Log(Fact),
    /// The turn is over. Always the last effect, exactly once.
    End(Ending),
}

/// A model call.
#[derive(Debug)]
pub struct ModelCall {
    /// The whole request.
    pub request: Request,
    /// The round it belongs to, from 1; a resend stays in its round.
    pub round: u32,
    /// Which try this is.
    pub attempt: Attempt,
    /// The last call: it may use no tools.
    pub wrap_up: bool,
}

/// Which try of a round's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// As it is.
    First,
    /// WebP images as JPEG.
    Jpeg,
    /// Without tool images.
    Stripped,
}

/// Why a turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The model was done.
    Done,
    /// The round limit; the reply is the wrap-up.
    ToolLimit,
    /// Every call of a round was a repetition; names the first. The reply is the wrap-up.
    Repeat(String),
    /// The person stopped it.
    Interrupted,
    /// The request's budget was spent.
    BudgetExhausted,
    /// The model call failed; the code is upper-case.
    Failed(&'static str),
    /// The conversation was handed on.
    HandedOn,
}

/// How a turn ended.
#[derive(Debug)]
pub struct Ending {
    /// Why.
    pub stop: Stop,
    /// The last text; what streamed before a stop or failure counts.
    pub reply: String,
    /// Rounds used.
    pub rounds: u32,
    /// What all its model calls cost, failed ones included.
    pub usage: Usage,
    /// What failed.
    pub error: Option<LlmError>,
}

/// Why images of a result were not put into the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithheldReason {
    /// The model is known not to see.
    NoVision,
    /// An earlier request of this turn was refused because of images.
    Refused,
}

/// A fact for the log; the agent is added by whoever writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A call has its result.
    Tool {
        /// Round, from 1.
        round: u32,
        /// Exposed tool name.
        name: String,
        /// No error.
        ok: bool,
        /// Unicode scalar values of the arguments as compact JSON.
        args_chars: usize,
        /// Unicode scalar values of the text.
        body_chars: usize,
        /// Milliseconds.
        ms: u64,
        /// Images it brought after drops, sent or not.
        images: usize,
    },
    /// An image was dropped.
    ImageDropped {
        /// Exposed tool name.
        name: String,
        /// Why.
        reason: DropReason,
    },
    /// Older images left the request.
    ImagesCapped {
        /// How many left in this round.
        removed: usize,
        /// How many stayed.
        kept: usize,
    },
    /// Images were not put into the request.
    ImagesWithheld {
        /// How many.
        removed: usize,
        /// Why.
        reason: WithheldReason,
    },
    /// A request went again with WebP as JPEG.
    JpegRetry {
        /// The status of the refusal.
        status: u16,
    },
    /// A request went again without tool images, and this came of it.
    ImageFallback {
        /// Images taken out.
        removed: usize,
        /// It was accepted.
        ok: bool,
    },
    /// The input grew by far more than these images can cost: on the way they were made text.
    ImagesHeavy {
        /// How many came since the answer before.
        images: u64,
        /// Their size.
        bytes: usize,
        /// Tokens by which the input grew, beyond all texts that were added.
        tokens: u64,
    },
    /// A model call failed for good.
    ModelFailed {
        /// HTTP status, where there was one.
        status: Option<u16>,
        /// `ErrorCode::as_str` of the failure.
        code: &'static str,
        /// The provider's own code, cleaned.
        vendor_code: Option<String>,
    },
}

impl Stop {
    /// The value of `stop=` in the log and in stored turns.
    #[must_use]
    pub fn as_log(&self) -> String {
        match self {
            Self::Done | Self::HandedOn => "-".to_owned(),
            Self::ToolLimit => "tool_limit".to_owned(),
            Self::Repeat(tool) => format!("repeat:{tool}"),
            Self::Interrupted => "interrupted".to_owned(),
            Self::BudgetExhausted => "budget_exhausted".to_owned(),
            Self::Failed(code) => format!("failed:{code}"),
        }
    }
}
