//! Tags of languages.

use crate::text::Language;
use fuseforks_contract::app;

#[test]
fn locales_of_operating_systems() {
    for (tag, language) in [
        ("ja", Language::Ja),
        ("ja-JP", Language::Ja),
        ("ja_JP.UTF-8", Language::Ja),
        ("JA", Language::Ja),
        ("zh-Hans-CN", Language::Zh),
        ("zh_TW", Language::Zh),
        ("cmn-Hans", Language::Zh),
        ("en_GB.UTF-8@euro", Language::En),
        ("de-DE", Language::En),
        ("C", Language::En),
        ("POSIX", Language::En),
        ("jav", Language::En),
        ("", Language::En),
    ] {
        assert_eq!(Language::from_locale(tag), language, "{tag}");
    }
}

#[test]
fn tags_are_exact() {
    for language in Language::ALL {
        assert_eq!(language.as_str().parse(), Ok(language));
        assert_eq!(language.to_string(), language.as_str());
        assert_eq!(Language::from(app::Language::from(language)), language);
    }
    for wrong in ["", "EN", "en-GB", "fr"] {
        assert!(wrong.parse::<Language>().is_err(), "{wrong}");
    }
}
