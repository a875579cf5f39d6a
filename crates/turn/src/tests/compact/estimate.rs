use super::support::{assistant, call, file, jpeg, large, picture, tool, user, webp};
use crate::compact::{estimate, image_token_estimate, message_chars, text_chars};
use fuseforks_llm::canonical::AttachmentKind;
use proptest::prelude::*;

#[test]
fn the_price_of_an_image_comes_from_the_environment_the_setting_or_1600() {
    let table = [
        (None, None, 1600),
        (Some("800"), None, 800),
        (Some(" 800 "), Some("5"), 800),
        (None, Some("2000"), 2000),
        (Some("0"), Some("2000"), 2000),
        (Some("-1"), None, 1600),
        (Some("1.5"), Some("abc"), 1600),
        (Some(""), Some("0"), 1600),
        (Some("99999999999999999999"), Some("7"), 7),
        (Some("1e3"), None, 1600),
    ];
    for (env, setting, tokens) in table {
        assert_eq!(image_token_estimate(env, setting), tokens, "{env:?} {setting:?}");
    }
}

#[test]
fn an_image_of_any_size_and_two_characters_are_6402() {
    for image in [jpeg(1), webp(2), large()] {
        assert_eq!(message_chars(&user("hi", vec![picture(image.clone())]), 1600), 6402);
        assert_eq!(
            message_chars(&tool("a", "cam", "ok", &[image]), 1600),
            6402,
            "the caption is not counted"
        );
    }
}

#[test]
fn every_kind_of_message_has_its_count() {
    // The JSON of the call, as it stands in a conversation file: 41 characters.
    assert_eq!(r#"{"id":"a","name":"t","arguments":{"k":1}}"#.len(), 41);
    let table = [
        (user("", vec![]), 0),
        (user("猫です", vec![]), 3),
        (user("👩‍🔬", vec![]), 3),
        (user("x", vec![file(AttachmentKind::Pdf, "application/pdf"), picture(jpeg(1))]), 1 + 80),
        (assistant("abc", &[]), 3),
        (assistant("", &["a:t:{\"k\": 1}"]), 41),
        (assistant("ab", &["a:t:{\"k\":1}", "b:t:{\"k\":1}"]), 2 + 82),
        (assistant("", &["a:t:{\"k\":\"猫\"}"]), 43),
        (tool("a", "t", "four", &[jpeg(1), jpeg(2)]), 4 + 80),
        // Malformed arguments stand as the string they were.
        (assistant("", &["a:t:{\""]), r#"{"id":"a","name":"t","arguments":"{\""}"#.len()),
    ];
    for (message, chars) in &table {
        assert_eq!(message_chars(message, 10), *chars, "{message:?}");
    }
    let messages: Vec<_> = table.iter().map(|(message, _)| message.clone()).collect();
    let counts = estimate(&messages, 10);
    assert_eq!(counts.chars, table.iter().map(|(_, chars)| *chars).collect::<Vec<_>>());
    assert_eq!(counts.total, counts.chars.iter().sum::<usize>());
    assert_eq!(estimate(&[], 10).total, 0);
    assert_eq!(call("a:t").name, "t");
}

#[test]
fn a_long_base64_run_counts_four_times_and_prose_once() {
    let run = |len: usize| "Ab9+/".chars().cycle().take(len).collect::<String>();
    let hex: String = "0123456789abcdef".chars().cycle().take(204_800).collect();
    let prose = "The quick brown fox jumps over the lazy dog. ".repeat(100);
    let japanese = "猫".repeat(5_000);
    let table = [
        (run(511), 511),
        (run(512), 2_048),
        (run(513), 2_052),
        (format!("{}=={}", run(300), run(210)), 2_048),
        (format!("{} {}", run(511), run(511)), 1_023),
        (format!("data:image/png;base64,{}", run(1_046_118)), 22 + 4 * 1_046_118),
        (format!("x {} y {} z", run(600), run(700)), 7 + 4 * 1_300),
        (format!("猫{}猫", run(512)), 2_050),
        (hex, 4 * 204_800),
        (prose.clone(), prose.len()),
        (japanese, 5_000),
        (run(512).replace('+', "-"), 512),
    ];
    for (text, chars) in table {
        assert_eq!(text_chars(&text), chars, "{text:.60}");
    }
}

/// The rule word for word, without a thought for speed.
fn plainly(text: &str) -> usize {
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
    let mut sum = 0;
    let mut run = 0;
    let mut close = |run: &mut usize| {
        sum += if *run >= 512 { *run * 4 } else { *run };
        *run = 0;
    };
    let mut others = 0;
    for c in text.chars() {
        if is_base64(c) {
            run += 1;
        } else {
            close(&mut run);
            others += 1;
        }
    }
    close(&mut run);
    sum + others
}

proptest! {
    #[test]
    fn runs_are_found_wherever_they_stand(
        pieces in proptest::collection::vec(
            prop_oneof![
                (500..530_usize).prop_map(|n| "q".repeat(n)),
                (1..1200_usize).prop_map(|n| "Z=".repeat(n)),
                (0..700_usize).prop_map(|n| " -".repeat(n)),
                "\\PC{0,20}",
            ],
            0..8,
        )
    ) {
        let text: String = pieces.concat();
        prop_assert_eq!(text_chars(&text), plainly(&text));
    }
}
