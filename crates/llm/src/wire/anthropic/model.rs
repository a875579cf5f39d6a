//! What depends on the model's name: sampling, thinking, image tokens.

use crate::canonical::Effort;
use serde_json::{Map, Value, json};

/// The version in a name such as `claude-opus-4-7` or `claude-3-5-sonnet-20241022`.
fn version(model: &str) -> Option<(u32, u32)> {
    let mut numbers = model
        .split(['-', '.', '@', ':'])
        .skip_while(|part| !part.eq_ignore_ascii_case("claude"))
        .filter_map(|part| part.parse::<u32>().ok().filter(|_| part.len() <= 2));
    let major = numbers.next()?;
    Some((major, numbers.next().unwrap_or(0)))
}

/// Whether a temperature is an error: from 4.7 on.
pub(super) fn fixed_sampling(model: &str) -> bool {
    version(model).is_some_and(|v| v >= (4, 7))
}

/// Whether the model thinks by `adaptive`: from 4.6 on, and every name without a known version.
fn adaptive(model: &str) -> bool {
    version(model).is_none_or(|v| v >= (4, 6))
}

/// Whether thinking cannot be switched off.
fn always_thinks(model: &str) -> bool {
    let v5 = version(model).is_some_and(|(major, _)| major >= 5);
    let opus55 = model.contains("opus") && version(model).is_some_and(|v| v >= (5, 5));
    (v5 && (model.contains("fable") || model.contains("mythos"))) || opus55
}

/// Adds what an effort means to the head of a body. `bare_calls`: the conversation holds calls of this
/// turn without their thinking, which the older mode refuses.
pub(super) fn think(
    head: &mut Map<String, Value>,
    model: &str,
    effort: Effort,
    max_tokens: u32,
    bare_calls: bool,
) {
    let word = match effort {
        Effort::None | Effort::Low => "low",
        Effort::Medium => "medium",
        Effort::High => "high",
    };
    match (effort, adaptive(model)) {
        (Effort::None, true) if !always_thinks(model) => {
            head.insert("thinking".into(), json!({"type": "disabled"}));
        }
        (_, true) => {
            // Without `summarized` newer models return empty thinking text.
            head.insert("thinking".into(), json!({"type": "adaptive", "display": "summarized"}));
            head.insert("output_config".into(), json!({ "effort": word }));
        }
        (Effort::None, false) => {}
        (_, false) => {
            let wanted = match effort {
                Effort::None | Effort::Low => 2048,
                Effort::Medium => 8192,
                Effort::High => 16384,
            };
            let budget = wanted.min(max_tokens / 2);
            let can_think = version(model).is_some_and(|v| v >= (3, 7));
            // The API's least budget.
            if can_think && budget >= 1024 && !bare_calls {
                head.insert("thinking".into(), json!({"type": "enabled", "budget_tokens": budget}));
                head.shift_remove("temperature");
            }
        }
    }
}

/// `ceil(w/28) * ceil(h/28)` after the server has fitted the image: from 4.7 on into 2576 px and 4784
/// tokens, before that into 1568 px and 1568 tokens (platform.claude.com, vision).
pub(super) fn image_tokens(model: &str, width: u32, height: u32) -> u64 {
    let (edge, most) =
        if version(model).is_some_and(|v| v < (4, 7)) { (1568.0, 1568) } else { (2576.0, 4784) };
    let (w, h) = (f64::from(width.max(1)), f64::from(height.max(1)));
    let scale = (edge / w.max(h)).min(1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 92 patches an edge")]
    let patches = |side: f64| (side * scale / 28.0).ceil() as u64;
    (patches(w) * patches(h)).min(most)
}
