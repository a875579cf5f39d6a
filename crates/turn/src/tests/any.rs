//! Any events in any order: what holds for every turn.

use super::support::{
    assert_paired, cost, done, fails, is_over, jpeg, made, refused, says, spec, stop, text, webp, with,
};
use crate::{Attempt, Effect, Event, Spec, Turn};
use fuseforks_llm::ErrorCode;
use proptest::prelude::*;
use std::collections::HashSet;

#[derive(Clone, Debug)]
enum Happening {
    Start,
    Says(Vec<&'static str>),
    Done(&'static str, u8),
    Refused(u16),
    Made(bool),
    Broken,
    Budget,
    Stop,
}

fn happening() -> impl Strategy<Value = Happening> {
    let call = prop_oneof![Just("a"), Just("b:x:{\"k\":1}"), Just("c:y:oops"), Just(":x"), Just("b")];
    let id = prop_oneof![Just("a"), Just("b"), Just("a_2"), Just("b_2"), Just("call_1_1"), Just("c")];
    prop_oneof![
        1 => Just(Happening::Start),
        6 => proptest::collection::vec(call, 0..4).prop_map(Happening::Says),
        12 => (id, 0..6_u8).prop_map(|(id, what)| Happening::Done(id, what)),
        2 => prop_oneof![Just(400), Just(413)].prop_map(Happening::Refused),
        2 => any::<bool>().prop_map(Happening::Made),
        1 => Just(Happening::Broken),
        1 => Just(Happening::Budget),
        1 => Just(Happening::Stop),
    ]
}

fn event(happening: &Happening) -> Event {
    match happening {
        Happening::Start => Event::Start,
        Happening::Says(calls) => says("words", calls),
        Happening::Done(id, 0) => {
            let mut outcome = text("handed on");
            outcome.ends_turn = true;
            done(id, outcome)
        }
        Happening::Done(id, 1) => done(id, text("")),
        Happening::Done(id, 2) => done(id, with("", &[webp(1)])),
        Happening::Done(id, 3) => done(id, with("two", &[jpeg(1), webp(2)])),
        Happening::Done(id, _) => done(id, text("same")),
        Happening::Refused(status) => refused(*status),
        Happening::Made(true) => made(&[webp(1), webp(2)]),
        Happening::Made(false) => made(&[]),
        Happening::Broken => fails(ErrorCode::Server, Some(500), "half"),
        Happening::Budget => Event::BudgetExhausted,
        Happening::Stop => stop("partial"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_turn_ends_once_and_leaves_nothing_open(
        happenings in proptest::collection::vec(happening(), 0..60),
        rounds in 1..6_u32,
        images in 0..4_usize,
        blind in any::<bool>(),
    ) {
        let mut spec = Spec { blind, jpeg_fallback: true, ..spec(rounds) };
        spec.caps.images = images;
        let mut turn = Turn::new(spec);
        let mut open: HashSet<String> = HashSet::new();
        let mut ends = 0;
        let (mut requests, mut round, mut paid) = (0, 0, 0);
        let all = std::iter::once(Happening::Start).chain(happenings).chain([Happening::Stop]);
        for happening in all {
            let event = event(&happening);
            if let Event::ToolDone { call, .. } = &event {
                open.remove(call);
            }
            let was_over = is_over(&turn);
            let effects = turn.step(event);
            prop_assert!(!was_over || effects.is_empty(), "an ended turn is silent");
            for (index, effect) in effects.iter().enumerate() {
                prop_assert!(ends == 0, "the end is last");
                match effect {
                    Effect::CallModel(call) => {
                        assert_paired(&call.request);
                        prop_assert!(open.is_empty(), "no model call while a tool runs");
                        requests = if call.attempt == Attempt::First { 1 } else { requests + 1 };
                        prop_assert!(requests <= 3);
                        prop_assert!(call.round >= round && call.round <= rounds);
                        round = call.round;
                        prop_assert_eq!(index + 1, effects.len());
                    }
                    Effect::RunTool { call, .. } => prop_assert!(open.insert(call.id.clone()), "an id twice"),
                    Effect::AbortTool { call } => prop_assert!(open.remove(call), "it did not run"),
                    Effect::Pane { skipped: true, images, .. } => prop_assert!(images.is_empty()),
                    Effect::End(ending) => {
                        ends += 1;
                        paid = ending.usage.uncached;
                        prop_assert_eq!(index + 1, effects.len());
                    }
                    Effect::MakeJpegs(images) => {
                        prop_assert!(!images.is_empty());
                        prop_assert_eq!(index + 1, effects.len());
                    }
                    Effect::AbortModel | Effect::Said(_) | Effect::Pane { .. } | Effect::Log(_) => {}
                }
            }
        }
        prop_assert_eq!(ends, 1);
        prop_assert!(open.is_empty(), "every tool answered or was given up");
        prop_assert_eq!(paid % cost().uncached, 0);
        assert_paired(turn.request());
    }
}
