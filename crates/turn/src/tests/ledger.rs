use super::support::{asks, done, fails, says, spec, text};
use crate::{
    Effect, Event, Turn,
    ledger::{Budget, Effective, add, reported_or},
};
use fuseforks_llm::{ErrorCode, canonical::Usage};
use proptest::prelude::*;

fn usage(uncached: u64, cache_read: u64, cache_write: u64, output: u64) -> Usage {
    Usage { uncached, cache_read, cache_write, output, reasoning: output / 2, reported: true }
}

#[test]
fn tokens_weigh_what_they_cost() {
    let table = [
        (usage(0, 0, 0, 0), 0),
        (usage(1, 0, 0, 0), 10),
        (usage(0, 1, 0, 0), 1),
        (usage(0, 0, 1, 0), 10),
        (usage(0, 0, 0, 1), 40),
        // 462 + 640 + 480: a turn of 6,862 in, 6,400 of them cached, and 120 out.
        (usage(462, 6_400, 0, 120), 15_820),
        (usage(u64::MAX, u64::MAX, u64::MAX, u64::MAX), u64::MAX),
    ];
    for (usage, tenths) in table {
        assert_eq!(Effective::of(&usage).tenths(), tenths, "{usage:?}");
    }
    assert_eq!(Effective::of(&usage(0, 1, 0, 0)).rounded_up(), 1);
    assert_eq!(Effective::of(&usage(0, 10, 0, 0)).rounded_up(), 1);
    assert_eq!(Effective::of(&usage(0, 11, 0, 0)).rounded_up(), 2);
}

#[test]
fn a_reservation_holds_until_it_is_settled() {
    let mut budget = Budget::new(100);
    let first = budget.reserve(Effective::tokens(60)).unwrap();
    assert_eq!(budget.free(), Effective::tokens(40));
    assert_eq!(budget.reserve(Effective::tokens(41)).unwrap_err().free, Effective::tokens(40));
    let second = budget.reserve(Effective::tokens(40)).unwrap();
    assert!(budget.reserve(Effective::tokens(0)).is_err(), "nothing is free");
    budget.settle(first, &usage(10, 0, 0, 0));
    assert_eq!(budget.free(), Effective::tokens(50));
    budget.settle(second, &Usage::default());
    assert_eq!((budget.spent(), budget.free()), (Effective::tokens(10), Effective::tokens(90)));
}

#[test]
fn a_call_that_cost_more_than_held_ends_the_budget() {
    let mut budget = Budget::new(100);
    let held = budget.reserve(Effective::tokens(100)).unwrap();
    budget.settle(held, &usage(0, 0, 0, 30));
    assert_eq!(budget.spent(), Effective::tokens(120));
    assert_eq!(budget.free(), Effective::default());
    assert!(budget.reserve(Effective::tokens(1)).is_err());
}

#[test]
fn a_provider_that_reports_nothing_is_not_free() {
    let reported = usage(1, 2, 3, 4);
    assert_eq!(reported_or(reported, 100, 10), reported);
    let estimated = reported_or(Usage::default(), 100, 10);
    assert_eq!((estimated.uncached, estimated.output, estimated.reported), (100, 10, false));
}

#[test]
fn a_turn_reports_the_cost_of_every_call_failed_ones_too() {
    let mut turn = Turn::new(spec(12));
    let _ = turn.step(Event::Start);
    let _ = turn.step(asks(&["a"]));
    let _ = turn.step(done("a", text("x")));
    let _ = turn.step(says("", &["b"]));
    let _ = turn.step(done("b", text("y")));
    let effects = turn.step(fails(ErrorCode::ConnectionLost, None, "half"));
    let Some(Effect::End(end)) = effects.last() else { panic!("no end") };
    assert_eq!(end.usage, Usage { uncached: 30, output: 3, reported: true, ..Usage::default() });
}

proptest! {
    #[test]
    fn the_sum_over_all_turns_is_what_was_spent(
        turns in proptest::collection::vec(
            proptest::collection::vec((0..50_000_u64, 0..50_000_u64, 0..5_000_u64, 0..5_000_u64), 1..6),
            1..8,
        ),
        ask in 0..200_000_u64,
    ) {
        let mut budget = Budget::new(10_000_000);
        let mut sum = 0;
        for calls in turns {
            let mut turn = Usage::default();
            for (uncached, read, write, output) in calls {
                let call = usage(uncached, read, write, output);
                let held = budget.reserve(Effective::tokens(ask)).unwrap();
                add(&mut turn, &call);
                budget.settle(held, &call);
            }
            sum += Effective::of(&turn).tenths();
        }
        prop_assert_eq!(budget.spent().tenths(), sum);
        prop_assert_eq!(budget.free().tenths(), budget.limit().tenths() - sum);
    }
}
