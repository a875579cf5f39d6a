//! The three languages of the product.

use fuseforks_contract::app;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A language that a village or a person has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English
    #[default]
    En,
    /// Japanese
    Ja,
    /// Chinese in simplified characters
    Zh,
}

/// Not one of `en`, `ja`, `zh`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown language")]
pub struct UnknownLanguage;

impl Language {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::En, Self::Ja, Self::Zh];

    /// The tag used in files, on the command line and for the folders of `locales/`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ja => "ja",
            Self::Zh => "zh",
        }
    }

    /// The language of a locale as an operating system names it (`ja-JP`, `zh_TW.UTF-8`, `C`).
    /// What is not ours becomes English.
    #[must_use]
    pub fn from_locale(tag: &str) -> Self {
        let primary = tag.split(['-', '_', '.', '@']).next().unwrap_or_default();
        match primary.to_ascii_lowercase().as_str() {
            "ja" | "jpn" => Self::Ja,
            // ISO 639-3 has Mandarin and Cantonese apart; both read Chinese characters.
            "zh" | "zho" | "chi" | "cmn" | "yue" => Self::Zh,
            _ => Self::En,
        }
    }

    /// The language of this machine's user.
    #[must_use]
    pub fn of_system() -> Self {
        sys_locale::get_locale().map_or(Self::En, |tag| Self::from_locale(&tag))
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    /// Exactly `en`, `ja` or `zh`.
    fn from_str(tag: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|language| language.as_str() == tag).ok_or(UnknownLanguage)
    }
}

impl std::fmt::Display for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<app::Language> for Language {
    fn from(language: app::Language) -> Self {
        match language {
            app::Language::En => Self::En,
            app::Language::Ja => Self::Ja,
            app::Language::Zh => Self::Zh,
        }
    }
}

impl From<Language> for app::Language {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Self::En,
            Language::Ja => Self::Ja,
            Language::Zh => Self::Zh,
        }
    }
}
