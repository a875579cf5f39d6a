//! The sentences of one language, and how values are put into them.

use super::{Language, one_line};
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle, types::FluentNumber};
use std::{borrow::Cow, collections::BTreeMap, sync::OnceLock};

/// The longest value in a sentence, in characters. Long enough for a path, short enough for a line.
const VALUE_CHARS: usize = 1000;

/// The sentences of a language: a method each, made from `locales/` by the build script.
///
/// A variable is a number where its name says so (`count`, `kb`, `seconds`, ...: the list is in
/// `build/check.rs`) or where it chooses a plural; all others are text. Text values become one line
/// without control and direction characters; a body of several lines is put beside a sentence, never in it.
pub struct Text {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

include!(concat!(env!("OUT_DIR"), "/sentences.rs"));

impl Text {
    /// The sentences of a language. They are read once in the life of the program.
    pub fn of(language: Language) -> &'static Self {
        static ALL: [OnceLock<Text>; 3] = [const { OnceLock::new() }; 3];
        let (place, sources) = match language {
            Language::En => (&ALL[0], EN),
            Language::Ja => (&ALL[1], JA),
            Language::Zh => (&ALL[2], ZH),
        };
        place.get_or_init(|| Self::read(language, sources))
    }

    /// The language they are in.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// A sentence whose key is known only at run time, such as `error-<code>`; `None` if there is none.
    ///
    /// Values of numeric variables that are whole numbers count as numbers, so that plurals work.
    #[must_use]
    pub fn message(&self, key: &str, args: &BTreeMap<String, String>) -> Option<String> {
        let (message, attribute) = key.split_once('.').map_or((key, None), |(name, part)| (name, Some(part)));
        let mut values = FluentArgs::with_capacity(args.len());
        for (name, value) in args {
            let whole = NUMBERS.binary_search(&name.as_str()).ok().and_then(|_| value.parse::<u64>().ok());
            values.set(name.as_str(), whole.map_or_else(|| text_value(value), number_value));
        }
        self.lookup(message, attribute, &values)
    }

    fn read(language: Language, sources: &[&str]) -> Self {
        let locale = language.as_str().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        // Isolation marks would stand in logs, tests and models' text.
        bundle.set_use_isolating(false);
        for source in sources {
            // The build script has parsed the same text without an error and found every name once.
            let (Ok(resource) | Err((resource, _))) = FluentResource::try_new((*source).to_owned());
            bundle.add_resource_overriding(resource);
        }
        Self { language, bundle }
    }

    /// Called by the generated methods alone: they know that the key exists.
    fn format<const N: usize>(&self, key: &str, values: [(&'static str, FluentValue<'_>); N]) -> String {
        let (message, attribute) = key.split_once('.').map_or((key, None), |(name, part)| (name, Some(part)));
        self.lookup(message, attribute, &values.into_iter().collect()).unwrap_or_default()
    }

    fn lookup(&self, message: &str, attribute: Option<&str>, values: &FluentArgs<'_>) -> Option<String> {
        let message = self.bundle.get_message(message)?;
        let pattern = match attribute {
            Some(name) => message.get_attribute(name)?.value(),
            None => message.value()?,
        };
        let mut errors = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(values), &mut errors).into_owned())
    }
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Text").field(&self.language).finish()
    }
}

/// A whole number for a sentence.
pub trait Number: sealed::Sealed {
    /// The value; sentences are exact up to 2^53.
    fn value(self) -> u64;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! numbers {
    ($($kind:ty),*) => {$(
        impl sealed::Sealed for $kind {}
        impl Number for $kind {
            fn value(self) -> u64 {
                // No target of ours has a usize wider than 64 bits.
                self as u64
            }
        }
    )*};
}

numbers!(u16, u32, u64, usize);

fn number_value<'a>(value: impl Number) -> FluentValue<'a> {
    #[expect(clippy::cast_precision_loss, reason = "Fluent numbers are f64")]
    let value = value.value() as f64;
    FluentValue::Number(FluentNumber::new(value, fluent_bundle::types::FluentNumberOptions::default()))
}

fn text_value(value: &str) -> FluentValue<'_> {
    FluentValue::String(Cow::Owned(one_line(value, VALUE_CHARS)))
}
