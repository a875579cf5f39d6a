use super::support::{asks, done, jpeg, large, line, results, saw, spec, text, webp, with};
use crate::{Effect, Event, Part, ToolOutcome, Turn};
use fuseforks_media::{DropReason, Image};
use serde_json::json;

/// Runs one call with this outcome and shows its result and the effects of its end.
fn one(blind: bool, outcome: ToolOutcome) -> ((String, Option<String>, usize), Vec<String>) {
    let mut spec = spec(12);
    spec.blind = blind;
    let mut turn = Turn::new(spec);
    let _ = turn.step(Event::Start);
    let _ = turn.step(asks(&["a:nik__look"]));
    let effects = turn.step(done("a", outcome));
    (results(&turn).remove(0), effects.iter().map(line).collect())
}

fn parts(parts: Vec<Part>) -> ToolOutcome {
    ToolOutcome { parts, ..ToolOutcome::default() }
}

fn image(seed: u8) -> Part {
    Part::Image(jpeg(seed))
}

fn words(text: &str) -> Part {
    Part::Text(text.to_owned())
}

#[test]
fn a_result_is_never_blank() {
    let table: Vec<(ToolOutcome, &str)> = vec![
        (parts(vec![]), "<empty>"),
        (text(""), "<empty>"),
        (text("   \n"), "<empty>"),
        (parts(vec![image(1)]), "<images 1>"),
        (parts(vec![words("  "), image(1), image(2)]), "<images 2>"),
        (parts(vec![words("dropped: 1")]), "dropped: 1"),
        (parts(vec![words("a"), image(1), words("b")]), "a\nb"),
        (parts(vec![words("a"), Part::Json(json!({"k": [1, "x"]}))]), "a\n{\"k\":[1,\"x\"]}"),
    ];
    for (outcome, expected) in table {
        assert_eq!(one(false, outcome).0.0, expected);
    }
}

#[test]
fn images_have_a_caption_a_pane_line_and_a_count_in_the_log() {
    let (result, effects) = one(false, with("ok", &[jpeg(1), webp(2)]));
    assert_eq!(result, ("ok".to_owned(), Some("<nik__look gave 2>".to_owned()), 2));
    assert_eq!(
        effects,
        [
            "log tool 1 nik__look ok=true args=2 body=2 ms=5 images=2",
            "pane a ok \"ok\" \"(JPEG 1, WebP 1)\" 2 5 []",
            "model 2 First"
        ]
    );
}

#[test]
fn the_pane_line_is_made_from_the_bytes_that_are_sent() {
    let image = large();
    let (_, effects) = one(false, with("ok", std::slice::from_ref(&image)));
    let kilobytes = image.bytes().len().div_ceil(1000);
    assert_eq!(effects[1], format!("pane a ok \"ok\" \"(JPEG {kilobytes})\" 1 5 []"));
}

#[test]
fn a_result_without_images_has_neither() {
    let (result, effects) = one(false, text("ok"));
    assert_eq!(result, ("ok".to_owned(), None, 0));
    assert_eq!(
        effects,
        [
            "log tool 1 nik__look ok=true args=2 body=2 ms=5 images=0",
            "pane a ok \"ok\" \"\" 0 5 []",
            "model 2 First"
        ]
    );
}

#[test]
fn a_blind_model_gets_a_sentence_and_no_image() {
    let (result, effects) = one(true, with("ok", &[jpeg(1), jpeg(2)]));
    assert_eq!(result, ("ok\n<not sent>".to_owned(), None, 0));
    assert_eq!(
        effects,
        [
            "log tool 1 nik__look ok=true args=2 body=13 ms=5 images=2",
            "log withheld 2 NoVision",
            "pane a ok \"ok\\n<not sent>\" \"\" 0 5 []",
            "model 2 First"
        ]
    );
    assert_eq!(one(true, parts(vec![image(1)])).0.0, "<images 1>\n<not sent>");
    let (result, effects) = one(true, text("ok"));
    assert_eq!(result.0, "ok");
    assert!(!effects.iter().any(|line| line.contains("withheld")));
}

#[test]
fn an_error_keeps_its_image_and_is_marked() {
    let mut outcome = with("failed", &[jpeg(1)]);
    outcome.is_error = true;
    let (result, effects) = one(false, outcome);
    assert_eq!(result, ("failed".to_owned(), Some("<nik__look gave 1>".to_owned()), 1));
    assert_eq!(effects[1], "pane a error \"failed\" \"(JPEG 1)\" 1 5 []");
}

#[test]
fn only_an_error_is_marked_as_one() {
    for is_error in [true, false] {
        let mut turn = Turn::new(spec(12));
        let _ = turn.step(Event::Start);
        let _ = turn.step(asks(&["a"]));
        let _ = turn.step(done("a", ToolOutcome { is_error, ..text("x") }));
        let shown = saw(turn.request());
        assert_eq!(shown[2].ends_with(" error"), is_error, "{shown:?}");
    }
}

#[test]
fn each_dropped_image_has_its_line() {
    let mut outcome = text("1 of 3");
    outcome.dropped = vec![DropReason::TooLarge, DropReason::Unsupported { format: "GIF" }];
    let (_, effects) = one(false, outcome);
    assert_eq!(effects[1..3], ["log dropped nik__look too_large", "log dropped nik__look unsupported"]);
    assert_eq!(effects[3], "pane a ok \"1 of 3\" \"\" 0 5 [too_large unsupported]");
}

#[test]
fn log_counts_are_unicode_scalar_values() {
    let mut turn = Turn::new(spec(12));
    let _ = turn.step(Event::Start);
    let _ = turn.step(asks(&["a:cam:{\"q\": \"\u{732b}\u{732b}\"}"]));
    let effects = turn.step(done("a", text("\u{3042}\u{3044}")));
    assert_eq!(line(&effects[0]), "log tool 1 cam ok=true args=10 body=2 ms=5 images=0");
}

#[test]
fn the_images_of_a_result_are_the_very_images_that_came() {
    let sent = [jpeg(1), webp(2), jpeg(3)];
    let mut turn = Turn::new(spec(12));
    let _ = turn.step(Event::Start);
    let _ = turn.step(asks(&["a"]));
    let effects = turn.step(done("a", with("ok", &sent)));
    let pane: Vec<Image> = effects
        .iter()
        .find_map(|effect| match effect {
            Effect::Pane { images, .. } => Some(images.clone()),
            _ => None,
        })
        .unwrap();
    assert_eq!(pane, sent);
}
