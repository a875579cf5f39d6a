//! RFC 9110, section 14.

use crate::Answer::{self, Part, Unsatisfiable, Whole};
use proptest::prelude::*;

#[test]
fn the_table() {
    let part = |first, last| Part { first, last, length: 1000 };
    let whole = Whole { length: 1000 };
    let none = Unsatisfiable { length: 1000 };
    for (header, answer) in [
        (None, whole),
        (Some("bytes=0-0"), part(0, 0)),
        (Some("bytes=0-499"), part(0, 499)),
        (Some("bytes=500-999"), part(500, 999)),
        (Some("bytes=500-"), part(500, 999)),
        (Some("bytes=0-"), part(0, 999)),
        (Some("bytes=-500"), part(500, 999)),
        (Some("bytes=-1"), part(999, 999)),
        (Some("bytes=-5000"), part(0, 999)),
        (Some("bytes=990-5000"), part(990, 999)),
        (Some("bytes=999-99999999999999999999999"), part(999, 999)),
        (Some("BYTES=1-2"), part(1, 2)),
        (Some("bytes= 1-2 "), part(1, 2)),
        (Some("bytes=1-2,"), part(1, 2)),
        // Nothing of it is there.
        (Some("bytes=1000-"), none),
        (Some("bytes=1000-1001"), none),
        (Some("bytes=99999999999999999999999-"), none),
        (Some("bytes=-0"), none),
        // Not valid, another unit, several: ignored.
        (Some(""), whole),
        (Some("bytes"), whole),
        (Some("bytes="), whole),
        (Some("bytes=-"), whole),
        (Some("bytes=5-4"), whole),
        (Some("bytes=a-b"), whole),
        (Some("bytes=+1-2"), whole),
        (Some("bytes=1 - 2"), whole),
        (Some("bytes=1-2-3"), whole),
        (Some("bytes=0x1-2"), whole),
        (Some("items=0-1"), whole),
        (Some("bytes=0-1,3-4"), whole),
        (Some("bytes=\u{ff11}-2"), whole),
    ] {
        assert_eq!(Answer::of(header, 1000), answer, "{header:?}");
    }
}

#[test]
fn an_empty_file() {
    assert_eq!(Answer::of(None, 0), Whole { length: 0 });
    assert_eq!(Answer::of(Some("bytes=0-"), 0), Unsatisfiable { length: 0 });
    assert_eq!(Answer::of(Some("bytes=-5"), 0), Whole { length: 0 });
}

#[test]
fn status_and_headers() {
    let part = Answer::of(Some("bytes=10-19"), 1000);
    assert_eq!((part.status(), part.body()), (206, (10, 10)));
    assert_eq!(part.content_range().as_deref(), Some("bytes 10-19/1000"));
    let none = Answer::of(Some("bytes=1000-"), 1000);
    assert_eq!((none.status(), none.body()), (416, (0, 0)));
    assert_eq!(none.content_range().as_deref(), Some("bytes */1000"));
    let whole = Answer::of(None, 1000);
    assert_eq!((whole.status(), whole.body(), whole.content_range()), (200, (0, 1000), None));
}

proptest! {
    #[test]
    fn a_part_is_inside_and_never_empty(header in "(bytes=)?[0-9]{0,20}-?[0-9]{0,20}(,[0-9-]{0,4})?", length in any::<u64>()) {
        let answer = Answer::of(Some(&header), length);
        let (first, count) = answer.body();
        prop_assert!(first.checked_add(count).is_some_and(|end| end <= length));
        prop_assert_eq!(answer.status() == 206, count > 0 && answer.content_range().is_some());
    }
}
