//! One budget for all that a request causes: it cuts where the ledger says, and every token is in a line.

use crate::crowd::{Crowd, asks, cost, ends, number, said, system};
use fuseforks_contract::{Event, Host as _, village::VillageSet};
use fuseforks_sim::provider::{Received, Step, ToolChoice, Usage};
use fuseforks_tests::{World, until};

/// Effective tenths of a log line about a turn: uncached input once, cached a tenth, output four times.
fn tenths(line: &str) -> u64 {
    let (prompt, cached, output) = (number(line, "prompt"), number(line, "cached"), number(line, "output"));
    (prompt - cached) * 10 + cached + output * 40
}

async fn set_budget(world: &World, budget: u64) {
    let set = VillageSet { village: world.id.clone(), budget: Some(budget), ..VillageSet::default() };
    assert_eq!(world.app.village_set(set).await.unwrap().budget, budget);
}

/// 2,500 uncached, 5,000 cached and 500 output: 2,500 + 500 + 2,000 = 5,000 effective tokens.
fn costs(step: Step) -> Step {
    Step { usage: Some(Usage { input: 2500, cached: 5000, output: 500, ..Usage::default() }), ..step }
}

/// Agent 1 asks agent 2 in every round, something new each time.
fn endless(who: &str, received: &Received) -> Step {
    match who {
        "agent_1" if received.tool_choice != ToolChoice::None => {
            costs(asks(2, &format!("question {}", received.turn().len())))
        }
        "agent_1" => costs(Step::text("wrapped up")),
        _ => costs(Step::text("an answer")),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_budget_of_20000_cuts_where_the_ledger_says() {
    let crowd = Crowd::of(World::build(), 2, &[(1, 2)], endless).await;
    set_budget(&crowd.world, 20_000).await;
    let events = crowd.world.request("agent_1", "ask and ask").await;
    // Four calls of 5,000 each, of two agents in turn; the fifth finds nothing free.
    assert_eq!(crowd.provider.chats().len(), 4);
    let meter = cost(&events);
    assert_eq!((meter.spent_tenths, meter.held_tenths, meter.limit), (200_000, 0, 20_000));
    assert_eq!(ends(&events).last().unwrap(), &("agent_1".to_owned(), "budget_exhausted".to_owned()));
    let turns = crowd.world.log_of("turn").await;
    assert_eq!(turns.iter().map(|line| tenths(line)).sum::<u64>(), meter.spent_tenths, "{turns:?}");
    let stopped: Vec<_> = system(&events);
    assert_eq!(stopped, [("agent_1".to_owned(), "turn-budget".to_owned())], "one line for the stop");
    let meters =
        |event: &Event| if let Event::Meter { meter, .. } = event { Some(meter.clone()) } else { None };
    let live: Vec<_> = events.iter().filter_map(meters).collect();
    assert_eq!(live.len(), 8, "held and booked, four times: {live:?}");
    assert!(live.iter().step_by(2).all(|meter| meter.held_tenths > 0));
    assert!(live.iter().skip(1).step_by(2).all(|meter| meter.held_tenths == 0));

    // A new message is a new request.
    let events = crowd.world.request("agent_2", "still there?").await;
    assert_eq!(cost(&events).spent_tenths, 50_000);
    assert_eq!(said(&events).pop().unwrap().2, "an answer");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_that_was_asked_can_be_the_one_that_is_cut() {
    let crowd = Crowd::of(World::build(), 2, &[(1, 2)], endless).await;
    set_budget(&crowd.world, 5000).await;
    let events = crowd.world.request("agent_1", "ask").await;
    assert_eq!(crowd.provider.chats().len(), 1);
    let budget = |agent: &str| (agent.to_owned(), "budget_exhausted".to_owned());
    assert_eq!(ends(&events), [budget("agent_2"), budget("agent_1")]);
    assert_eq!(cost(&events).spent_tenths, 50_000);
    assert_eq!(crowd.world.village.waves().waves[0].tasks[0].code.as_deref(), Some("BUDGET"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_stopped_or_fails_is_booked_once_too() {
    let crowd = Crowd::of(World::build(), 3, &[(1, 2), (1, 3)], |who, received| match who {
        "agent_1" if received.turn_results().is_empty() => {
            costs(crate::crowd::plans(&[(2, "slowly"), (3, "fail")]))
        }
        "agent_2" => Step { text: Some("word ".repeat(4000)), gap_ms: 20, ..Step::default() },
        _ => Step::status(400),
    })
    .await;
    let mark = crowd.world.events.mark();
    let request = crowd.world.try_send("agent_1", "go").await.unwrap().request;
    let streams = |event: &Event| match event {
        Event::Delta { agent, text, .. } if agent == "agent_2" && !text.is_empty() => Some(()),
        _ => None,
    };
    crowd.world.events.wait(mark, "words", streams).await;
    until("the failure", || {
        ends(&crowd.world.events.since(mark)).iter().any(|(agent, _)| agent == "agent_3").then_some(())
    })
    .await;
    crowd.world.app.stop_all(crowd.world.village_id()).await.unwrap();
    let events = crowd.world.over(&request, mark).await;
    let meter = cost(&events);
    assert_eq!(meter.held_tenths, 0, "nothing stays held");
    let turns = crowd.world.log_of("turn").await;
    assert_eq!(turns.len(), 3);
    assert_eq!(turns.iter().map(|line| tenths(line)).sum::<u64>(), meter.spent_tenths, "{turns:?}");
    assert!(meter.spent_tenths > 50_000, "what streamed before the stop is counted: {turns:?}");
    assert!(crowd.world.app.meters(crowd.world.village_id()).await.unwrap().meters.is_empty());
}
