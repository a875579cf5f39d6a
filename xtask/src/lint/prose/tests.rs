use super::*;

fn lines(text: &str) -> Vec<usize> {
    check("a.rs", &Source::new(text)).into_iter().map(|violation| violation.line).collect()
}

#[test]
fn four_words_are_a_sentence() {
    assert_eq!(lines("f(\"the tool returned an error\");"), [1]);
    assert_eq!(lines("x;\nf(\"Image {n} doesn't fit, sorry: too-large!\");"), [2]);
    assert_eq!(lines("f(r#\"You are a helpful assistant\"#);"), [1]);
    assert_eq!(lines("f(\"one\\ntwo\\nthree\\nfour\");"), [1]);
    assert_eq!(lines("f(\"three words only\");"), [0; 0]);
}

#[test]
fn data_is_no_sentence() {
    for text in [
        "turn start: agent={} hop={} from={} chars={}",
        "application/json, text/event-stream, image/png, image/jpeg",
        "{a} {b} {c} {d}",
        "a_b c_d e_f g_h",
        "1568 px 2 MiB 85",
        "<b> <c> <d> <e>",
    ] {
        assert_eq!(lines(&format!("f({text:?});")), [0; 0], "{text}");
    }
}

#[test]
fn a_sentence_in_escapes_is_found() {
    assert_eq!(lines(r#"f("\u{753b}\u{50cf}\u{306f}\u{306a}\u{3044}");"#), [1]);
    assert_eq!(lines(r#"f("\u{200e}\u{200f}\u{202a}\u{2066}\u{feff}");"#), [0; 0]);
}

#[test]
fn a_marker_with_a_reason_excuses_the_next_line_only() {
    assert_eq!(
        lines("// not prose: a key phrase of the provider\nf(\"does not support image input\");"),
        [0; 0]
    );
    assert_eq!(lines("// not prose:\nf(\"does not support image input\");"), [2]);
    assert_eq!(lines("// not prose: reason\nf(1);\nf(\"does not support image input\");"), [3]);
}

#[test]
fn the_text_says_where_sentences_go() {
    let found = check("a.rs", &Source::new("f(\"this is a sentence\");"));
    assert!(found[0].to_string().contains("locales/"), "{found:?}");
}

#[test]
fn a_marker_above_a_list_excuses_the_list_and_nothing_behind_it() {
    let table = "const A: [&str; 2] = [\n\"api key not valid\",\n\"prompt is too long\",\n];\nf(\"this is a sentence\");";
    assert_eq!(lines(&format!("// not prose: words of providers\n{table}")), [6]);
    assert_eq!(lines(table), [2, 3, 5]);
    assert_eq!(lines("// not prose: reason\nfn a() {\nf(\"this is a sentence\")\n}"), [3]);
    assert_eq!(lines("// not prose: reason\nf([|| {\ng(\"this is a sentence\")\n}])"), [3]);
}
