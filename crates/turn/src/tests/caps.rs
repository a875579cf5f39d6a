use super::support::{asks, check, done, jpeg, line, results, saw, says, spec, text, with};
use crate::{Caps, Event, Turn};
use fuseforks_media::Image;

/// Rounds of one call each that bring this many images; a seed each, so that no two are equal.
fn feed(turn: &mut Turn, counts: &[usize], seed: &mut u8) -> Vec<Vec<String>> {
    let mut logs = Vec::new();
    for count in counts {
        let id = format!("c{seed}-{count}");
        let _ = turn.step(asks(&[&id]));
        let images: Vec<Image> = (0..*count)
            .map(|_| {
                *seed += 1;
                jpeg(*seed)
            })
            .collect();
        let effects = turn.step(done(&id, with(&format!("t{seed}"), &images)));
        logs.push(effects.iter().map(line).filter(|line| line.starts_with("log capped")).collect());
    }
    logs
}

fn counts(turn: &Turn) -> Vec<usize> {
    results(turn).iter().map(|(_, _, images)| *images).collect()
}

fn times(text: &str, sentence: &str) -> usize {
    text.matches(sentence).count()
}

#[test]
fn the_oldest_result_loses_its_last_images_first() {
    let mut turn = Turn::new(spec(100));
    let _ = turn.step(Event::Start);
    let mut seed = 0;
    let logs = feed(&mut turn, &[3, 4, 4, 4, 4, 2], &mut seed);
    assert_eq!(counts(&turn), [2, 4, 4, 4, 4, 2]);
    assert_eq!(logs[4], Vec::<String>::new());
    assert_eq!(logs[5], ["log capped 1 20"]);
    let first: Vec<Image> = vec![jpeg(1), jpeg(2)];
    assert!(saw(turn.request())[2].contains(&format!("JPEG:{:.6}", first[0].digest().to_string())));
    assert!(saw(turn.request())[2].contains(&format!("JPEG:{:.6}", first[1].digest().to_string())));
    assert_eq!(results(&turn)[0].1.as_deref(), Some("<cam gave 2>"));

    let logs = feed(&mut turn, &[4], &mut seed);
    assert_eq!(counts(&turn), [0, 2, 4, 4, 4, 2, 4]);
    assert_eq!(logs[0], ["log capped 4 20"]);
    let now = results(&turn);
    assert_eq!(now[0].1, None, "no images, no caption");
    assert_eq!(now[1].1.as_deref(), Some("<cam gave 2>"));
    assert_eq!(times(&now[0].0, "<older omitted>"), 1, "said once, trimmed twice");
    assert_eq!(times(&now[1].0, "<older omitted>"), 1);
    assert!(now[2..].iter().all(|(text, _, _)| times(text, "<older omitted>") == 0));
}

#[test]
fn a_long_watch_keeps_exactly_the_newest_20_and_edits_one_result_a_round() {
    let mut turn = Turn::new(spec(100));
    let _ = turn.step(Event::Start);
    let mut seed = 0;
    let mut before = saw(turn.request());
    for round in 1..=40 {
        let logs = feed(&mut turn, &[1], &mut seed);
        let after = saw(turn.request());
        let changed: Vec<usize> = (0..before.len()).filter(|index| before[*index] != after[*index]).collect();
        if round <= 20 {
            assert_eq!(changed, Vec::<usize>::new(), "round {round} only appends");
            assert!(logs[0].is_empty() && !turn.request().drop_thinking);
        } else {
            assert_eq!(changed, [2 * (round - 20)], "round {round} edits the one result that leaves");
            assert_eq!(logs[0], ["log capped 1 20"]);
            assert!(turn.request().drop_thinking);
        }
        assert_eq!(counts(&turn).iter().sum::<usize>(), round.min(20));
        before = after;
    }
}

#[test]
fn bytes_are_counted_newest_first_and_close_the_door() {
    let size = |seed: u8| jpeg(seed).bytes().len();
    let mut bounded = spec(100);
    bounded.caps.image_bytes = size(3) + size(4) + size(5);
    let mut turn = Turn::new(bounded);
    let _ = turn.step(Event::Start);
    let mut seed = 0;
    let logs = feed(&mut turn, &[2, 1, 2], &mut seed);
    assert_eq!(counts(&turn), [0, 1, 2]);
    assert_eq!(logs[2], ["log capped 2 3"]);
    assert!(logs[1].is_empty());

    let mut bounded = spec(100);
    bounded.caps.image_bytes = size(3) + size(2) - 1;
    let mut turn = Turn::new(bounded);
    let _ = turn.step(Event::Start);
    let mut seed = 0;
    let _ = feed(&mut turn, &[1, 1, 1], &mut seed);
    assert_eq!(counts(&turn), [0, 0, 1], "nothing older than the first that does not fit");
}

#[test]
fn caps_of_nothing_send_nothing() {
    for caps in [Caps { images: 0, ..Caps::default() }, Caps { image_bytes: 0, ..Caps::default() }] {
        let mut none = spec(12);
        none.caps = caps;
        let mut turn = Turn::new(none);
        let _ = turn.step(Event::Start);
        let logs = feed(&mut turn, &[2], &mut 0);
        assert_eq!(counts(&turn), [0]);
        assert_eq!(logs[0], ["log capped 2 0"]);
    }
}

#[test]
fn caps_go_in_call_order_whatever_order_results_arrive_in() {
    let mut one = spec(12);
    one.caps.images = 1;
    let turn = check(
        one,
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a", "b"]), "run a cam 1\nrun b cam 1"),
            (done("b", with("b", &[jpeg(2)])), "pane b ok \"b\" \"(JPEG 1)\" 1 5 []"),
            (done("a", with("a", &[jpeg(1)])), "pane a ok \"a\" \"(JPEG 1)\" 1 5 []\nmodel 2 First"),
        ],
    );
    let now = results(&turn);
    assert_eq!((now[0].0.as_str(), now[0].2), ("a\n<older omitted>", 0), "the first call is the older one");
    assert_eq!((now[1].0.as_str(), now[1].2), ("b", 1));
}

#[test]
fn the_wrap_up_obeys_the_caps_too() {
    let mut one = spec(2);
    one.caps.images = 1;
    let turn = check(
        one,
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a"]), "run a cam 1"),
            (done("a", with("a", &[jpeg(1)])), "pane a ok \"a\" \"(JPEG 1)\" 1 5 []\nmodel 2 First"),
            (asks(&["b"]), "run b cam 2"),
            (
                done("b", with("b", &[jpeg(2)])),
                "log tool 2 cam ok=true args=2 body=1 ms=5 images=1
                 pane b ok \"b\" \"(JPEG 1)\" 1 5 []
                 log capped 1 1
                 model 2 First wrap-up",
            ),
            (says("end", &[]), "end tool_limit \"end\" 2 30"),
        ],
    );
    assert_eq!(counts(&turn), [0, 1]);
}

#[test]
fn results_without_images_are_left_alone() {
    let mut none = spec(12);
    none.caps.images = 0;
    let turn = check(
        none,
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a"]), "run a cam 1"),
            (done("a", text("x")), "pane a ok \"x\" \"\" 0 5 []\nmodel 2 First"),
        ],
    );
    assert_eq!(results(&turn), [("x".to_owned(), None, 0)]);
    assert!(!turn.request().drop_thinking);
}
