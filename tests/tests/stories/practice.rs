//! The practice village: three tied agents, each named in its language, on a model that is no AI.

use crate::support::{LOOK, LOOK_JA, LOOK_ZH, camera_of};
use fuseforks_contract::{Host as _, agent::AgentSet};
use fuseforks_sim::{camera::Camera, colour::Colour};
use fuseforks_tests::{Kept, World};
use serde_json::{Value, json};

fn colour(name: &str) -> Colour {
    Colour::all().find(|colour| colour.name() == name).unwrap()
}

async fn village(language: &str, camera: &Camera) -> (Kept, String) {
    let kept = World::folders();
    let dir = kept.village().display().to_string();
    let new = ["village", "new", &dir, "--language", language, "--practice", "--camera", &camera.url()];
    kept.program(&new).done().await.ok();
    (kept, dir)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reception_passes_a_look_on_and_reports_the_colours() {
    let camera = camera_of(colour("red"), colour("blue"));
    let cases = [
        ("en", "Reception", "Photographer answers:", LOOK, "left side red, right side blue"),
        ("ja", "受付", "写真係の答え:", LOOK_JA, "左側は赤、右側は青"),
        ("zh", "接待", "摄影师的回答：", LOOK_ZH, "左侧红色、右侧蓝色"),
    ];
    for (language, name, answers, question, colours) in cases {
        let (kept, dir) = village(language, &camera).await;
        let listed = kept.program(&["agent", "list", &dir]).done().await.ok().out;
        assert_eq!(listed.lines().count(), 3, "{listed}");
        let done = kept.program(&["ask", &dir, "--agent", name, question]).done().await.ok();
        let at = done.out.find(answers).unwrap_or_else(|| panic!("{language}: {}", done.out));
        assert!(done.out[at..].contains(colours), "{language}: {}", done.out);
        assert_eq!(done.err, "", "{language}");
        assert!(done.out.contains("[nik__live_view_image: "), "whoever looked shows too: {}", done.out);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_named_is_asked_and_two_at_the_same_time() {
    let camera = camera_of(colour("green"), colour("yellow"));
    let (kept, dir) = village("en", &camera).await;
    let text = "Ask the Photographer and the Reviewer to take a frame and say what is in it";
    let done = kept.program(&["ask", &dir, "--agent", "Reception", "--json", text]).done().await.ok();
    let events: Vec<Value> = done
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}")))
        .collect();
    let of = |kind: &str| events.iter().filter(|event| event["event"] == kind).collect::<Vec<_>>();
    let asked: Vec<_> =
        of("message").iter().map(|event| event["agent"].as_str().unwrap().to_owned()).collect();
    assert_eq!(asked.iter().filter(|agent| *agent == "agent_2").count(), 2, "{asked:?}");
    let replies = of("reply");
    let last = replies.last().unwrap();
    assert_eq!(last["agent"], "agent_2");
    let said = last["text"].as_str().unwrap();
    assert_eq!(said.matches("left side green, right side yellow").count(), 2, "both looked: {said}");
    let turns = of("turn");
    assert_eq!(turns.len(), 3);
    assert_eq!(events.last().unwrap()["event"], "turn", "the asked agent's own turn is the last");
    assert_eq!(events.last().unwrap()["agent"], "agent_2");
    assert_eq!(camera.shots().len(), 2);

    let done = kept.program(&["ask", &dir, "--agent", "Reception", "Ask Bob"]).done().await.ok();
    assert!(done.out.contains("I can ask: Photographer, Reviewer."), "{}", done.out);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_person_chooses_a_place_on_the_map() {
    let camera = camera_of(colour("red"), colour("blue"));
    let (kept, _) = village("en", &camera).await;
    let places = |kept: &Kept| -> Vec<Option<Value>> {
        let text = std::fs::read_to_string(kept.village().join("village.json")).unwrap();
        let file: Value = serde_json::from_str(&text).unwrap();
        file["agents"].as_array().unwrap().iter().map(|agent| agent.get("position").cloned()).collect()
    };
    assert_eq!(places(&kept), [None, None, None]);
    let world = World::again(&kept).open();
    let chosen = AgentSet {
        village: world.id.clone(),
        agent: "agent_2".to_owned(),
        position: Some((-40.0, 77.0)),
        ..AgentSet::default()
    };
    assert_eq!(world.app.agent_set(chosen.clone()).await.unwrap().place, Some((-40.0, 77.0)));
    // A copy and a newcomer stand nowhere yet, and nobody is put into the endless.
    world.app.agent_duplicate(world.agent_id("agent_2")).await.unwrap();
    world.agent("Nori", "").await;
    world.app.agent_set(AgentSet { position: Some((f32::NAN, 0.0)), ..chosen }).await.unwrap();
    let kept = world.close().await;
    assert_eq!(places(&kept), [None, Some(json!([-40.0, 77.0])), None, None, None]);
    let again = World::again(&kept).open();
    assert_eq!(again.agent_view("agent_2").await.place, Some((-40.0, 77.0)));
    assert_eq!(again.agent_view("agent_1").await.place, None);
}
