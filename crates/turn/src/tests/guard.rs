use super::support::{asks, call, check, done, jpeg, line, says, spec, text, texts, with};
use crate::{
    Event, ToolOutcome, Turn,
    repeat::{Fingerprint, RepeatGuard},
};
use fuseforks_media::DropReason;

/// Polls with one call a round until the turn wraps up or the outcomes end. Returns how many calls ran
/// and the last line of the last step.
fn poll(blind: bool, calls: &[&str], outcomes: Vec<ToolOutcome>) -> (usize, String) {
    let mut spec = spec(100);
    spec.blind = blind;
    let mut turn = Turn::new(spec);
    let _ = turn.step(Event::Start);
    let mut last = String::new();
    for (index, outcome) in outcomes.into_iter().enumerate() {
        let id = format!("c{index}");
        let shape = calls[index % calls.len()];
        let effects = turn.step(asks(&[&format!("{id}:{shape}")]));
        if !effects.iter().any(|effect| line(effect).starts_with("run ")) {
            return (index, line(effects.last().unwrap()));
        }
        last = line(turn.step(done(&id, outcome)).last().unwrap());
    }
    (100, last)
}

#[test]
fn the_third_equal_call_with_equal_results_is_not_run() {
    let turn = check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a:cam:{\"x\":1}"]), "run a cam 1"),
            (done("a", text("same")), "pane a ok \"same\" \"\" 0 5 []\nmodel 2 First"),
            (asks(&["b:cam:{\"x\":1}"]), "run b cam 2"),
            (done("b", text("same")), "pane b ok \"same\" \"\" 0 5 []\nmodel 3 First"),
            (
                asks(&["c:cam:{\"x\":1}"]),
                "log tool 3 cam ok=false args=7 body=13 ms=0 images=0
                 pane c skipped \"<cam repeats>\" \"\" 0 0 []
                 model 3 First wrap-up",
            ),
            (says("it is the same", &[]), "end repeat:cam \"it is the same\" 3 40"),
        ],
    );
    assert_eq!(texts(&turn), ["same", "same", "<cam repeats>"]);
}

#[test]
fn polling_a_camera_is_no_loop_while_the_picture_changes() {
    let frames: Vec<_> = (0..6).map(|seed| with("{}", &[jpeg(seed)])).collect();
    assert_eq!(poll(false, &["cam"], frames).0, 100, "six different pictures");

    let frames: Vec<_> = (0..6).map(|_| with("{}", &[jpeg(1)])).collect();
    assert_eq!(poll(false, &["cam"], frames), (2, "model 3 First wrap-up".to_owned()), "one picture");

    let frames: Vec<_> = (0..6)
        .map(|seed| {
            let mut outcome = text("{}");
            outcome.dropped = vec![DropReason::Unsupported { format: if seed == 0 { "GIF" } else { "BMP" } }];
            outcome
        })
        .collect();
    assert_eq!(poll(false, &["cam"], frames).0, 2, "dropped pictures do not count");

    let frames: Vec<_> = (0..6)
        .map(|seed| match seed % 2 {
            0 => with("{}", &[jpeg(1), jpeg(2)]),
            _ => with("{}", &[jpeg(2), jpeg(1)]),
        })
        .collect();
    assert_eq!(poll(false, &["cam"], frames).0, 100, "another order is another result");

    let frames: Vec<_> = (0..6).map(|seed| with("{}", &[jpeg(seed)])).collect();
    assert_eq!(poll(true, &["cam"], frames).0, 2, "a blind model is shown the same each time");
}

#[test]
fn alternating_results_of_one_call_never_block_it() {
    let outcomes = (0..20).map(|n| text(if n % 2 == 0 { "A" } else { "B" })).collect();
    assert_eq!(poll(false, &["cam"], outcomes).0, 100);
    let clock = (0..20).map(|n| text(&format!("12:00:{n:02}"))).collect();
    assert_eq!(poll(false, &["cam"], clock).0, 100);
}

#[test]
fn two_calls_in_turn_are_each_counted_on_their_own() {
    let outcomes = (0..20).map(|_| text("no new output")).collect();
    let (ran, last) = poll(false, &["cam:{\"n\":1}", "cam:{\"n\":2}"], outcomes);
    assert_eq!((ran, last.as_str()), (4, "model 5 First wrap-up"));
}

#[test]
fn a_round_with_one_call_that_runs_is_no_loop() {
    let turn = check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a"]), "run a cam 1"),
            (done("a", text("x")), "pane a ok \"x\" \"\" 0 5 []\nmodel 2 First"),
            (asks(&["b"]), "run b cam 2"),
            (done("b", text("x")), "pane b ok \"x\" \"\" 0 5 []\nmodel 3 First"),
            (asks(&["c", "d:other"]), "pane c skipped \"<cam repeats>\" \"\" 0 0 []\nrun d other 3"),
            (done("d", text("y")), "pane d ok \"y\" \"\" 0 5 []\nmodel 4 First"),
            (
                asks(&["e", "f:cam"]),
                "pane e skipped \"<cam repeats>\" \"\" 0 0 []
                 pane f skipped \"<cam repeats>\" \"\" 0 0 []
                 model 4 First wrap-up",
            ),
            (says("", &["z"]), "end repeat:cam \"\" 4 50"),
        ],
    );
    assert_eq!(texts(&turn), ["x", "x", "<cam repeats>", "y", "<cam repeats>", "<cam repeats>"]);
}

#[test]
fn equal_calls_of_one_round_count_in_call_order() {
    check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a", "b"]), "run a cam 1\nrun b cam 1"),
            (done("b", text("x")), "pane b ok \"x\" \"\" 0 5 []"),
            (done("a", text("y")), "pane a ok \"y\" \"\" 0 5 []\nmodel 2 First"),
            (asks(&["c"]), "run c cam 2"),
            (done("c", text("x")), "pane c ok \"x\" \"\" 0 5 []\nmodel 3 First"),
            (asks(&["d"]), "pane d skipped \"<cam repeats>\" \"\" 0 0 []\nmodel 3 First wrap-up"),
        ],
    );
}

#[test]
fn malformed_calls_repeat_too() {
    check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a:cam:{"]), "pane a skipped \"<cam malformed>\" \"\" 0 0 []\nmodel 2 First"),
            (asks(&["b:cam:{"]), "pane b skipped \"<cam malformed>\" \"\" 0 0 []\nmodel 3 First"),
            (asks(&["c:cam:{"]), "pane c skipped \"<cam repeats>\" \"\" 0 0 []\nmodel 3 First wrap-up"),
        ],
    );
}

#[test]
fn arguments_are_equal_whatever_the_order_of_their_keys() {
    let result = Fingerprint::of("x", &[]);
    let equal = |one: &str, other: &str| {
        let mut guard = RepeatGuard::new(1);
        guard.record(&call(one), result);
        guard.blocks(&call(other))
    };
    let table = [
        (
            "a:t:{\"a\":1,\"b\":{\"c\":[1,{\"x\":1,\"y\":2}],\"d\":null}}",
            "b:t:{\"b\":{\"d\":null,\"c\":[1,{\"y\":2,\"x\":1}]},\"a\":1}",
            true,
        ),
        ("a:t:{\"a\":[1,2]}", "b:t:{\"a\":[2,1]}", false),
        ("a:t:{\"a\":\"1\"}", "b:t:{\"a\":1}", false),
        ("a:t:{\"a\":1}", "b:u:{\"a\":1}", false),
        ("a:t:{}", "b:t:{}", true),
        ("a:t:{\"a,b\":1}", "b:t:{\"a\":1,\"b\":1}", false),
        ("a:t:x", "b:t:x", true),
        ("a:t:\"{}\"", "b:t:{}", false),
    ];
    for (one, other, expected) in table {
        assert_eq!(equal(one, other), expected, "{one} {other}");
    }
}

#[test]
fn arguments_that_came_as_text_are_not_the_object_they_look_like() {
    let mut guard = RepeatGuard::new(1);
    guard.record(&call("a:t:{}"), Fingerprint::of("x", &[]));
    let mut as_text = call("b:t:{}");
    as_text.malformed = Some("{}".to_owned());
    assert!(!guard.blocks(&as_text));
}

#[test]
fn a_turn_that_only_repeats_names_the_first_tool() {
    check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a:x", "b:y"]), "run a x 1\nrun b y 1"),
            (done("a", text("1")), "pane a ok \"1\" \"\" 0 5 []"),
            (done("b", text("2")), "pane b ok \"2\" \"\" 0 5 []\nmodel 2 First"),
            (asks(&["c:y", "d:x"]), "run c y 2\nrun d x 2"),
            (done("c", text("2")), "pane c ok \"2\" \"\" 0 5 []"),
            (done("d", text("1")), "pane d ok \"1\" \"\" 0 5 []\nmodel 3 First"),
            (
                asks(&["e:y", "f:x"]),
                "pane e skipped \"<y repeats>\" \"\" 0 0 []
                 pane f skipped \"<x repeats>\" \"\" 0 0 []
                 model 3 First wrap-up",
            ),
            (says("same", &[]), "end repeat:y \"same\" 3 40"),
        ],
    );
}

#[test]
fn text_and_images_cannot_be_mistaken_for_each_other() {
    let image = jpeg(1);
    let with_image = Fingerprint::of("x", std::slice::from_ref(&image));
    assert_ne!(with_image, Fingerprint::of(&format!("x{}", image.digest()), &[]));
    assert_ne!(with_image, Fingerprint::of("x", &[image.clone(), image]));
}
