//! When a conversation is compacted: what the last call reported, and what came after it.

use super::estimate::{CHARS_PER_TOKEN, call_json, estimate};
use fuseforks_llm::canonical::{Message, Request, Usage};

/// The share of a model's window at which a conversation is compacted, by default.
pub const DEFAULT_THRESHOLD: f64 = 0.7;

/// The setting `context_percentage_threshold` if it is a share of the window (over 0, at most 1), else
/// 0.7.
#[must_use]
pub fn threshold(setting: Option<f64>) -> f64 {
    setting.filter(|share| *share > 0.0 && *share <= 1.0).unwrap_or(DEFAULT_THRESHOLD)
}

/// How full a model's window is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meter {
    reported: Option<Reported>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reported {
    /// Input tokens of the last call.
    input: u64,
    /// Messages that it had.
    messages: usize,
}

impl Meter {
    /// Takes what a call reported that was sent with this many messages. A call without a report
    /// changes nothing.
    pub fn replied(&mut self, usage: &Usage, messages: usize) {
        let input = usage.uncached.saturating_add(usage.cache_read).saturating_add(usage.cache_write);
        if usage.reported && input > 0 {
            self.reported = Some(Reported { input, messages });
        }
    }

    /// Forgets the report, because the conversation is another one now.
    pub fn reset(&mut self) {
        self.reported = None;
    }

    /// Input tokens of a request: the last report and an estimate of what was appended since. Without a
    /// report all is estimated, and a CJK character counts as a token; an estimate that is too low would
    /// come too late there, and a report makes it right after the first call.
    #[must_use]
    pub fn tokens(&self, request: &Request, image_tokens: u32) -> u64 {
        match self.reported {
            Some(last) => {
                let appended = request.messages.get(last.messages..).unwrap_or_default();
                last.input.saturating_add(in_tokens(estimate(appended, image_tokens).total))
            }
            None => in_tokens(unreported(request, image_tokens)),
        }
    }

    /// Whether a request is to be compacted before it is sent. `window` is the model's, in tokens; an
    /// unknown one (0) never is full.
    #[must_use]
    pub fn due(&self, request: &Request, image_tokens: u32, window: u32, threshold: f64) -> bool {
        window > 0 && self.tokens(request, image_tokens) as f64 >= f64::from(window) * threshold
    }
}

fn in_tokens(chars: usize) -> u64 {
    chars.div_ceil(CHARS_PER_TOKEN) as u64
}

fn unreported(request: &Request, image_tokens: u32) -> usize {
    let mut chars = estimate(&request.messages, image_tokens).total;
    let mut count = |text: &str, counted: bool| {
        let plain = if counted { 0 } else { text.chars().count() };
        let extra = cjk(text).saturating_mul(CHARS_PER_TOKEN - 1);
        chars = chars.saturating_add(plain).saturating_add(extra);
    };
    for part in &request.system {
        count(&part.text, false);
    }
    for tool in &request.tools {
        count(&tool.name, false);
        count(&tool.description, false);
        count(&serde_json::to_string(&tool.parameters).unwrap_or_default(), false);
    }
    for message in &request.messages {
        match message {
            Message::User { text, .. } => count(text, true),
            Message::Assistant { text, calls, .. } => {
                count(text, true);
                for call in calls {
                    count(&call_json(call), true);
                }
            }
            Message::Tool(result) => count(&result.text, true),
        }
    }
    chars
}

/// Characters of Chinese, Japanese and Korean writing, their punctuation and full-width forms included.
fn cjk(text: &str) -> usize {
    if text.is_ascii() {
        return 0;
    }
    text.chars()
        .filter(|character| {
            matches!(u32::from(*character),
                0x1100..=0x11FF | 0x2E80..=0x2FDF | 0x3000..=0x30FF | 0x3100..=0x31FF
                | 0x3200..=0x4DBF | 0x4E00..=0x9FFF | 0xA960..=0xA97F | 0xAC00..=0xD7FF
                | 0xF900..=0xFAFF | 0xFE30..=0xFE4F | 0xFF00..=0xFFEF | 0x20000..=0x3FFFF)
        })
        .count()
}
