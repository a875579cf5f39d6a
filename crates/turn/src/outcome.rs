//! What a tool gave back. Never a bare string: pictures must survive the trip.

use fuseforks_media::{DropReason, Image};
use serde_json::Value;

/// A piece of a tool's result that concerns the model.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Text, the notices about what was left out included, in the village's language.
    Text(String),
    /// An image for the model.
    Image(Image),
    /// Structured data; the model gets it as compact JSON text.
    Json(Value),
}

/// A finished tool call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolOutcome {
    /// The parts, in the order they came.
    pub parts: Vec<Part>,
    /// The tool reported an error. Its text already says so.
    pub is_error: bool,
    /// Why images were left out, in order.
    pub dropped: Vec<DropReason>,
    /// The turn ends with this call: the conversation was handed on.
    pub ends_turn: bool,
}

impl ToolOutcome {
    /// A result of text alone.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { parts: vec![Part::Text(text.into())], ..Self::default() }
    }

    /// An error of text alone.
    #[must_use]
    pub fn error(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }

    /// The text for the model: text and JSON parts, a line break between them.
    #[must_use]
    pub fn body(&self) -> String {
        let pieces: Vec<String> = self
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Text(text) => Some(text.clone()),
                Part::Json(value) => Some(value.to_string()),
                Part::Image(_) => None,
            })
            .collect();
        pieces.join("\n")
    }

    /// The images for the model, in the order they came.
    #[must_use]
    pub fn images(&self) -> Vec<Image> {
        self.parts
            .iter()
            .filter_map(|part| match part {
                Part::Image(image) => Some(image.clone()),
                Part::Text(_) | Part::Json(_) => None,
            })
            .collect()
    }
}
