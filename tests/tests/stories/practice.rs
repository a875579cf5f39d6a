//! The practice village: three tied agents, each named in its language, on a model that is no AI.

use crate::support::{LOOK, LOOK_JA, LOOK_ZH, camera_of};
use fuseforks_sim::{camera::Camera, colour::Colour};
use fuseforks_tests::{Kept, World};
use serde_json::Value;

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
async fn no_line_of_the_map_runs_through_a_name() {
    let camera = camera_of(colour("red"), colour("blue"));
    let (kept, _) = village("en", &camera).await;
    let text = std::fs::read_to_string(kept.village().join("village.json")).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    let at = |agent: &Value| {
        let place = agent["position"].as_array().unwrap();
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    };
    let agents = file["agents"].as_array().unwrap();
    let place = |id: &Value| at(agents.iter().find(|agent| agent["id"] == *id).unwrap());
    let ties = file["ties"].as_array().unwrap();
    assert_eq!((agents.len(), ties.len()), (3, 3));
    for tie in ties {
        let (from, to) = (place(&tie["from"]), place(&tie["to"]));
        for other in agents.iter().filter(|agent| agent["id"] != tie["from"] && agent["id"] != tie["to"]) {
            let (x, y) = at(other);
            let along = (x - from.0) / (to.0 - from.0);
            let beside = from.1 + along * (to.1 - from.1);
            // A box on the map is about 36 high.
            assert!(!(0.0..=1.0).contains(&along) || (beside - y).abs() > 40.0, "{tie} runs through {other}");
        }
    }
}
