//! Agents ask each other, plan, and hand on; nobody waits in a circle, and Stop frees everyone.

use crate::crowd::{Crowd, asks, ends, fresh, hands_on, plans, said, stopped_by, waves};
use fuseforks_contract::{
    Event, Host as _,
    agent::AgentSet,
    chat::RowId,
    work::{TaskState, WorkKind},
};
use fuseforks_sim::provider::Step;
use fuseforks_tests::{World, until};
use std::time::{Duration, Instant};

/// Longer than any story may take: what ends before it did not end by itself.
const FOREVER: u64 = 35_000;
/// What a busy machine may take for what should be done within a second.
const SOON: Duration = Duration::from_secs(5);

fn owned(from: &str, to: &str, text: &str) -> (String, String, String) {
    (from.to_owned(), to.to_owned(), text.to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_asks_another_and_goes_on_with_the_answer() {
    let crowd = Crowd::of(World::build(), 2, &[(1, 2)], |who, received| match who {
        "agent_1" if fresh(received) => asks(2, "what is the weather?"),
        "agent_1" => Step::text("told on"),
        _ => Step::text("rain"),
    })
    .await;
    let events = crowd.world.request("agent_1", "ask about the weather").await;
    assert_eq!(
        said(&events),
        [
            owned("user", "agent_1", "ask about the weather"),
            owned("agent_1", "agent_2", "what is the weather?"),
            owned("agent_2", "agent_1", "rain"),
            owned("agent_1", "user", "told on"),
        ]
    );
    assert_eq!(crowd.result_of("agent_1"), "rain");
    let asked = crowd.calls_of("agent_2");
    let told = asked[0].last_user_text();
    assert!(told.ends_with("\n\n[Message from: Name1 (agent_1)]\nwhat is the weather?"), "{told}");
    let tool = asked_tool(&crowd);
    assert!(tool.contains("Name2"), "the description carries the name: {tool}");
    let starts = crowd.world.log_of("turn start").await;
    assert_eq!(
        starts,
        [
            "turn start: agent=agent_1 hop=0 from=user chars=21",
            "turn start: agent=agent_2 hop=1 from=agent_1 chars=20",
        ]
    );
    let [wave] = &waves(&events)[..] else { panic!("one wave") };
    assert_eq!((wave.kind, wave.agent.as_str(), wave.hop), (WorkKind::Ask, "agent_1", 1));
    let done = crowd.world.village.waves();
    assert_eq!(done.waves[0].tasks[0].state, TaskState::Done);
    let states: Vec<TaskState> = events
        .iter()
        .filter_map(|event| if let Event::Task { task, .. } = event { Some(task.state) } else { None })
        .collect();
    assert_eq!(states, [TaskState::Running, TaskState::Done], "seen while it happens");

    // The exchange between the two is history of the one that was asked, and of the asker the person's.
    crowd.world.request("agent_2", "and now?").await;
    let last = crowd.calls_of("agent_2").pop().unwrap();
    assert!(last.messages[0].text.ends_with("(agent_1)]\nwhat is the weather?"), "{last:?}");
    assert_eq!(last.messages[1].text, "rain");
    crowd.world.request("agent_1", "again").await;
    let first = crowd.calls_of("agent_1").into_iter().rev().find(|received| fresh(received)).unwrap();
    let history: Vec<&str> = first.messages.iter().map(|message| message.text.as_str()).collect();
    assert_eq!(history.len(), 3, "{history:?}");
    assert_eq!(history[1], "told on", "what it asked another is no reply of its own");
}

fn asked_tool(crowd: &Crowd) -> String {
    let first = crowd.calls_of("agent_1").remove(0);
    first.tools.iter().find(|tool| tool.name == "ask_agent_2").unwrap().description.clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_plan_asks_at_the_same_time_and_bundles() {
    let crowd = Crowd::of(World::build(), 3, &[(1, 2), (1, 3)], |who, received| match who {
        "agent_1" if fresh(received) => {
            plans(&[(2, "look left"), (3, "look right"), (2, "look left"), (7, "look up")])
        }
        "agent_1" => Step::text("bundled"),
        // The first is the slower one: the order is that of the questions.
        "agent_2" => Step { delay_ms: 400, ..Step::text("red") },
        _ => Step::text("blue"),
    })
    .await;
    let events = crowd.world.request("agent_1", "look around").await;
    assert_eq!(
        crowd.result_of("agent_1"),
        "[Message from: Name2 (agent_2)]\nred\n\n[Message from: Name3 (agent_3)]\nblue\n\n\
         [Message from: agent_7 (?)]\n(not run: you may not speak to agent_7)\n\n\
         (1 repeated question was asked once)"
    );
    let [wave] = &waves(&events)[..] else { panic!("one wave") };
    let tasks: Vec<&str> = wave.tasks.iter().map(|task| task.to.as_str()).collect();
    assert_eq!((wave.kind, tasks), (WorkKind::Plan, vec!["agent_2", "agent_3"]));
    assert_eq!(crowd.calls_of("agent_2").len(), 1, "a duplicate is asked once");
    assert_eq!(ends(&events).last().unwrap(), &("agent_1".to_owned(), "-".to_owned()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_tie_there_is_no_tool_and_no_way() {
    let crowd = Crowd::of(World::build(), 3, &[(1, 2)], |who, received| match who {
        "agent_1" if fresh(received) => asks(3, "psst"),
        "agent_1" => Step::text(received.turn_results()[0].text.clone()),
        _ => Step::text("never"),
    })
    .await;
    crowd.world.request("agent_1", "try").await;
    assert_eq!(crowd.result_of("agent_1"), "(not run: you may not speak to agent_3)");
    let names: Vec<String> =
        crowd.calls_of("agent_1")[0].tools.iter().map(|tool| tool.name.clone()).collect();
    let of_all = ["room_log", "remember", "blackboard_read", "blackboard_write"];
    assert_eq!(names, [&["ask_agent_2", "transfer_to_agent_2"], &of_all[..]].concat(), "no plan for one tie");
    assert!(crowd.calls_of("agent_3").is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chain_of_handoffs_ends_at_eight() {
    let ties: Vec<(u32, u32)> = (1..12).map(|n| (n, n + 1)).collect();
    let crowd = Crowd::of(World::build(), 12, &ties, |who, received| {
        let n: u32 = who.trim_start_matches("agent_").parse().unwrap();
        if fresh(received) { hands_on(n + 1) } else { Step::text(format!("{who} answers")) }
    })
    .await;
    let events = crowd.world.request("agent_1", "whose is this?").await;
    let handoffs = crowd.world.log_of("handoff").await;
    assert_eq!(handoffs.len(), 8, "{handoffs:?}");
    assert_eq!(handoffs[7], "handoff: agent=agent_8 to=agent_9");
    let last = said(&events).pop().unwrap();
    assert_eq!(last, owned("agent_9", "user", "agent_9 answers"), "the person gets the answer of the last");
    assert!(crowd.result_of("agent_9").contains("passed on 8 times"), "{}", crowd.result_of("agent_9"));
    let starts = crowd.world.log_of("turn start").await;
    assert!(starts[8].starts_with("turn start: agent=agent_9 hop=8 from=agent_8"), "{starts:?}");
    assert_eq!(starts.len(), 9);
    // What is handed on is the person's message, with the note of each.
    let received = crowd.calls_of("agent_2").remove(0);
    assert_eq!(
        received.last_user_text().split_once(")]\n").unwrap().1,
        "please take over\n\nThe message that was handed on:\nwhose is this?"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handing_on_can_be_denied() {
    let crowd = Crowd::of(World::build(), 2, &[(1, 2)], |_, received| {
        if fresh(received) { hands_on(2) } else { Step::text("so be it") }
    })
    .await;
    let set = AgentSet {
        village: crowd.world.id.clone(),
        agent: "agent_1".to_owned(),
        handoff: Some(false),
        ..AgentSet::default()
    };
    crowd.world.app.agent_set(set).await.unwrap();
    crowd.world.request("agent_1", "go").await;
    assert!(crowd.calls_of("agent_1")[0].tools.iter().all(|tool| !tool.name.starts_with("transfer")));
    assert_eq!(crowd.result_of("agent_1"), "(not run: you may not hand conversations on)");
    assert!(crowd.calls_of("agent_2").is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_asker_gets_the_answer_of_whoever_the_question_was_handed_on_to() {
    let crowd = Crowd::of(World::build(), 3, &[(1, 2), (2, 3), (2, 1)], |who, received| match who {
        "agent_1" if fresh(received) => asks(2, "who knows?"),
        // Back to the one who waits is a circle; on to the third is not.
        "agent_2" if fresh(received) => hands_on(1),
        "agent_2" if received.turn_results().len() == 1 => hands_on(3),
        "agent_3" => Step::text("I know"),
        _ => Step::text("done"),
    })
    .await;
    let events = crowd.world.request("agent_1", "go").await;
    assert_eq!(crowd.result_of("agent_1"), "I know");
    assert!(
        crowd.result_of("agent_2").contains("Name1 waits for an answer"),
        "{}",
        crowd.result_of("agent_2")
    );
    assert!(said(&events).contains(&owned("agent_3", "agent_1", "I know")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn circles_are_answered_at_once() {
    // A asks B, B asks C, C asks A.
    let crowd = Crowd::of(World::build(), 3, &[(1, 2), (2, 3), (3, 1)], |who, received| {
        let n: u32 = who.trim_start_matches("agent_").parse().unwrap();
        if fresh(received) { asks(n % 3 + 1, "you say") } else { Step::text(format!("{who} done")) }
    })
    .await;
    let begun = Instant::now();
    let events = crowd.world.request("agent_1", "go").await;
    assert!(begun.elapsed() < Duration::from_secs(30), "no limit had to end it");
    assert_eq!(ends(&events).len(), 3);
    assert!(ends(&events).iter().all(|(_, stop)| stop == "-"), "{:?}", ends(&events));
    assert!(
        crowd.result_of("agent_3").contains("Name1 waits for an answer"),
        "{}",
        crowd.result_of("agent_3")
    );
    assert_eq!(crowd.result_of("agent_1"), "agent_2 done");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_requests_that_wait_for_each_other_in_queues_both_end() {
    // Both work first, so that each question lands in the queue of a busy agent.
    let crowd = Crowd::of(World::build(), 2, &[(1, 2), (2, 1)], |who, received| {
        let other = if who == "agent_1" { 2 } else { 1 };
        match fresh(received) {
            true if received.last_user_text().contains("(user)") => {
                Step { delay_ms: 300, ..asks(other, "your view?") }
            }
            _ => Step::text(format!("{who} says")),
        }
    })
    .await;
    let mark = crowd.world.events.mark();
    let first = crowd.world.try_send("agent_1", "one").await.unwrap().request;
    let second = crowd.world.try_send("agent_2", "two").await.unwrap().request;
    crowd.world.over(&first, mark).await;
    crowd.world.over(&second, mark).await;
    let refused = [crowd.result_of("agent_1"), crowd.result_of("agent_2")];
    let circles = refused.iter().filter(|text| text.contains("depends on yours")).count();
    assert_eq!(circles, 1, "one of the two could not wait: {refused:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_does_not_come_is_not_waited_for() {
    let builder = World::build().limits(|limits| limits.ask = Duration::from_millis(700));
    let crowd = Crowd::of(builder, 2, &[(1, 2)], |who, received| match who {
        "agent_1" if fresh(received) => asks(2, "hello?"),
        "agent_1" => Step::text("alone"),
        _ => Step { delay_ms: FOREVER, ..Step::text("late") },
    })
    .await;
    let events = crowd.world.request("agent_1", "go").await;
    assert_eq!(crowd.result_of("agent_1"), "(Name2 did not answer within 1 second)");
    assert!(ends(&events).contains(&("agent_2".to_owned(), "interrupted".to_owned())), "it was freed");
    assert_eq!(crowd.world.village.waves().waves[0].tasks[0].code.as_deref(), Some("TIMEOUT"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopping_the_asker_frees_everyone() {
    let ties: Vec<(u32, u32)> = (2..=6).map(|n| (1, n)).chain([(6, 7)]).collect();
    let crowd = Crowd::of(World::build(), 7, &ties, |who, received| match who {
        "agent_1" if fresh(received) => {
            plans(&[(2, "a"), (3, "b"), (4, "c"), (5, "d"), (6, "e"), (2, "one more for the queue")])
        }
        "agent_6" if fresh(received) => asks(7, "deeper"),
        _ => Step { delay_ms: FOREVER, ..Step::text("never") },
    })
    .await;
    let mark = crowd.world.events.mark();
    let request = crowd.world.try_send("agent_1", "everyone").await.unwrap().request;
    until("all to work", || (crowd.provider.chats().len() == 7).then_some(())).await;
    assert_eq!(crowd.world.agent_view("agent_2").await.queued, 1);
    let begun = Instant::now();
    crowd.world.app.turn_stop(crowd.world.agent_id("agent_1")).await.unwrap();
    let events = crowd.world.over(&request, mark).await;
    until("everyone to be free", || (!crowd.world.village.busy()).then_some(())).await;
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    let mut ended = ends(&events);
    ended.sort();
    let all: Vec<_> = (1..=7).map(|n| (format!("agent_{n}"), "interrupted".to_owned())).collect();
    assert_eq!(ended, all, "each once, and what lay in a queue never began");
    assert_eq!(crowd.world.agent_view("agent_2").await.queued, 0);
    let states = crowd.world.village.waves().waves;
    assert!(states.iter().flat_map(|wave| &wave.tasks).all(|task| task.ended_ms.is_some()), "{states:?}");
    let said = |n: u32| {
        let by = if n == 1 { "person" } else { "asker" };
        (format!("agent_{n}"), "turn-interrupted".to_owned(), by.to_owned())
    };
    let mut lines = stopped_by(&events);
    lines.sort();
    assert_eq!(lines, (1..=7).map(said).collect::<Vec<_>>(), "one line each: who stopped it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stop_for_all_says_once_for_each_turn_that_the_person_stopped_it() {
    let crowd = Crowd::of(World::build(), 3, &[(1, 2), (1, 3)], |who, received| match who {
        "agent_1" if fresh(received) => plans(&[(2, "a"), (3, "b")]),
        _ => Step { delay_ms: FOREVER, ..Step::text("never") },
    })
    .await;
    let mark = crowd.world.events.mark();
    let request = crowd.world.try_send("agent_1", "everyone").await.unwrap().request;
    until("all to work", || (crowd.provider.chats().len() == 3).then_some(())).await;
    crowd.world.app.stop_all(crowd.world.village_id()).await.unwrap();
    let mut lines = stopped_by(&crowd.world.over(&request, mark).await);
    lines.sort();
    let all = (1..=3).map(|n| (format!("agent_{n}"), "turn-interrupted".to_owned(), "person".to_owned()));
    assert_eq!(lines, all.collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_without_tools_hands_on_by_a_line() {
    let crowd = Crowd::of(World::build(), 3, &[(1, 2)], |who, _| match who {
        "agent_1" => Step::text("[[agent_2]]\nthis is yours"),
        "agent_3" => Step::text("[[agent_2]]\nI may not"),
        _ => Step::text("mine"),
    })
    .await;
    let mut plain = crowd.world.template_of(&crowd.provider.url(), fuseforks_sim::provider::Wire::Anthropic);
    plain.tools = false;
    let plain = crowd.world.template_save(plain).await;
    for agent in ["agent_1", "agent_3"] {
        let set = AgentSet {
            village: crowd.world.id.clone(),
            agent: agent.to_owned(),
            template: Some(plain.clone()),
            ..AgentSet::default()
        };
        crowd.world.app.agent_set(set).await.unwrap();
    }
    let events = crowd.world.request("agent_1", "do it").await;
    let last = said(&events).pop().unwrap();
    assert_eq!(last, owned("agent_2", "user", "mine"));
    assert_eq!(crowd.world.log_of("handoff").await, ["handoff: agent=agent_1 to=agent_2"]);
    let told = crowd.calls_of("agent_1").remove(0);
    assert!(told.tools.is_empty());
    assert!(told.last_user_text().contains("hand on with [[agent_2]]"), "{}", told.last_user_text());
    assert!(crowd.calls_of("agent_2")[0].last_user_text().contains("this is yours"));
    // Without a tie it is only words.
    let events = crowd.world.request("agent_3", "do it").await;
    let (from, to, text) = said(&events).pop().unwrap();
    assert_eq!((from.as_str(), to.as_str()), ("agent_3", "user"));
    assert!(text.starts_with("[[agent_2]]\nI may not\n(not run: "), "{text}");
}

async fn withdraw(crowd: &Crowd, row: &str) -> Result<(), String> {
    let id = RowId { village: crowd.world.id.clone(), row: row.to_owned() };
    crowd.world.app.message_withdraw(id).await.map(|_| ()).map_err(|why| why.code)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_task_of_a_plan_that_waits_is_withdrawn_alone() {
    let crowd = Crowd::of(World::build(), 3, &[(1, 2), (1, 3)], |who, received| match who {
        "agent_1" if fresh(received) => plans(&[(2, "look left"), (2, "look up"), (3, "look right")]),
        "agent_1" => Step::text("bundled"),
        "agent_2" => Step { delay_ms: 1_500, ..Step::text("red") },
        _ => Step::text("blue"),
    })
    .await;
    let mark = crowd.world.events.mark();
    let request = crowd.world.try_send("agent_1", "look around").await.unwrap().request;
    let tasks = until("one to work and one to wait", || {
        let tasks = crowd.world.village.waves().waves.first()?.tasks.clone();
        (tasks[0].state == TaskState::Running && crowd.calls_of("agent_2").len() == 1).then_some(tasks)
    })
    .await;
    assert_eq!(tasks[1].state, TaskState::Queued);
    withdraw(&crowd, &tasks[1].row).await.unwrap();
    for over in [&tasks[0].row, &tasks[1].row] {
        assert_eq!(withdraw(&crowd, over).await, Err("message-gone".to_owned()), "only what waits");
    }
    let events = crowd.world.over(&request, mark).await;
    assert_eq!(
        crowd.result_of("agent_1"),
        "[Message from: Name2 (agent_2)]\nred\n\n\
         [Message from: Name2 (agent_2)]\n(not run: the user withdrew this task for Name2)\n\n\
         [Message from: Name3 (agent_3)]\nblue"
    );
    assert_eq!(crowd.calls_of("agent_2").len(), 1, "it never saw the other one");
    let told: Vec<(TaskState, Option<String>)> = crowd.world.village.waves().waves[0]
        .tasks
        .iter()
        .map(|task| (task.state, task.code.clone()))
        .collect();
    assert_eq!(told, [(TaskState::Done, None), (TaskState::Stopped, None), (TaskState::Done, None)]);
    assert!(ends(&events).iter().all(|(_, stop)| stop == "-"), "{:?}", ends(&events));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_handed_on_and_still_waits_is_withdrawn_for_whoever_asked() {
    let crowd = Crowd::of(World::build(), 3, &[(1, 2), (2, 3)], |who, received| match who {
        "agent_1" if fresh(received) => asks(2, "who knows?"),
        "agent_1" => Step::text("nobody"),
        "agent_2" => hands_on(3),
        _ => Step { delay_ms: FOREVER, ..Step::text("never") },
    })
    .await;
    crowd.world.try_send("agent_3", "think long").await.unwrap();
    until("the third to work", || (crowd.calls_of("agent_3").len() == 1).then_some(())).await;
    let mark = crowd.world.events.mark();
    let request = crowd.world.try_send("agent_1", "go").await.unwrap().request;
    let begun = Instant::now();
    let row = until("it to be handed on", || {
        let waves = crowd.world.village.waves().waves;
        let handed = waves.iter().find(|wave| wave.kind == WorkKind::Handoff)?;
        Some(handed.tasks[0].row.clone())
    })
    .await;
    // It is in the work status a moment before it is in the queue.
    while withdraw(&crowd, &row).await.is_err() {
        assert!(begun.elapsed() < SOON, "it never came into the queue");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    crowd.world.over(&request, mark).await;
    assert_eq!(crowd.result_of("agent_1"), "(not run: the user withdrew this task for Name3)");
    let waves = crowd.world.village.waves().waves;
    let states: Vec<TaskState> = waves.iter().flat_map(|wave| &wave.tasks).map(|task| task.state).collect();
    assert_eq!(states, [TaskState::Stopped, TaskState::Stopped], "the question and what became of it");
    crowd.world.app.stop_all(crowd.world.village_id()).await.unwrap();
}
