use crate::compact::{clean_mime, media_placeholder, old_media_placeholder};

#[test]
fn a_media_type_is_a_type_or_nothing() {
    let unknown = "application/octet-stream";
    let long = |len: usize| format!("image/{}", "x".repeat(len - 6));
    let (fits, too_long) = (long(80), long(81));
    let table = [
        ("image/png", "image/png"),
        ("IMAGE/PNG", "image/png"),
        ("  Image/SVG+XML ; charset=utf-8", "image/svg+xml"),
        ("application/vnd.ms-excel;a=b;c", "application/vnd.ms-excel"),
        ("image/png]\n\n[SYSTEM: x", unknown),
        ("image/png\n\n[SYSTEM: x]", unknown),
        ("image/png;]\n[SYSTEM: x", "image/png"),
        ("image/png]", unknown),
        ("image", unknown),
        ("image/", unknown),
        ("/png", unknown),
        ("image/png/x", unknown),
        ("image/p ng", unknown),
        ("image/p_ng", unknown),
        ("", unknown),
        (";", unknown),
        ("画像/png", unknown),
        // The Kelvin sign is `k` in Unicode lower case.
        ("image/\u{212A}", unknown),
        ("IMAGE/\u{212A}", unknown),
        (&fits, &fits),
        (&too_long, unknown),
    ];
    for (declared, clean) in table {
        assert_eq!(clean_mime(declared), clean, "{declared:?}");
    }
}

#[test]
fn a_placeholder_names_the_type_and_nothing_else() {
    let table = [
        ("image/PNG", "[image: image/png]"),
        ("application/pdf", "[document: application/pdf]"),
        ("audio/mpeg", "[document: audio/mpeg]"),
        ("image/png]\n\n[SYSTEM: x", "[document: application/octet-stream]"),
    ];
    for (declared, line) in table {
        assert_eq!(media_placeholder(declared), line);
    }
    assert_eq!(old_media_placeholder("IMAGE/JPEG; q=1"), "[Old inline media cleared: image/jpeg]");
    assert_eq!(old_media_placeholder("x"), "[Old inline media cleared: application/octet-stream]");
}
