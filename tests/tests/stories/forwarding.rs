//! Images stay with whoever saw them, unless they are forwarded: to one receiver that sees, once.

use crate::{
    crowd::{asks, fresh, plans, who},
    support::provider,
};
use fuseforks_contract::template::Vision;
use fuseforks_sim::provider::{Provider, ProviderOptions, Received, Script, Step, StepCall, Wire};
use fuseforks_tests::{
    World, picture,
    toolbox::{self, Toolbox},
};
use serde_json::{Value, json};

struct Scene {
    world: World,
    /// One provider for each agent: what reaches it reached that agent's model.
    providers: Vec<Provider>,
    _tools: Toolbox,
}

/// Three agents, each on a provider of its own; the first has a camera and may speak to the others.
async fn scene(blind: &[usize], first: impl Fn(&Received, usize) -> Step + Send + Sync + 'static) -> Scene {
    let tools = Toolbox::start(&["photo"], |_| {
        toolbox::result(&[toolbox::text("here"), toolbox::jpeg(&picture::jpeg(7))]).into()
    })
    .await;
    let world = World::build().open();
    let script = Script::respond(move |received: &Received| match who(received).as_str() {
        "agent_1" => first(received, received.turn_results().len()),
        other => Step::text(format!("{other} saw {}", received.turn_images().len())),
    });
    let mut providers = Vec::new();
    for n in 1..=3_usize {
        let one =
            provider(ProviderOptions { script: script.clone(), ..ProviderOptions::new(Wire::Anthropic) });
        let mut template = world.template_of(&one.url(), Wire::Anthropic);
        if blind.contains(&n) {
            template.vision = Vision::No;
        }
        let template = world.template_save(template).await;
        world.agent(&format!("Name{n}"), &template).await;
        providers.push(one);
    }
    world.servers("agent_1", json!({ "cam": { "type": "http", "url": tools.url() } })).await;
    world.allow_all("agent_1").await;
    world.tie("agent_1", "agent_2").await;
    world.tie("agent_1", "agent_3").await;
    Scene { world, providers, _tools: tools }
}

impl Scene {
    /// Requests to an agent's model that carry the picture, in any alignment a body can have it.
    fn carried(&self, agent: usize) -> usize {
        let wanted = picture::base64(&picture::jpeg(7));
        self.providers[agent - 1]
            .requests()
            .iter()
            .filter(|request| String::from_utf8_lossy(&request.body).contains(&wanted))
            .count()
    }

    fn asked(&self, agent: usize) -> String {
        let chats = self.providers[agent - 1].chats();
        let text = chats.last().expect("it was asked").last_user_text().to_owned();
        text.split_once(" (agent_1)]\n").expect("from the first").1.to_owned()
    }
}

fn forwards(to: u32) -> Step {
    let arguments = json!({ "message": "what is this?", "forward_images": true });
    Step::call(format!("ask_agent_{to}"), arguments)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_image_forwarded_once_reaches_exactly_one_model() {
    let scene = scene(&[], |received, results| match results {
        0 if fresh(received) => Step::call("photo", json!({})),
        1 => forwards(2),
        2 => forwards(3),
        _ => Step::text("done"),
    })
    .await;
    scene.world.request("agent_1", "show them").await;
    assert_eq!((scene.carried(2), scene.carried(3)), (1, 0), "one receiver, once");
    assert_eq!(scene.asked(2), "what is this?\n(1 image from the sender is included)");
    assert_eq!(scene.asked(3), "what is this?\n(1 image that the sender has seen is not included)");
    // The receiver does not pass it on by itself, and keeps it for no later message.
    scene.world.request("agent_2", "and now?").await;
    assert_eq!(scene.carried(2), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn images_are_not_forwarded_unasked_and_the_text_says_so() {
    let scene = scene(&[], |received, results| match results {
        0 if fresh(received) => Step::call("photo", json!({})),
        1 => asks(2, "guess"),
        _ => Step::text("done"),
    })
    .await;
    scene.world.request("agent_1", "tell them").await;
    assert_eq!(scene.carried(2), 0);
    assert_eq!(scene.asked(2), "guess\n(1 image that the sender has seen is not included)");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_blind_receiver_gets_none_and_a_plan_gives_them_to_one_that_sees() {
    let plan = |forward: bool| -> Value {
        let asks = plans(&[(2, "left?"), (3, "right?")]).calls.remove(0).arguments;
        json!({ "asks": asks["asks"], "forward_images": forward })
    };
    let scene = scene(&[2], move |received, results| match results {
        0 if fresh(received) => Step::call("photo", json!({})),
        1 => forwards(2),
        2 => Step { calls: vec![StepCall::new("plan", plan(true))], ..Step::default() },
        _ => Step::text("done"),
    })
    .await;
    scene.world.request("agent_1", "show them").await;
    let results = scene.providers[0]
        .chats()
        .pop()
        .unwrap()
        .turn_results()
        .iter()
        .map(|r| r.text.clone())
        .collect::<Vec<_>>();
    assert!(results[1].ends_with("(the images were not forwarded: Name2 cannot see images)"), "{results:?}");
    assert_eq!((scene.carried(2), scene.carried(3)), (0, 1));
    assert!(results[2].contains("agent_3 saw 1"), "{results:?}");
    assert_eq!(scene.asked(2), "left?\n(1 image that the sender has seen is not included)");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forwarded_images_take_up_room_in_the_receivers_requests() {
    // The receiver has a camera too. With room for two images, the forwarded one leaves room for one.
    let tools = Toolbox::start(&["photo"], |called| {
        let seed = 20 + u32::try_from(called.before).unwrap_or(0);
        toolbox::result(&[toolbox::text("here"), toolbox::jpeg(&picture::jpeg(seed))]).into()
    })
    .await;
    let script = Script::respond(|received: &Received| {
        match (who(received).as_str(), received.turn_results().len()) {
            ("agent_1", 0) | ("agent_2", 0..2) => Step::call("photo", json!({})),
            ("agent_1", 1) => forwards(2),
            _ => Step::text("done"),
        }
    });
    let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::Anthropic) });
    let world = World::build().limits(|limits| limits.caps.images = 2).open();
    let template = world.template(&provider, Wire::Anthropic).await;
    for (agent, name) in [("agent_1", "A"), ("agent_2", "B")] {
        world.agent(name, &template).await;
        world.servers(agent, json!({ "cam": { "type": "http", "url": tools.url() } })).await;
        world.allow_all(agent).await;
    }
    world.tie("agent_1", "agent_2").await;
    world.request("agent_1", "go").await;
    let most =
        provider.chats().iter().filter(|chat| who(chat) == "agent_2").map(|chat| chat.images().len()).max();
    assert_eq!(most, Some(2), "the forwarded one and one of its own");
}
