use super::*;

fn lines(pieces: &[&[u8]]) -> (Vec<String>, Option<String>) {
    let mut ndjson = Ndjson::new(1000);
    let mut out = Vec::new();
    for piece in pieces {
        ndjson.feed(piece, &mut out).unwrap();
    }
    let text = |line: Vec<u8>| String::from_utf8(line).unwrap();
    let rest = ndjson.rest().map(text);
    (out.into_iter().map(text).collect(), rest)
}

#[test]
fn lines_come_out_the_same_however_they_are_cut() {
    let stream = "{\"a\":\"é\"}\n\n \r\n{\"b\":1}\r\n{\"c\"".as_bytes();
    let whole = lines(&[stream]);
    assert_eq!(whole, (vec!["{\"a\":\"é\"}".into(), "{\"b\":1}\r".into()], Some("{\"c\"".into())));
    for cut in 0..=stream.len() {
        assert_eq!(lines(&[&stream[..cut], &stream[cut..]]), whole, "cut at {cut}");
    }
}

#[test]
fn a_line_over_the_limit_is_refused() {
    for piece in [1, 64, 4096] {
        let mut ndjson = Ndjson::new(100);
        let result = [b'x'; 300].chunks(piece).try_for_each(|c| ndjson.feed(c, &mut Vec::new()));
        assert_eq!(result, Err(Oversize));
    }
}
