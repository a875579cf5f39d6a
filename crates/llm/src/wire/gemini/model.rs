//! What depends on the model's name: images in function responses, thinking, image tokens.

use super::bare;
use crate::canonical::Effort;
use serde_json::{Value, json};

/// The generation in `gemini-2.5-pro`: (2, 5). `None` for other families and aliases.
fn generation(model: &str) -> Option<(u32, u32)> {
    let rest = bare(model).strip_prefix("gemini-")?;
    let mut numbers = rest.split('-').next()?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next().and_then(|n| n.parse().ok()).unwrap_or(0)))
}

/// Whether a function response may hold images: from Gemini 3 on; unknown names count as new.
pub(super) fn images_in_responses(model: &str) -> bool {
    generation(model).is_none_or(|g| g >= (3, 0))
}

/// Whether a call without a thought signature is refused.
pub(super) fn wants_signatures(model: &str) -> bool {
    generation(model).is_some_and(|g| g >= (3, 0))
}

/// `thinkingConfig` for an effort: levels from Gemini 3 on, a budget in 2.5, nothing before.
pub(super) fn thinking(model: &str, effort: Option<Effort>) -> Option<Value> {
    let generation = generation(model)?;
    if generation < (2, 5) {
        return None;
    }
    let mut config = json!({"includeThoughts": true});
    let Some(effort) = effort else { return Some(config) };
    if generation >= (3, 0) {
        config["thinkingLevel"] = match effort {
            Effort::None => "MINIMAL",
            Effort::Low => "LOW",
            Effort::Medium => "MEDIUM",
            Effort::High => "HIGH",
        }
        .into();
    } else {
        config["thinkingBudget"] = match effort {
            // 2.5 Pro cannot be switched off; 128 is its least.
            Effort::None if model.contains("pro") => 128,
            Effort::None => 0,
            Effort::Low => 1024,
            Effort::Medium => 8192,
            Effort::High => 24576,
        }
        .into();
    }
    Some(config)
}

/// 1,120 an image from Gemini 3 on, whatever its size (high resolution, the default); before that 258 for
/// a small one and 258 for each tile of 768 px.
pub(super) fn image_tokens(model: &str, width: u32, height: u32) -> u64 {
    if images_in_responses(model) {
        return 1120;
    }
    let (w, h) = (u64::from(width.max(1)), u64::from(height.max(1)));
    if w <= 384 && h <= 384 { 258 } else { 258 * w.div_ceil(768) * h.div_ceil(768) }
}
