use super::support::{
    asks, check, done, done_as_jpeg, fails, jpeg, made, play, refused, results, saw, says, spec, stop, text,
    user, webp, with,
};
use crate::{Event, Spec, Turn};
use fuseforks_llm::{ErrorCode, canonical::Attachment};
use fuseforks_media::{Image, Limits, to_jpeg};

/// A turn whose first round brought these images; its second call runs.
fn looked(spec: Spec, images: &[Image]) -> Turn {
    let mut turn = Turn::new(spec);
    let _ = turn.step(Event::Start);
    let _ = turn.step(asks(&["a"]));
    let _ = turn.step(done("a", with("ok", images)));
    turn
}

fn compat() -> Spec {
    Spec { jpeg_fallback: true, ..spec(12) }
}

#[test]
fn a_refused_request_goes_once_more_without_tool_images() {
    let mut turn = looked(spec(12), &[jpeg(1), jpeg(2)]);
    play(
        &mut turn,
        vec![
            (refused(400), "model 2 Stripped"),
            (
                asks(&["b"]),
                "log fallback 2 true
                 run b cam 2",
            ),
            (
                done("b", with("new", &[jpeg(3)])),
                "log tool 2 cam ok=true args=2 body=14 ms=5 images=1
                 log withheld 1 Refused
                 pane b ok \"new\\n<not sent>\" \"\" 0 5 []
                 model 3 First",
            ),
            (says("blind", &[]), "end done \"blind\" 3 40"),
        ],
    );
    assert_eq!(
        results(&turn),
        [("ok\n<not sent>".to_owned(), None, 0), ("new\n<not sent>".to_owned(), None, 0)]
    );
    assert!(turn.request().drop_thinking);
}

#[test]
fn only_results_that_lost_an_image_say_so() {
    let mut turn = looked(spec(12), &[jpeg(1)]);
    play(
        &mut turn,
        vec![
            (asks(&["b:status"]), "run b status 2"),
            (done("b", text("fine")), "pane b ok \"fine\" \"\" 0 5 []\nmodel 3 First"),
            (refused(422), "model 3 Stripped"),
            (says("x", &[]), "log fallback 1 true\nend done \"x\" 3 40"),
        ],
    );
    assert_eq!(
        results(&turn).into_iter().map(|(text, ..)| text).collect::<Vec<_>>(),
        ["ok\n<not sent>", "fine"]
    );
}

#[test]
fn a_second_refusal_ends_the_turn() {
    let mut turn = looked(spec(12), &[jpeg(1)]);
    play(
        &mut turn,
        vec![
            (refused(400), "model 2 Stripped"),
            (
                refused(400),
                "log fallback 1 false
                 log failed Some(400) IMAGES_REFUSED -
                 end failed:IMAGES_REFUSED \"\" 2 30",
            ),
        ],
    );
    let mut turn = looked(spec(12), &[jpeg(1)]);
    play(
        &mut turn,
        vec![
            (refused(400), "model 2 Stripped"),
            (asks(&["b"]), "run b cam 2"),
            (done("b", text("x")), "pane b ok \"x\" \"\" 0 5 []\nmodel 3 First"),
            (refused(400), "log failed Some(400) IMAGES_REFUSED -\nend failed:IMAGES_REFUSED \"\" 3 40"),
        ],
    );
}

#[test]
fn after_the_strip_an_attachment_is_not_tried_in_another_form() {
    let mut turn = looked(attached(compat(), webp(9)), &[jpeg(1)]);
    play(
        &mut turn,
        vec![(refused(413), "model 2 Stripped"), (refused(400), "end failed:IMAGES_REFUSED \"\" 2 30")],
    );
}

#[test]
fn another_failure_of_the_stripped_request_is_its_own_error() {
    let mut turn = looked(spec(12), &[jpeg(1)]);
    play(
        &mut turn,
        vec![
            (refused(400), "model 2 Stripped"),
            (
                fails(ErrorCode::InvalidRequest, Some(400), ""),
                "log fallback 1 false
                 log failed Some(400) INVALID_REQUEST -
                 end failed:INVALID_REQUEST \"\" 2 30",
            ),
        ],
    );
}

#[test]
fn another_failure_is_never_stripped() {
    for code in [ErrorCode::InvalidRequest, ErrorCode::ConnectionLost, ErrorCode::Server, ErrorCode::NotFound]
    {
        let mut turn = looked(compat(), &[jpeg(1)]);
        let end = format!("end failed:{} \"\" 2 20", code.as_str());
        play(&mut turn, vec![(fails(code, Some(400), ""), end.as_str())]);
        assert_eq!(results(&turn)[0].2, 1);
    }
}

#[test]
fn nothing_is_sent_again_after_stop() {
    let mut turn = looked(compat(), &[webp(1)]);
    play(&mut turn, vec![(stop(""), "abort model\nend interrupted \"\" 2 10"), (refused(400), "")]);
    let mut turn = looked(spec(12), &[jpeg(1)]);
    play(
        &mut turn,
        vec![
            (refused(400), "model 2 Stripped"),
            (stop("I"), "abort model\nend interrupted \"I\" 2 20"),
            (refused(400), ""),
        ],
    );
}

#[test]
fn a_turn_is_stopped_while_jpegs_are_made() {
    let mut turn = looked(compat(), &[webp(1)]);
    play(
        &mut turn,
        vec![
            (refused(400), "jpegs of 1"),
            (refused(400), ""),
            (Event::BudgetExhausted, ""),
            (stop(""), "end interrupted \"\" 2 20"),
            (made(&[webp(1)]), ""),
        ],
    );
    assert_eq!(results(&turn)[0].2, 1, "what was shown stays as it was");
}

#[test]
fn a_webp_that_cannot_be_made_a_jpeg_is_stripped_or_is_the_error() {
    let mut turn = looked(compat(), &[webp(1)]);
    play(&mut turn, vec![(refused(400), "jpegs of 1"), (made(&[]), "model 2 Stripped")]);
    check(
        attached(compat(), webp(1)),
        vec![
            (Event::Start, "model 1 First"),
            (refused(400), "jpegs of 1"),
            (made(&[]), "log failed Some(400) IMAGES_REFUSED -\nend failed:IMAGES_REFUSED \"\" 1 10"),
        ],
    );
}

#[test]
fn the_same_webp_in_several_places_is_made_a_jpeg_once() {
    let mut turn = looked(attached(compat(), webp(1)), &[webp(1), webp(2)]);
    play(&mut turn, vec![(refused(400), "jpegs of 2"), (made(&[webp(1), webp(2)]), "model 2 Jpeg")]);
    assert_eq!(saw(turn.request())[0], "user \"look\" [JPEG]");
    assert!(saw(turn.request())[2].matches("JPEG:").count() == 2, "{:?}", saw(turn.request()));
}

#[test]
fn the_wrap_up_call_is_stripped_like_any_other() {
    let mut turn = Turn::new(spec(1));
    play(
        &mut turn,
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a"]), "run a cam 1"),
            (
                done("a", with("ok", &[jpeg(1)])),
                "pane a ok \"ok\" \"(JPEG 1)\" 1 5 []\nmodel 1 First wrap-up",
            ),
            (refused(400), "model 1 Stripped wrap-up"),
            (says("sum", &["z"]), "log fallback 1 true\nend tool_limit \"sum\" 1 30"),
        ],
    );
}

#[test]
fn a_webp_refused_with_400_is_tried_as_jpeg_first() {
    let (picture, other) = (webp(1), jpeg(2));
    let mut turn = looked(compat(), &[picture.clone(), other.clone()]);
    play(
        &mut turn,
        vec![
            (refused(400), "jpegs of 1"),
            (made(std::slice::from_ref(&picture)), "log jpeg 400\nmodel 2 Jpeg"),
            (asks(&["b"]), "run b cam 2 jpegs"),
            (
                done_as_jpeg("b", with("new", &[webp(3)])),
                "pane b ok \"new\" \"(JPEG 1)\" 1 5 []\nmodel 3 First",
            ),
            (says("seen", &[]), "end done \"seen\" 3 40"),
        ],
    );
    let as_jpeg = to_jpeg(&picture, &Limits::default(), &|| false).unwrap();
    let digest = |image: &Image| format!("JPEG:{:.6}", image.digest().to_string());
    assert_eq!(
        saw(turn.request())[2],
        format!("tool a \"ok\" <cam gave 2> [{} {}]", digest(&as_jpeg), digest(&other))
    );
    assert_eq!(results(&turn)[1].2, 1, "later pictures still go, as JPEG from the start");
}

#[test]
fn at_most_three_requests_a_round_as_it_is_as_jpeg_and_stripped() {
    let mut turn = looked(compat(), &[webp(1)]);
    play(
        &mut turn,
        vec![
            (refused(400), "jpegs of 1"),
            (made(&[webp(1)]), "log jpeg 400\nmodel 2 Jpeg"),
            (refused(400), "model 2 Stripped"),
            (
                refused(400),
                "log fallback 1 false
                 log failed Some(400) IMAGES_REFUSED -
                 end failed:IMAGES_REFUSED \"\" 2 40",
            ),
        ],
    );
}

#[test]
fn jpeg_is_tried_only_where_it_can_help() {
    let table: Vec<(Spec, Vec<Image>, u16)> =
        vec![(compat(), vec![jpeg(1)], 400), (compat(), vec![webp(1)], 422), (spec(12), vec![webp(1)], 400)];
    for (spec, images, status) in table {
        let mut turn = looked(spec, &images);
        play(&mut turn, vec![(refused(status), "model 2 Stripped")]);
    }
}

#[test]
fn a_refusal_after_the_jpeg_was_taken_strips_once() {
    let mut turn = looked(compat(), &[webp(1)]);
    play(
        &mut turn,
        vec![
            (refused(400), "jpegs of 1"),
            (made(&[webp(1)]), "model 2 Jpeg"),
            (asks(&["b"]), "run b cam 2 jpegs"),
            (done("b", with("new", &[jpeg(3)])), "pane b ok \"new\" \"(JPEG 1)\" 1 5 []\nmodel 3 First"),
            (refused(400), "model 3 Stripped"),
            (says("x", &[]), "log fallback 2 true\nend done \"x\" 3 50"),
        ],
    );
}

fn attached(spec: Spec, image: Image) -> Spec {
    let mut spec = spec;
    spec.request.messages = vec![user("look", vec![Attachment::Image(image)])];
    spec
}

#[test]
fn a_refused_attachment_is_an_error_and_never_dropped() {
    let turn = check(
        attached(compat(), jpeg(1)),
        vec![
            (Event::Start, "model 1 First"),
            (refused(400), "log failed Some(400) IMAGES_REFUSED -\nend failed:IMAGES_REFUSED \"\" 1 10"),
        ],
    );
    assert_eq!(saw(turn.request()), ["user \"look\" [JPEG]"]);
}

#[test]
fn a_refused_webp_attachment_is_tried_as_jpeg() {
    let turn = check(
        attached(compat(), webp(1)),
        vec![
            (Event::Start, "model 1 First"),
            (refused(400), "jpegs of 1"),
            (made(&[webp(1)]), "log jpeg 400\nmodel 1 Jpeg"),
            (says("seen", &[]), "end done \"seen\" 1 20"),
        ],
    );
    assert_eq!(saw(turn.request())[0], "user \"look\" [JPEG]");
    check(
        attached(compat(), webp(1)),
        vec![
            (Event::Start, "model 1 First"),
            (refused(400), "jpegs of 1"),
            (made(&[webp(1)]), "model 1 Jpeg"),
            (refused(400), "end failed:IMAGES_REFUSED \"\" 1 20"),
        ],
    );
}

#[test]
fn stripping_keeps_the_persons_attachment() {
    let mut turn = looked(attached(spec(12), jpeg(9)), &[jpeg(1)]);
    play(&mut turn, vec![(refused(400), "model 2 Stripped")]);
    assert_eq!(saw(turn.request())[0], "user \"look\" [JPEG]");
    assert_eq!(results(&turn)[0].2, 0);
}

#[test]
fn a_blind_turn_has_nothing_to_strip() {
    let mut turn = looked(Spec { blind: true, ..compat() }, &[webp(1)]);
    play(&mut turn, vec![(refused(400), "end failed:IMAGES_REFUSED \"\" 2 20")]);
}

#[test]
fn a_budget_that_ends_before_the_resend_ends_the_turn() {
    let mut turn = looked(spec(12), &[jpeg(1)]);
    play(
        &mut turn,
        vec![(refused(400), "model 2 Stripped"), (Event::BudgetExhausted, "end budget_exhausted \"\" 2 20")],
    );
}

#[test]
fn the_same_webp_is_the_same_result_before_and_after_the_refusal() {
    let mut turn = looked(compat(), &[webp(1)]);
    play(
        &mut turn,
        vec![
            (refused(400), "jpegs of 1"),
            (made(&[webp(1)]), "model 2 Jpeg"),
            (asks(&["b"]), "run b cam 2 jpegs"),
            (
                done_as_jpeg("b", with("ok", &[webp(1)])),
                "pane b ok \"ok\" \"(JPEG 1)\" 1 5 []\nmodel 3 First",
            ),
            (asks(&["c"]), "pane c skipped \"<cam repeats>\" \"\" 0 0 []\nmodel 3 First wrap-up"),
        ],
    );
}
