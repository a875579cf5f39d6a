//! The line by which a model without tools hands on.

use super::super::marker::{marked, marker};

#[test]
fn only_a_whole_first_line_hands_on() {
    let cases = [
        ("[[agent_2]]\nlook at it", Some(("agent_2", "look at it"))),
        ("\n  [[agent_12]]  \n\n two\nlines \n", Some(("agent_12", "two\nlines"))),
        ("[[agent_2]]", Some(("agent_2", ""))),
        ("[[ agent_2 ]]\nx", Some(("agent_2", "x"))),
        ("I hand on: [[agent_2]]\nx", None),
        ("x\n[[agent_2]]", None),
        ("[[agent_]]\nx", None),
        ("[[agent_2; agent_3]]\nx", None),
        ("[[Photographer]]\nx", None),
        ("[agent_2]\nx", None),
        ("", None),
    ];
    for (reply, expected) in cases {
        assert_eq!(marked(reply), expected, "{reply:?}");
    }
    assert_eq!(marked(&marker("agent_7")), Some(("agent_7", "")));
}
