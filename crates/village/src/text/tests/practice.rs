//! The practice model's words: its lists decide between the paths, and its sentences carry the facts.

use super::text;
use crate::text::{Language, Text, mentions, split};
use std::collections::BTreeSet;

#[test]
fn the_offered_request_asks_to_look_and_nothing_else() {
    for language in Language::ALL {
        let text = Text::of(language);
        let offer = text.practice_offer();
        assert!(mentions(&offer, &text.practice_words_look()), "{offer}");
        assert!(!mentions(&offer, &text.practice_words_status()), "{offer}");
        assert!(!mentions(&offer, &text.practice_words_ask()), "{offer}");
        assert!(mentions(&text.practice_default_question(), &text.practice_words_look()));
        let status = text.practice_offer_status();
        assert!(mentions(&status, &text.practice_words_status()), "{status}");
    }
}

#[test]
fn requests_in_everyday_words() {
    for (language, request, look, status, ask) in [
        ("en", "What do you see?", true, false, false),
        ("en", "Take a picture please", true, false, false),
        ("en", "How is the battery?", false, true, false),
        ("en", "Ask Photographer to look", true, false, true),
        ("en", "Good morning", false, false, false),
        ("ja", "何が見える？", true, false, false),
        ("ja", "写真を撮って", true, false, false),
        ("ja", "電池はあとどれくらい？", false, true, false),
        ("ja", "おはよう", false, false, false),
        ("zh", "拍一张照片", true, false, false),
        ("zh", "电池还有多少？", false, true, false),
        ("zh", "问摄影师看到了什么", true, false, true),
        ("zh", "早上好", false, false, false),
    ] {
        let text = text(language);
        assert_eq!(mentions(request, &text.practice_words_look()), look, "look: {request}");
        assert_eq!(mentions(request, &text.practice_words_status()), status, "status: {request}");
        if ask {
            continue;
        }
        assert!(!mentions(request, &text.practice_words_ask()), "ask: {request}");
    }
    assert!(mentions("写真係に聞いて", &text("ja").practice_words_ask()));
}

#[test]
fn eleven_colours_each_with_its_own_name() {
    for language in Language::ALL {
        let text = Text::of(language);
        let names = [
            text.practice_colour_black(),
            text.practice_colour_white(),
            text.practice_colour_grey(),
            text.practice_colour_red(),
            text.practice_colour_orange(),
            text.practice_colour_yellow(),
            text.practice_colour_green(),
            text.practice_colour_blue(),
            text.practice_colour_purple(),
            text.practice_colour_pink(),
            text.practice_colour_brown(),
        ];
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 11);
        // No name is part of another, so that a test that looks for one cannot find the other.
        for name in &names {
            assert_eq!(names.iter().filter(|other| other.contains(name.as_str())).count(), 1, "{name}");
        }
    }
}

#[test]
fn what_it_measured() {
    let text = text("en");
    let at = |place: String, colour: String| text.practice_at(&colour, &place);
    let places = [
        at(text.practice_place_left(), text.practice_colour_red()),
        at(text.practice_place_right(), text.practice_colour_blue()),
    ]
    .join(&text.practice_separator());
    assert_eq!(
        text.practice_picture(424_u32, 41_u32, &places, 640_u32),
        "In the picture: left side red, right side blue; brightness 41 %; 640x424 pixels."
    );
}

#[test]
fn it_says_that_it_is_no_ai() {
    for language in Language::ALL {
        let text = Text::of(language);
        assert!(text.practice_who().contains("AI") && text.practice_measured().contains("AI"));
    }
}

#[test]
fn every_list_has_words() {
    for language in Language::ALL {
        let text = Text::of(language);
        for list in [
            text.practice_words_help(),
            text.practice_words_ask(),
            text.practice_words_status(),
            text.practice_words_look(),
        ] {
            assert!(split(&list).count() >= 2, "{list}");
        }
    }
}
