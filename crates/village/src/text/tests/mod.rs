mod build;
mod catalogue;
mod clean;
mod language;
mod practice;
mod sender;
mod sentences;
mod words;

use super::{Language, Text};

fn text(language: &str) -> &'static Text {
    Text::of(language.parse::<Language>().unwrap())
}
