//! Several calls of one round: results and images go in call order, whatever finishes first.

use crate::{
    placement::images,
    support::{LOOK, WIRES, camera_of, named, provider, two_colours},
};
use fuseforks_sim::provider::{
    Provider, ProviderOptions, Received, Script, Step, StepCall, ToolChoice, Wire,
};
use fuseforks_tests::{
    World, picture,
    toolbox::{self, Answer, Called, Toolbox},
};
use fuseforks_village::Language;
use serde_json::{Value, json};
use std::time::Duration;

fn calls(names: &'static [&'static str]) -> Script {
    Script::respond(move |received: &Received| {
        if received.turn_results().is_empty() && received.tool_choice != ToolChoice::None {
            let calls = names.iter().map(|name| StepCall::new(*name, json!({}))).collect();
            return Step { calls, ..Step::default() };
        }
        Step::text("done")
    })
}

/// `text`: words. `both`: words and an image. `picture`: an image alone. `second`: words and another image.
/// The first is the slowest.
fn respond(called: &Called) -> Answer {
    let result = match called.name.as_str() {
        "text" => toolbox::result(&[toolbox::text("only words")]),
        "both" => toolbox::result(&[toolbox::text("words too"), toolbox::jpeg(&picture::jpeg(1))]),
        "picture" => toolbox::result(&[toolbox::jpeg(&picture::jpeg(2))]),
        _ => toolbox::result(&[toolbox::text("last words"), toolbox::jpeg(&picture::jpeg(3))]),
    };
    let delay = if called.name == "text" { Duration::from_millis(150) } else { Duration::ZERO };
    Answer { result, delay }
}

/// One turn in which the tools, each on a server of its own so that they really run at once, are called.
async fn parallel(wire: Wire, language: Language, names: &'static [&'static str]) -> (Provider, Value) {
    let provider = provider(ProviderOptions { script: calls(names), ..ProviderOptions::new(wire) });
    let world = World::build().language(language).open();
    let template = world.template(&provider, wire).await;
    let agent = world.agent("Mina", &template).await;
    let mut boxes = Vec::new();
    let mut servers = serde_json::Map::new();
    for name in names {
        let tools = Toolbox::start(&[name], respond).await;
        servers.insert(format!("on_{name}"), json!({"type": "http", "url": tools.url()}));
        boxes.push(tools);
    }
    world.servers(&agent, Value::Object(servers)).await;
    world.allow_all(&agent).await;
    let told = world.say(&agent, "go").await;
    assert_eq!(told.stop(), "-", "{wire}: {:?}", told.system());
    let body = provider.requests().pop().expect("requests").json();
    (provider, body)
}

fn jpeg_of(n: u32) -> String {
    picture::base64(&picture::jpeg(n))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anthropic_gets_one_message_with_the_results_in_call_order() {
    let only =
        [(Language::En, "(images 1)"), (Language::Ja, "（画像 1 枚）"), (Language::Zh, "（图像 1 张）")];
    for (language, words) in only {
        let (_provider, body) = parallel(Wire::Anthropic, language, &["text", "both", "picture"]).await;
        let messages = body["messages"].as_array().expect("messages");
        let call = &messages[messages.len() - 2];
        let ids: Vec<&Value> = call["content"]
            .as_array()
            .expect("blocks")
            .iter()
            .filter(|block| block["type"] == "tool_use")
            .map(|block| &block["id"])
            .collect();
        let results = messages[messages.len() - 1]["content"].as_array().expect("blocks");
        assert_eq!(results.len(), 3, "three results and nothing else: {results:?}");
        for (result, id) in results.iter().zip(ids) {
            assert_eq!((&result["type"], &result["tool_use_id"]), (&json!("tool_result"), id));
        }
        assert_eq!(results[0]["content"], "only words", "a result without images is a plain string");
        let image = |n: u32| {
            json!({"type": "image",
                "source": {"type": "base64", "media_type": "image/jpeg", "data": jpeg_of(n)}})
        };
        assert_eq!(results[1]["content"], json!([image(1), {"type": "text", "text": "words too"}]));
        assert_eq!(results[2]["content"], json!([image(2), {"type": "text", "text": words}]), "{language}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn openai_compat_gets_the_tool_messages_and_then_one_carrier() {
    let (_provider, body) = parallel(Wire::OpenaiCompat, Language::En, &["text", "both", "picture"]).await;
    let messages = body["messages"].as_array().expect("messages");
    let tail = &messages[messages.len() - 5..];
    let roles: Vec<&str> = tail.iter().filter_map(|message| message["role"].as_str()).collect();
    assert_eq!(roles, ["assistant", "tool", "tool", "tool", "user"]);
    let texts: Vec<&str> =
        tail[1..4].iter().map(|message| message["content"].as_str().expect("a string")).collect();
    assert_eq!(texts, ["only words", "words too", "(images 1)"]);
    for (index, message) in tail[1..4].iter().enumerate() {
        assert_eq!(message["tool_call_id"], tail[0]["tool_calls"][index]["id"]);
    }
    let caption =
        |tool: &str| json!({"type": "text", "text": format!("(images from the result of {tool}: 1)")});
    let url = |n: u32| json!({"type": "image_url", "image_url": {"url": format!("data:image/jpeg;base64,{}", jpeg_of(n))}});
    let expected = [caption("on_both__both"), url(1), caption("on_picture__picture"), url(2)];
    let carried = tail[4]["content"].as_array().expect("parts");
    assert_eq!(carried.len(), 4);
    for (part, expected) in carried.iter().zip(&expected) {
        assert_eq!(part["type"], expected["type"]);
        assert_eq!(part.get("text"), expected.get("text"));
        assert_eq!(part["image_url"]["url"], expected["image_url"]["url"]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gemini_gets_one_content_with_as_many_parts_as_calls() {
    let (_provider, body) =
        parallel(Wire::Gemini, Language::En, &["text", "both", "picture", "second"]).await;
    let contents = body["contents"].as_array().expect("contents");
    let parts = contents[contents.len() - 1]["parts"].as_array().expect("parts");
    assert_eq!(contents[contents.len() - 1]["role"], "user");
    assert_eq!(parts.len(), 4);
    let names: Vec<&str> =
        parts.iter().map(|part| part["functionResponse"]["name"].as_str().expect("a response")).collect();
    assert_eq!(names, ["on_text__text", "on_both__both", "on_picture__picture", "on_second__second"]);
    for part in parts {
        assert_eq!(part.as_object().map(serde_json::Map::len), Some(1), "no sibling: {part}");
        assert!(part["functionResponse"]["response"].is_object());
    }
    assert!(parts[0]["functionResponse"].get("parts").is_none(), "no key where there is no image");
    for (part, n) in parts[1..].iter().zip(1..) {
        let inline = &part["functionResponse"]["parts"][0]["inlineData"];
        assert_eq!(inline, &json!({"mimeType": "image/jpeg", "data": jpeg_of(n)}));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn responses_get_an_item_for_each_call() {
    let (_provider, body) = parallel(Wire::OpenaiResponses, Language::En, &["text", "both", "picture"]).await;
    let input = body["input"].as_array().expect("items");
    let (calls, outputs): (Vec<&Value>, Vec<&Value>) = input
        .iter()
        .filter(|item| matches!(item["type"].as_str(), Some("function_call" | "function_call_output")))
        .partition(|item| item["type"] == "function_call");
    let ids = |items: &[&Value]| items.iter().map(|item| item["call_id"].clone()).collect::<Vec<_>>();
    assert_eq!(outputs.len(), 3);
    assert_eq!(ids(&calls), ids(&outputs));
    assert_eq!(outputs[0]["output"], "only words");
    assert_eq!(outputs[1]["output"][0], json!({"type": "input_text", "text": "words too"}));
    assert_eq!(outputs[2]["output"][0], json!({"type": "input_text", "text": "(images 1)"}));
    assert_eq!(outputs[2]["output"][1]["type"], "input_image");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ollama_gets_every_image_on_its_own_message() {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let script = Script::respond(|received: &Received| match received.turn_results().len() {
        0 | 1 => Step::call("live_view_image", json!({})),
        _ => Step::text("done"),
    });
    let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::Ollama) });
    let world = World::build().open();
    let agent = world.photographer(&provider, Wire::Ollama, &camera).await;
    let attached = world.attach(&agent, "cat.jpg", &picture::jpeg(9)).await.expect("taken").id;
    let mark = world.events.mark();
    world.send_with(&agent, LOOK, vec![attached]).await.expect("sent");
    assert_eq!(world.ended(&agent, mark).await.stop(), "-");

    let chats: Vec<Value> = provider
        .requests()
        .iter()
        .filter(|request| request.received.is_some())
        .map(|request| request.json())
        .collect();
    assert_eq!(chats.len(), 3);
    let last = &chats[2];
    assert!(last.get("images").is_none(), "no images beside the messages");
    let messages = last["messages"].as_array().expect("messages");
    let with: Vec<(&str, usize)> = messages
        .iter()
        .filter_map(|message| Some((message["role"].as_str()?, message["images"].as_array()?.len())))
        .collect();
    assert_eq!(with, [("user", 1), ("tool", 1), ("tool", 1)]);
    assert!(messages.iter().all(|message| message["content"].is_string()), "content is never null");
    let sent: Vec<String> = images(last).into_iter().map(|found| found.sha256).collect();
    let shots: Vec<String> = camera.shots().into_iter().map(|shot| shot.sha256).collect();
    assert_eq!(sent[1..], shots[..]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_text_and_its_image_reach_the_same_turn_on_every_wire_and_no_later_one() {
    for wire in WIRES {
        let shot = picture::noisy(8, 640, 424, image::ImageFormat::Jpeg);
        let text: String = "f/5.6 1/250 s ISO 400 ".chars().cycle().take(495).collect();
        let result = toolbox::result(&[toolbox::text(&text), toolbox::jpeg(&shot)]);
        let tools = Toolbox::start(&["snap"], move |_| result.clone().into()).await;
        let provider = provider(ProviderOptions {
            script: Script::respond(|received: &Received| {
                let asked = received.last_user_text().contains("snap");
                if asked && received.turn_results().is_empty() && received.tool_choice != ToolChoice::None {
                    return Step::call("snap", json!({}));
                }
                Step::text("done")
            }),
            ..ProviderOptions::new(*wire)
        });
        let world = World::build().open();
        let agent = world.agent_with(&provider, *wire, "nik", &tools.url()).await;
        let told = world.say(&agent, "snap it").await;
        assert_eq!((told.stop().as_str(), told.ended().rounds), ("-", 2), "{wire}: {:?}", told.system());
        let bodies = || -> Vec<Value> {
            let requests = provider.requests().into_iter();
            requests.filter(|one| one.received.is_some()).map(|one| one.json()).collect()
        };
        let second = bodies().pop().unwrap();
        let found = images(&second);
        assert_eq!(found.len(), 1, "{wire}: exactly once");
        assert_eq!(found[0].sha256, picture::sha256(&shot), "{wire}");
        let (list, place) = match wire {
            Wire::Anthropic => ("messages", "/content/0/content/0/source/data"),
            Wire::Gemini => ("contents", "/parts/0/functionResponse/parts/0/inlineData/data"),
            Wire::OpenaiCompat => ("messages", "/content/1/image_url/url"),
            Wire::Ollama => ("messages", "/images/0"),
            _ => ("input", "/output/1/image_url"),
        };
        // The image of a result stands in the last item that there is.
        let last = second[list].as_array().unwrap().len() - 1;
        assert_eq!(found[0].at, format!("/{list}/{last}{place}"), "{wire}");
        let roles = second[list].as_array().unwrap().iter().map(|item| item["role"].as_str().unwrap_or("-"));
        let roles: Vec<&str> = roles.collect();
        if *wire == Wire::OpenaiCompat {
            assert_eq!(roles[last - 1..], ["tool", "user"], "a carrier after the tool's message");
        }
        let chat = provider.chats().pop().unwrap();
        assert_eq!(chat.turn_results()[0].text, text, "{wire}: all 495 characters");

        assert_eq!(world.say(&agent, "thank you").await.stop(), "-", "{wire}");
        assert!(images(&bodies().pop().unwrap()).is_empty(), "{wire}: in its turn only");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_provider_that_answers_and_ignores_the_image_got_it_all_the_same() {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let wire = Wire::OpenaiCompat;
    let provider = provider(ProviderOptions { ignore_images: true, ..ProviderOptions::new(wire) });
    let world = World::build().open();
    let agent = world.photographer(&provider, wire, &camera).await;
    let told = world.say(&agent, LOOK).await;
    assert_eq!(named(told.reply()), Vec::<&str>::new());
    let body = provider.requests().pop().expect("requests").json();
    let sent: Vec<String> = images(&body).into_iter().map(|found| found.sha256).collect();
    assert_eq!(sent, [camera.shots()[0].sha256.clone()]);
    assert!(
        body["messages"]
            .as_array()
            .expect("messages")
            .iter()
            .filter(|message| message["role"] == "tool")
            .all(|message| message["content"].is_string()),
        "a tool message holds a plain string"
    );
    assert!(
        body["messages"]
            .as_array()
            .expect("messages")
            .iter()
            .all(|message| message["role"] != "tool" || !message.to_string().contains("base64"))
    );
}
