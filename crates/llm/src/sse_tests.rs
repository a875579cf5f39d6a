use super::*;
use proptest::prelude::*;

fn frame(pieces: &[&[u8]]) -> (Vec<(String, String)>, Option<String>) {
    let mut sse = Sse::new(1 << 20);
    let mut events = Vec::new();
    for piece in pieces {
        sse.feed(piece, &mut events).unwrap();
    }
    let text = |data: &[u8]| String::from_utf8(data.to_vec()).unwrap();
    let rest = sse.rest().map(|e| text(&e.data));
    (events.iter().map(|e| (e.name.clone(), text(&e.data))).collect(), rest)
}

fn check(stream: &str, expected: &[(&str, &str)]) {
    let expected: Vec<_> = expected.iter().map(|(n, d)| (n.to_string(), d.to_string())).collect();
    let bytes = stream.as_bytes();
    assert_eq!(frame(&[bytes]).0, expected);
    for cut in 0..=bytes.len() {
        assert_eq!(frame(&[&bytes[..cut], &bytes[cut..]]).0, expected, "cut at {cut}");
    }
    let single: Vec<&[u8]> = bytes.chunks(1).collect();
    assert_eq!(frame(&single).0, expected, "byte by byte");
}

#[test]
fn the_examples_of_the_standard() {
    check("data: YHOO\ndata: +2\ndata: 10\n\n", &[("", "YHOO\n+2\n10")]);
    check(
        ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n",
        &[("", "first event"), ("", "second event")],
    );
    check("data\n\ndata\ndata\n\ndata:", &[("", ""), ("", "\n")]);
    check("data:test\n\ndata: test\n\n", &[("", "test"), ("", "test")]);
}

#[test]
fn every_line_ending_and_a_byte_order_mark() {
    check("\u{feff}event: a\r\ndata: 1\r\n\r\ndata: 2\r\rdata: 3\n\n", &[("a", "1"), ("", "2"), ("", "3")]);
}

#[test]
fn names_do_not_leak_into_the_next_event() {
    check("event: error\n\ndata: x\n\n", &[("", "x")]);
}

#[test]
fn a_forgotten_last_blank_line_is_offered() {
    assert_eq!(frame(&[b"data: a\n\ndata: b"]), (vec![(String::new(), "a".into())], Some("b".into())));
    assert_eq!(frame(&[b"data: a\n\ndata: b\n"]).1, Some("b".into()));
    assert_eq!(frame(&[b"data: a\n\n"]).1, None);
}

#[test]
fn an_event_over_the_limit_is_refused_however_it_comes() {
    for piece in [1, 7, 1000] {
        let mut sse = Sse::new(100);
        let stream = [b"data: ".to_vec(), vec![b'x'; 200]].concat();
        let result = stream.chunks(piece).try_for_each(|c| sse.feed(c, &mut Vec::new()));
        assert_eq!(result, Err(Oversize));
    }
    let mut sse = Sse::new(100);
    let lines = "data: 0123456789\n".repeat(20);
    assert_eq!(sse.feed(lines.as_bytes(), &mut Vec::new()), Err(Oversize), "many short lines of one event");
}

proptest! {
    #[test]
    fn any_bytes_in_any_pieces_give_the_same_events(
        bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), Just(b':'), Just(b'd'), any::<u8>()], 0..200),
        cuts in proptest::collection::vec(1usize..20, 1..40),
    ) {
        let run = |pieces: Vec<&[u8]>| {
            let mut sse = Sse::new(1 << 20);
            let mut events = Vec::new();
            for piece in pieces { sse.feed(piece, &mut events).unwrap(); }
            let rest = sse.rest();
            (events, rest)
        };
        let mut pieces = Vec::new();
        let (mut at, mut turn) = (0, 0);
        while at < bytes.len() {
            let end = (at + cuts[turn % cuts.len()]).min(bytes.len());
            pieces.push(&bytes[at..end]);
            (at, turn) = (end, turn + 1);
        }
        prop_assert_eq!(run(vec![&bytes]), run(pieces));
    }
}
