use super::*;

#[test]
fn a_pasted_key_is_trimmed_and_unquoted() {
    for pasted in ["sk-test-123", " sk-test-123\n", "\"sk-test-123\"", "'sk-test-123' ", "` sk-test-123 `"] {
        assert_eq!(
            Secret::clean(pasted).map(|s| s.expose().to_owned()),
            Ok("sk-test-123".into()),
            "{pasted:?}"
        );
    }
}

#[test]
fn what_would_break_a_header_is_named() {
    assert_eq!(Secret::clean(" \n").err(), Some(SecretFault::Empty));
    assert_eq!(Secret::clean("\"\"").err(), Some(SecretFault::Empty));
    assert_eq!(Secret::clean("sk-a\nb").err(), Some(SecretFault::Space));
    assert_eq!(Secret::clean("sk a").err(), Some(SecretFault::Space));
    assert_eq!(Secret::clean("sk-\u{e9}").err(), Some(SecretFault::NotAscii));
    assert_eq!(Secret::new("sk-test-123\n").check(), Err(SecretFault::Space));
}

#[test]
fn a_secret_is_never_shown() {
    let shown = format!("{:?}", Some(Secret::new("sk-test-123")));
    assert!(!shown.contains("test"), "{shown}");
}
