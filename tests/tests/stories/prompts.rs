//! What a model is told, word for word, and where a provider's cache may end.

use crate::crowd::{Crowd, asks, fresh};
use fuseforks_contract::{
    Host as _,
    agent::{AgentSet, Document, DocumentSet},
    app::SettingsPatch,
    board::BoardSet,
    work::RoleSave,
};
use fuseforks_sim::provider::Step;
use fuseforks_tests::World;
use serde_json::{Value, json};

async fn document(world: &World, agent: Option<&str>, document: Document, text: &str) {
    let (village, agent, text) = (world.id.clone(), agent.map(str::to_owned), text.to_owned());
    world.app.document_set(DocumentSet { village, agent, document, text }).await.unwrap();
}

fn set(world: &World, agent: &str) -> AgentSet {
    AgentSet { village: world.id.clone(), agent: agent.to_owned(), ..AgentSet::default() }
}

fn newest(crowd: &Crowd, agent: &str) -> Value {
    let requests = crowd.provider.requests();
    let mine = requests
        .iter()
        .rev()
        .map(|request| request.json())
        .find(|body| body["system"].to_string().contains(&format!("({agent})")));
    mine.expect("a request of that agent")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_prompt_has_its_order_and_its_boundaries() {
    let crowd = Crowd::of(World::build(), 3, &[(1, 2)], |_, _| Step::text("aye")).await;
    let world = &crowd.world;
    let name = "A person with a name of exactly 40 chars";
    let patch = SettingsPatch { user_name: Some(name.to_owned()), ..SettingsPatch::default() };
    world.app.settings_set(&patch).unwrap();
    document(world, None, Document::Ordinance, "Be kind.\n").await;
    document(world, Some("agent_1"), Document::Construct, "You are calm.").await;
    document(world, Some("agent_1"), Document::Skill, "You can count.").await;
    document(world, Some("agent_1"), Document::Memory, "- It rained.").await;
    let role = RoleSave {
        village: world.id.clone(),
        id: None,
        name: "Clerk".to_owned(),
        text: "You keep the books.".to_owned(),
    };
    assert_eq!(world.app.role_save(role).await.unwrap().roles[0].id, "role_1");
    for agent in ["agent_1", "agent_2"] {
        world.app.agent_set(AgentSet { role: Some("role_1".to_owned()), ..set(world, agent) }).await.unwrap();
    }
    world.request("agent_3", "something else").await;
    world.request("agent_1", "first").await;
    let mark = world.app.board(world.village_id()).await.unwrap().mark;
    let text = "tea at five".to_owned();
    world.app.board_set(BoardSet { village: world.id.clone(), text, mark }).await.unwrap();
    world.request("agent_1", "second").await;
    let body = newest(&crowd, "agent_1");
    let ephemeral = json!({ "type": "ephemeral" });
    assert_eq!(
        body["system"],
        json!([{
            "type": "text",
            "text": "# Ordinance of the village\n\nBe kind.\n\n\
                     You are Name1 (agent_1) in the village \"Story\". Answer in the language in which you are asked.\n\n\
                     # Your role: Clerk\n\nYou keep the books.\n\n\
                     # Who you are\n\nYou are calm.\n\n\
                     # What you can do\n\nYou can count.\n\n\
                     # What you remember\n\n- It rained.",
            "cache_control": ephemeral,
        }])
    );
    let messages = body["messages"].as_array().unwrap();
    let words = |message: &Value| {
        message["content"].as_str().or(message["content"][0]["text"].as_str()).unwrap().to_owned()
    };
    let texts: Vec<String> = messages.iter().map(words).collect();
    let sender = "[Message from: A person with a name of exactly… (user)]";
    let surroundings = "# Whom you can ask\n- Name2, Clerk (agent_2): ask with ask_agent_2\n\n\
                        # What was said in the village lately\n\
                        - 1 A person with a name of exactly…: something else\n- 2 Name3: aye\n\n\
                        # The blackboard of the village\n> tea at five";
    assert_eq!(
        texts,
        [format!("{sender}\nfirst"), "aye".to_owned(), format!("{surroundings}\n\n{sender}\nsecond")]
    );
    // The history up to its last message may be kept; what changes with each message stands behind it.
    let cached: Vec<bool> =
        messages.iter().map(|message| message["content"][0]["cache_control"] == ephemeral).collect();
    assert_eq!(cached, [true, false, false]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_said_is_read_by_those_who_take_part() {
    let crowd = Crowd::of(World::build(), 3, &[], |who, received| match who {
        "agent_1" => Step::text(format!("long {}", "y".repeat(30_000))),
        _ if fresh(received) && received.last_user_text().contains("read") => {
            let id = received.last_user_text().split("read ").nth(1).unwrap().trim().to_owned();
            Step::call("room_log", json!({ "id": id }))
        }
        _ => Step::text("so"),
    })
    .await;
    let world = &crowd.world;
    world.request("agent_1", "say much").await;
    let lines = world.app.plaza(world.village_id()).await.unwrap().lines;
    let long = lines.iter().find(|line| line.from == "agent_1").unwrap();
    assert_eq!(long.text.chars().count(), 200);
    world.request("agent_2", &format!("read {}", long.id)).await;
    let read = crowd.result_of("agent_2");
    assert!(read.starts_with("[Message from: Name1 (agent_1)]\nlong yyy"), "{}", &read[..80]);
    let body = read.split_once('\n').unwrap().1;
    assert_eq!(body.lines().next().unwrap().chars().count(), 20_000);
    assert!(read.ends_with("(cut: 10005 more characters)"), "{}", &read[read.len() - 60..]);

    // An agent that takes no part is neither read nor reads.
    world.app.agent_set(AgentSet { plaza: Some(false), ..set(world, "agent_1") }).await.unwrap();
    world.request("agent_2", &format!("read {}", long.id)).await;
    assert_eq!(crowd.result_of("agent_2"), "(there is nothing with this number that you may read)");
    world.request("agent_3", "hello").await;
    let told = crowd.calls_of("agent_3").remove(0);
    assert!(!told.last_user_text().contains("yyy"), "{}", told.last_user_text());
    world.request("agent_1", "and you?").await;
    let told = crowd.calls_of("agent_1").pop().unwrap();
    assert!(
        !told.last_user_text().contains("lately") && told.tools.iter().all(|tool| tool.name != "room_log")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_remembers_what_it_writes_down() {
    let crowd = Crowd::of(World::build(), 1, &[], |_, received| {
        if fresh(received) {
            Step::call("remember", json!({ "text": "the key is\n# under the mat" }))
        } else {
            Step::text(received.turn_results()[0].text.clone())
        }
    })
    .await;
    crowd.world.request("agent_1", "note it").await;
    assert_eq!(crowd.result_of("agent_1"), "(remembered)");
    let file = crowd.world.folder().join("agents/agent_1/Memory.md");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "- the key is # under the mat\n");
    crowd.world.request("agent_1", "again").await;
    assert_eq!(crowd.result_of("agent_1"), "(you remember this already)");
    assert!(crowd.calls_of("agent_1").pop().unwrap().system.ends_with("- the key is # under the mat"));
    let off = AgentSet { remembers: Some(false), ..set(&crowd.world, "agent_1") };
    crowd.world.app.agent_set(off).await.unwrap();
    crowd.world.request("agent_1", "once more").await;
    assert!(crowd.calls_of("agent_1").pop().unwrap().tools.is_empty());
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_agents_start_and_stop_together() {
    let crowd = Crowd::of(World::build(), 3, &[(1, 2)], |who, received| match who {
        "agent_1" if fresh(received) => asks(2, "wait for me"),
        _ => Step { delay_ms: 30_000, ..Step::text("never") },
    })
    .await;
    let world = &crowd.world;
    let statuses = |view: fuseforks_contract::village::VillageView| {
        view.agents.iter().map(|agent| format!("{:?}", agent.status)).collect::<Vec<_>>()
    };
    assert_eq!(statuses(world.view().await), ["Stopped"; 3], "nothing starts by itself");
    assert_eq!(statuses(world.app.agents_start(world.village_id()).await.unwrap()), ["Idle"; 3]);
    let mark = world.events.mark();
    let request = world.try_send("agent_1", "go").await.unwrap().request;
    fuseforks_tests::until("both to work", || (crowd.provider.chats().len() == 2).then_some(())).await;
    let asker = world.agent_view("agent_1").await;
    assert_eq!(
        (format!("{:?}", asker.status).as_str(), asker.tool.as_deref()),
        ("Asking", Some("ask_agent_2"))
    );
    assert!(asker.since_ms > 0);
    world.app.agents_stop(world.village_id()).await.unwrap();
    world.over(&request, mark).await;
    assert_eq!(statuses(world.view().await), ["Stopped"; 3]);
}
