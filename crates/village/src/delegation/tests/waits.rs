//! The graph of waiting agents never has a circle, whatever is asked.

use super::super::waits::{Circle, Waits};
use proptest::prelude::*;
use std::collections::BTreeMap;

#[test]
fn whoever_is_waited_for_cannot_wait_back() {
    let mut waits = Waits::default();
    assert_eq!(waits.begin("a", "a"), Err(Circle), "nobody waits for itself");
    let ab = waits.begin("a", "b").unwrap();
    let bc = waits.begin("b", "c").unwrap();
    assert_eq!(waits.begin("b", "a"), Err(Circle));
    assert_eq!(waits.begin("c", "a"), Err(Circle), "over several agents too");
    // Two may wait for one, and one for one twice.
    waits.begin("d", "b").unwrap();
    let again = waits.begin("a", "b").unwrap();
    waits.end(ab);
    assert_eq!(waits.begin("c", "a"), Err(Circle), "the other wait is still there");
    waits.end(again);
    waits.begin("c", "a").unwrap();
    waits.end(bc);
}

#[test]
fn whoever_waits_follows_a_conversation_that_is_handed_on() {
    let mut waits = Waits::default();
    let ab = waits.begin("a", "b").unwrap();
    assert_eq!(waits.turn_to(ab, "a"), Err(Circle), "not back to the one who waits");
    let ca = waits.begin("c", "a").unwrap();
    assert_eq!(waits.turn_to(ab, "c"), Err(Circle), "nor to one who waits for that one");
    waits.end(ca);
    waits.turn_to(ab, "c").unwrap();
    waits.begin("b", "a").unwrap();
    assert_eq!(waits.begin("c", "a"), Err(Circle), "now a waits for c");
    waits.end(ab);
    assert_eq!(waits.turn_to(ab, "z"), Ok(()), "a wait that is over is nobody's");
}

/// An independent judge: repeatedly takes away who waits for nobody. What is left is a circle.
fn has_circle(edges: &BTreeMap<usize, (u8, u8)>) -> bool {
    let mut edges: Vec<(u8, u8)> = edges.values().copied().collect();
    loop {
        let before = edges.len();
        let waiting: Vec<u8> = edges.iter().map(|(from, _)| *from).collect();
        edges.retain(|(_, to)| waiting.contains(to));
        if edges.len() == before {
            return !edges.is_empty();
        }
    }
}

proptest! {
    #[test]
    fn no_order_of_asking_handing_on_and_ending_makes_a_circle(
        steps in prop::collection::vec((0_u8..3, 0_u8..6, 0_u8..6), 0..60)
    ) {
        let mut waits = Waits::default();
        let mut known = BTreeMap::new();
        let mut ids = Vec::new();
        for (what, from, to) in steps {
            match what {
                0 => {
                    let begun = waits.begin(&from.to_string(), &to.to_string());
                    let mut with = known.clone();
                    with.insert(ids.len(), (from, to));
                    prop_assert_eq!(begun.is_err(), has_circle(&with), "refused exactly when it must be");
                    if let Ok(id) = begun {
                        known = with;
                        ids.push(id);
                    }
                }
                1 if !ids.is_empty() => {
                    let at = usize::from(from) % ids.len();
                    if let Some((asker, _)) = known.get(&at).copied()
                        && waits.turn_to(ids[at], &to.to_string()).is_ok()
                    {
                        known.insert(at, (asker, to));
                    }
                }
                _ if !ids.is_empty() => {
                    let at = usize::from(to) % ids.len();
                    waits.end(ids[at]);
                    known.remove(&at);
                }
                _ => {}
            }
            prop_assert!(!has_circle(&known));
        }
    }
}
