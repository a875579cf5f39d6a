use super::support::saw;
use crate::history::{Exchange, Outcome, Room, choose, messages};
use fuseforks_llm::canonical::Request;

/// 10 characters each: five asked, five replied.
fn exchange(name: &str) -> Exchange {
    Exchange {
        message: format!("ask{name}"),
        notes: Vec::new(),
        outcome: Outcome::Replied(format!("rep{name}")),
    }
}

fn named(chosen: &[&Exchange]) -> Vec<String> {
    chosen.iter().map(|exchange| exchange.message.clone()).collect()
}

#[test]
fn the_newest_exchanges_that_fit_are_chosen_without_a_hole() {
    let mut all: Vec<Exchange> = (10..20).map(|n| exchange(&n.to_string())).collect();
    let room = |chars| Room { chars, exchanges: None };
    let table: &[(usize, usize)] = &[(0, 0), (9, 0), (10, 1), (29, 2), (100, 10), (1_000, 10)];
    for (chars, count) in table {
        let expected: Vec<String> = (20 - count..20).map(|n| format!("ask{n}")).collect();
        assert_eq!(named(&choose(&all, room(*chars))), expected, "{chars}");
    }
    all[7].message = "long ".repeat(100);
    assert_eq!(named(&choose(&all, room(100))), ["ask18", "ask19"], "nothing older than what does not fit");
    assert_eq!(named(&choose(&all, Room { chars: 1_000, exchanges: Some(1) })), ["ask19"]);
}

#[test]
fn an_exchange_needs_a_reply() {
    let mut all: Vec<Exchange> = (10..15).map(|n| exchange(&n.to_string())).collect();
    all[1].outcome = Outcome::Failed;
    all[2].outcome = Outcome::Interrupted("half".to_owned());
    all[3].outcome = Outcome::Interrupted(" ".to_owned());
    let chosen = choose(&all, Room { chars: 1_000, exchanges: None });
    assert_eq!(named(&chosen), ["ask10", "ask12", "ask14"]);
    let request = Request { messages: messages(&chosen), ..Request::default() };
    assert_eq!(
        saw(&request),
        [
            "user \"ask10\" []",
            "model \"rep10\" []",
            "user \"ask12\" []",
            "model \"half\" []",
            "user \"ask14\" []",
            "model \"rep14\" []"
        ]
    );
}

#[test]
fn what_an_image_was_stays_as_a_sentence() {
    let mut one = exchange("10");
    one.notes = vec!["(a picture)".to_owned(), "(a file)".to_owned()];
    assert_eq!(one.chars(), 10 + 12 + 9);
    let request = Request { messages: messages(&[&one]), ..Request::default() };
    assert_eq!(saw(&request)[0], "user \"ask10\\n(a picture)\\n(a file)\" []");
}
