//! A server's result, judged block by block: what goes to the model, what to the person, what to neither.
//!
//! Pure but slow (it decodes images): call it off the async threads. Sentences are in the village's
//! language. Media limits count what is kept; a block that fails uses up nothing.

use crate::text::{Text, dropped_notices, kilobytes, one_line};
use bytes::Bytes;
use fuseforks_mcp::result::{Audience, Block, CallResult};
use fuseforks_media::{Base64Error, DropReason, Kind, Limits};
use fuseforks_turn::{Part, ToolOutcome};
use serde_json::Value;

/// Images of one result that go to the model.
const MODEL_IMAGES: usize = 4;
/// Images and sounds of one result that are kept at all.
const MEDIA: usize = 8;
/// Parts of one result that are read.
const BLOCKS: usize = 32;
/// Runs of base64 in structured data from this length on are left out, in characters.
const BASE64_RUN: usize = 200;

/// Limits of a result.
#[derive(Clone, Debug)]
pub struct ResultLimits {
    /// Limits of images.
    pub media: Limits,
    /// Decoded bytes of one block.
    pub block_bytes: usize,
    /// Characters of text that reach the model.
    pub text_chars: usize,
}

/// A file for the person.
#[derive(Clone, Debug)]
pub struct NewArtifact {
    /// Media type from the bytes.
    pub mime: &'static str,
    /// The bytes as they came.
    pub bytes: Bytes,
    /// Too large to decode safely.
    pub save_only: bool,
}

/// What became of a result.
#[derive(Debug, Default)]
pub struct Converted {
    /// For the model.
    pub outcome: ToolOutcome,
    /// For the person, to keep.
    pub artifacts: Vec<NewArtifact>,
    /// For the person, in memory.
    pub user_text: String,
}

impl Default for ResultLimits {
    fn default() -> Self {
        Self { media: Limits::default(), block_bytes: 32_000_000, text_chars: 100_000 }
    }
}

struct Converter<'a> {
    text: &'static Text,
    limits: &'a ResultLimits,
    cancelled: &'a dyn Fn() -> bool,
    lines: Vec<String>,
    notices: Vec<String>,
    images: Vec<fuseforks_media::Image>,
    dropped: Vec<DropReason>,
    artifacts: Vec<NewArtifact>,
    user_lines: Vec<String>,
    media: usize,
    media_over: usize,
    images_for_user: usize,
}

/// Judges a result.
#[must_use]
pub fn convert(
    result: CallResult,
    text: &'static Text,
    limits: &ResultLimits,
    cancelled: &dyn Fn() -> bool,
) -> Converted {
    let mut converter = Converter {
        text,
        limits,
        cancelled,
        lines: Vec::new(),
        notices: Vec::new(),
        images: Vec::new(),
        dropped: Vec::new(),
        artifacts: Vec::new(),
        user_lines: Vec::new(),
        media: 0,
        media_over: 0,
        images_for_user: 0,
    };
    let unread = result.blocks.len().saturating_sub(BLOCKS);
    let empty =
        result.blocks.iter().all(|block| matches!(block, Block::Text { text, .. } if text.trim().is_empty()));
    for block in result.blocks.into_iter().take(BLOCKS) {
        if cancelled() {
            break;
        }
        converter.block(block);
    }
    if unread > 0 {
        converter.notices.push(text.notice_too_many_blocks(unread, BLOCKS));
    }
    if empty && let Some(structured) = result.structured {
        // JSON writes some control characters as they are.
        converter.lines.push(clean(&without_base64(structured, text).to_string()));
    }
    converter.finish(result.is_error)
}

impl Converter<'_> {
    fn block(&mut self, block: Block) {
        match block {
            Block::Text { text, audience: Audience::User } => self.user_lines.push(clean(&text)),
            Block::Text { text, .. } => self.lines.push(clean(&text)),
            Block::Image { data_base64, audience, .. } => match self.decode(&data_base64) {
                Ok(bytes) => self.image(bytes, audience),
                Err(Base64Error::TooLarge) => self.dropped.push(DropReason::TooLarge),
                Err(Base64Error::Malformed) => self.dropped.push(DropReason::Unreadable),
            },
            Block::Audio { data_base64, audience, .. } => match self.decode(&data_base64) {
                Ok(bytes) => self.audio(bytes, audience),
                Err(Base64Error::TooLarge) => self.too_large(),
                Err(Base64Error::Malformed) => self.notices.push(self.text.notice_media_unreadable()),
            },
            Block::Resource { uri, mime, text, blob_base64, audience } => {
                self.resource(&uri, mime.as_deref(), text, blob_base64, audience);
            }
            Block::ResourceLink { uri, name, mime, size, audience } => {
                let mime = mime.map_or_else(|| self.text.mime_unknown(), |mime| one_line(&mime, 120));
                let (name, uri) = (one_line(&name, 200), one_line(&uri, 1000));
                let line = match size {
                    Some(size) => self.text.notice_link_sized(kilobytes(size), &mime, &name, &uri),
                    None => self.text.notice_link(&mime, &name, &uri),
                };
                if audience == Audience::User { self.user_lines.push(line) } else { self.notices.push(line) }
            }
            Block::Unknown { kind } => {
                self.notices.push(self.text.notice_unknown_block(&one_line(&kind, 64)))
            }
        }
    }

    fn decode(&self, base64: &str) -> Result<Bytes, Base64Error> {
        fuseforks_media::decode_base64(base64, self.limits.block_bytes)
    }

    fn too_large(&mut self) {
        self.notices.push(self.text.notice_media_too_large(self.limits.block_bytes / 1_000_000));
    }

    /// Is there room for one more image or sound?
    fn room(&mut self) -> bool {
        if self.media == MEDIA {
            self.media_over += 1;
        }
        self.media < MEDIA
    }

    fn image(&mut self, bytes: Bytes, audience: Audience) {
        let for_model = audience != Audience::User;
        let for_user = matches!(audience, Audience::User | Audience::Both);
        let full = self.images.len() == MODEL_IMAGES;
        if for_model && ((full && !for_user) || self.media == MEDIA) {
            return self.dropped.push(DropReason::TooMany);
        }
        if !self.room() {
            return;
        }
        let sent = for_model.then(|| match full {
            true => Err(DropReason::TooMany),
            false => fuseforks_media::normalise(bytes.clone(), &self.limits.media, self.cancelled),
        });
        let shown = for_user.then(|| picture(bytes, &self.limits.media));
        self.media += usize::from(matches!(sent, Some(Ok(_))) || matches!(shown, Some(Ok(_))));
        self.images_for_user += usize::from(!for_model && matches!(shown, Some(Ok(_))));
        // One image, one reason.
        let reasons =
            [sent.as_ref().and_then(|r| r.as_ref().err()), shown.as_ref().and_then(|r| r.as_ref().err())];
        self.dropped.extend(reasons.into_iter().flatten().take(1));
        self.images.extend(sent.and_then(Result::ok).map(|normalised| normalised.image));
        self.artifacts.extend(shown.and_then(Result::ok));
    }

    fn audio(&mut self, bytes: Bytes, audience: Audience) {
        let Some(kind) = fuseforks_media::audio_kind(&bytes) else {
            self.notices.push(self.text.notice_media_unreadable());
            return;
        };
        if audience == Audience::Assistant {
            self.notices.push(self.text.notice_audio());
            return;
        }
        if !self.room() {
            return;
        }
        self.media += 1;
        self.artifacts.push(NewArtifact { mime: kind.media_type(), bytes, save_only: false });
        self.notices.push(self.text.notice_audio_kept());
    }

    fn resource(
        &mut self,
        uri: &str,
        mime: Option<&str>,
        text: Option<String>,
        blob: Option<String>,
        audience: Audience,
    ) {
        if let Some(text) = text {
            return self.block(Block::Text { text, audience });
        }
        let Some(blob) = blob else {
            return self.notices.push(self.text.notice_unknown_block("resource"));
        };
        let bytes = match self.decode(&blob) {
            Ok(bytes) => bytes,
            Err(Base64Error::TooLarge) => return self.too_large(),
            Err(Base64Error::Malformed) => return self.notices.push(self.text.notice_media_unreadable()),
        };
        match fuseforks_media::sniff(&bytes) {
            Some(Kind::Jpeg | Kind::Png | Kind::WebP | Kind::Gif) => self.image(bytes, audience),
            _ if fuseforks_media::audio_kind(&bytes).is_some() => self.audio(bytes, audience),
            _ => {
                let mime = mime.map_or_else(|| self.text.mime_unknown(), |mime| one_line(mime, 120));
                let line =
                    self.text.notice_resource(kilobytes(bytes.len() as u64), &mime, &one_line(uri, 200));
                if audience == Audience::User { self.user_lines.push(line) } else { self.notices.push(line) }
            }
        }
    }

    fn finish(mut self, is_error: bool) -> Converted {
        let text = self.text;
        self.notices.extend(dropped_notices(text, &self.dropped, MODEL_IMAGES));
        if self.images_for_user > 0 {
            self.notices.push(text.notice_image_for_user(self.images_for_user));
        }
        if self.media_over > 0 {
            self.notices.push(text.notice_too_many_media(self.media_over, MEDIA));
        }
        let mut lines: Vec<String> = self.lines.into_iter().filter(|line| !line.trim().is_empty()).collect();
        if lines.is_empty()
            && self.notices.is_empty()
            && self.images.is_empty()
            && !self.user_lines.is_empty()
        {
            lines.push(text.notice_text_for_user());
        }
        let mut body = cut(lines.join("\n"), self.limits.text_chars, text);
        for notice in self.notices {
            if !body.is_empty() {
                body.push('\n');
            }
            body.push_str(&notice);
        }
        if is_error {
            let rest = match (body.is_empty(), self.images.len()) {
                (false, _) => body,
                (true, 0) => text.empty_result(),
                (true, count) => text.images_only(count),
            };
            body = format!("{}\n{rest}", text.tool_error_prefix());
        }
        let mut parts = Vec::with_capacity(self.images.len() + 1);
        if !body.is_empty() {
            parts.push(Part::Text(body));
        }
        parts.extend(self.images.into_iter().map(Part::Image));
        Converted {
            outcome: ToolOutcome { parts, is_error, dropped: self.dropped, ends_turn: false },
            artifacts: self.artifacts,
            user_text: self.user_lines.join("\n"),
        }
    }
}

/// A picture that the window may show, or may at least offer to save.
fn picture(bytes: Bytes, limits: &Limits) -> Result<NewArtifact, DropReason> {
    let guard = fuseforks_media::guard_for_user(&bytes, limits);
    let kind = fuseforks_media::sniff(&bytes).filter(|kind| kind.is_image());
    match (kind, guard) {
        (
            Some(kind @ (Kind::Jpeg | Kind::Png | Kind::WebP | Kind::Gif)),
            guard @ (Ok(_) | Err(DropReason::TooLarge)),
        ) => Ok(NewArtifact { mime: kind.media_type(), bytes, save_only: guard.is_err() }),
        (Some(kind), Ok(_) | Err(DropReason::Unsupported { .. })) => {
            Err(DropReason::Unsupported { format: kind.name() })
        }
        (_, Err(reason)) => Err(reason),
        (None, Ok(_)) => Err(DropReason::Unreadable),
    }
}

/// Text of a stranger: no control characters but line breaks and tabs.
fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

/// Cuts on a character boundary, and says how much is missing.
fn cut(text: String, limit: usize, words: &Text) -> String {
    let Some((at, _)) = text.char_indices().nth(limit) else { return text };
    let missing = text.get(at..).map_or(0, |rest| rest.chars().count());
    format!("{}\n{}", text.get(..at).unwrap_or_default(), words.text_cut(missing))
}

fn without_base64(value: Value, text: &Text) -> Value {
    match value {
        Value::String(string) => Value::String(or_placeholder(string, text)),
        Value::Array(items) => items.into_iter().map(|item| without_base64(item, text)).collect(),
        Value::Object(map) => map
            .into_iter()
            .map(|(key, value)| (or_placeholder(key, text), without_base64(value, text)))
            .collect(),
        other => other,
    }
}

fn or_placeholder(string: String, text: &Text) -> String {
    if is_base64(&string) { text.data_omitted(kilobytes(string.len() as u64 / 4 * 3)) } else { string }
}

/// Whether a run of base64 is in it, which may be wrapped into lines. Letters of both cases and digits must be
/// among it: a ruled line, a long name and a list of digests are none.
fn is_base64(text: &str) -> bool {
    let (mut run, mut upper, mut lower, mut digit) = (0, false, false, false);
    text.bytes().any(|byte| {
        match byte {
            b'\r' | b'\n' => return false,
            b'A'..=b'Z' => upper = true,
            b'a'..=b'z' => lower = true,
            b'0'..=b'9' => digit = true,
            b'+' | b'/' | b'=' | b'-' | b'_' => {}
            _ => {
                (run, upper, lower, digit) = (0, false, false, false);
                return false;
            }
        }
        run += 1;
        run >= BASE64_RUN && upper && lower && digit
    })
}

#[cfg(test)]
mod tests;
