//! What depends on the model's name: which fields it takes, image tokens.

/// The name without a router's prefix such as `openai/`.
fn bare(model: &str) -> &str {
    model.rsplit('/').next().unwrap_or(model)
}

/// The generation in `gpt-5.6-terra`: (5, Some(6)).
fn gpt(model: &str) -> Option<(u32, Option<u32>)> {
    let rest = bare(model).strip_prefix("gpt-")?;
    let version = rest.split('-').next()?;
    let mut numbers = version.split('.');
    let major = numbers.next()?.parse().ok()?;
    Some((major, numbers.next().and_then(|n| n.parse().ok())))
}

/// OpenAI's reasoning models: gpt-5 and later, the o-series. They take `max_completion_tokens`, no temperature.
pub(in crate::wire) fn is_reasoning(model: &str) -> bool {
    let o_series = bare(model)
        .strip_prefix('o')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() && c != '0'));
    o_series || gpt(model).is_some_and(|(major, _)| major >= 5)
}

/// gpt-5.x refuses tools together with reasoning here, even when the field is left out, and wants `none`.
pub(super) fn wants_no_effort_with_tools(model: &str) -> bool {
    matches!(gpt(model), Some((5, Some(_))))
}

/// Patches of 32 px times 1.2, or tiles of 512 px for older models
/// (developers.openai.com, images and vision). Gemini behind this wire costs about 1,120 an image.
pub(in crate::wire) fn image_tokens(model: &str, width: u32, height: u32) -> u64 {
    let (w, h) = (u64::from(width.max(1)), u64::from(height.max(1)));
    let name = bare(model);
    if name.starts_with("gemini") {
        return 1120;
    }
    let tiles = match gpt(model) {
        Some((4, _)) if !name.contains("4.1-mini") && !name.contains("4.1-nano") => Some((85, 170)),
        Some((5, None | Some(0 | 1))) => Some((70, 140)),
        _ if name.starts_with("gpt-4o") => Some((85, 170)),
        _ => None,
    };
    if let Some((base, tile)) = tiles {
        let (w, h) = fit(w, h, 2048, 768);
        return base + tile * (w.div_ceil(512) * h.div_ceil(512));
    }
    let patches = w.div_ceil(32) * h.div_ceil(32);
    let (numerator, denominator) = match name {
        n if n.contains("4.1-mini") => (162, 100),
        n if n.contains("4.1-nano") => (246, 100),
        n if n.starts_with("o4-mini") => (172, 100),
        _ => (12, 10),
    };
    (patches * numerator).div_ceil(denominator)
}

/// Shrinks until the long side is at most `long` and the short side at most `short`.
fn fit(w: u64, h: u64, long: u64, short: u64) -> (u64, u64) {
    let (mut w, mut h) = (w, h);
    if w.max(h) > long {
        let most = w.max(h);
        (w, h) = ((w * long / most).max(1), (h * long / most).max(1));
    }
    if w.min(h) > short {
        let least = w.min(h);
        (w, h) = (w * short / least, h * short / least);
    }
    (w, h)
}
