//! Messages and results of images alone, or of nothing: no text of a request is ever empty.

use crate::{
    placement::images,
    support::{WIRES, once, provider},
};
use fuseforks_contract::chat::RowBody;
use fuseforks_sim::provider::{ProviderOptions, Received, Script, Step, ToolChoice, Wire};
use fuseforks_tests::{
    World, picture,
    toolbox::{self, Toolbox},
};
use fuseforks_village::Language;
use serde_json::{Value, json};

/// Every object of a body.
fn objects<'a>(value: &'a Value, found: &mut Vec<&'a serde_json::Map<String, Value>>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| objects(item, found)),
        Value::Object(map) => {
            found.push(map);
            map.values().for_each(|item| objects(item, found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// No block of text is blank, and no mark for the cache stands on one. Gives the kinds of marked blocks.
#[track_caller]
fn never_blank(body: &Value) -> Vec<String> {
    let mut found = Vec::new();
    objects(body, &mut found);
    let mut marked = Vec::new();
    for object in found {
        if let Some(text) = object.get("text") {
            assert!(text.as_str().is_none_or(|text| !text.trim().is_empty()), "{object:?}");
        }
        if object.contains_key("cache_control") {
            let kind = object["type"].as_str().unwrap().to_owned();
            let holds = match kind.as_str() {
                "text" => object["text"].as_str().is_some_and(|text| !text.trim().is_empty()),
                "tool_result" => !matches!(&object["content"], Value::Null) && object["content"] != json!([]),
                _ => true,
            };
            assert!(holds, "a mark on nothing: {object:?}");
            marked.push(kind);
        }
    }
    marked
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_image_without_a_word_is_sent_without_one_and_the_conversation_goes_on() {
    for wire in [Wire::Anthropic, Wire::OpenaiCompat] {
        let shot = picture::jpeg(1);
        let result = toolbox::result(&[toolbox::jpeg(&shot)]);
        let tools = Toolbox::start(&["give"], move |_| result.clone().into()).await;
        let provider = provider(ProviderOptions { script: once("give"), ..ProviderOptions::new(wire) });
        let world = World::build().open();
        let agent = world.agent_with(&provider, wire, "box", &tools.url()).await;
        let view = world.attach(&agent, "mine.jpg", &picture::jpeg(2)).await.unwrap();
        let mark = world.events.mark();
        world.send_with(&agent, "", vec![view.id]).await.unwrap();
        let told = world.ended(&agent, mark).await;
        assert_eq!(told.stop(), "-", "{wire}: {:?}", told.system());
        assert_eq!(told.reply(), "done");
        let chats = provider.chats();
        assert_eq!(chats[1].images().len(), 2, "{wire}: the person's and the tool's");
        assert_eq!(chats[1].turn_results()[0].text, "(images 1)", "{wire}");
        assert_eq!(world.say(&agent, "go on").await.stop(), "-", "{wire}");
        let secrets = std::sync::Arc::clone(&world.app.services().secrets);
        let kept = world.close().await;
        let world = World::again(&kept).secrets(secrets).open();
        world.start(&agent).await;
        let told = world.say(&agent, "and after a new start?").await;
        assert_eq!((told.stop().as_str(), told.reply()), ("-", "done"), "{wire}: {:?}", told.system());

        let requests = provider.requests();
        assert_eq!(requests.len(), 6, "{wire}");
        let mut marked = Vec::new();
        for request in &requests {
            assert_eq!(request.status, 200, "{wire}: {:?}", request.refusal);
            marked.push(never_blank(&request.json()));
        }
        if wire == Wire::Anthropic {
            // The results of a round stand last in its request, and there its mark stands.
            for round in [1, 3, 5] {
                assert!(marked[round].contains(&"tool_result".to_owned()), "{:?}", marked[round]);
            }
        }
        let last = requests[5].json();
        assert_eq!(images(&last).len(), 1, "{wire}: the image of this turn alone");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_empty_result_has_its_words_on_every_wire() {
    let broken = || toolbox::image(b"\xff\xd8\xffbroken", "image/jpeg");
    let words = [
        (Language::En, "(empty result)", "(images 1)", "(1 image left out: unreadable)"),
        (Language::Ja, "（空の結果）", "（画像 1 枚）", "（画像 1 枚を省きました: 読めません）"),
        (Language::Zh, "（空结果）", "（图像 1 张）", "（略去了图像 1 张：无法读取）"),
    ];
    for (index, wire) in WIRES.iter().enumerate() {
        let (language, empty, one, dropped) = words[index % words.len()];
        let cases = [
            (vec![], empty),
            (vec![toolbox::text("")], empty),
            (vec![toolbox::text("   \n")], empty),
            (vec![toolbox::jpeg(&picture::jpeg(1))], one),
            (vec![broken()], dropped),
        ];
        let results: Vec<Value> = cases.iter().map(|(blocks, _)| toolbox::result(blocks)).collect();
        let tools = Toolbox::start(&["give"], move |called| results[called.before].clone().into()).await;
        let provider = provider(ProviderOptions { script: once("give"), ..ProviderOptions::new(*wire) });
        let world = World::build().language(language).open();
        let agent = world.agent_with(&provider, *wire, "box", &tools.url()).await;
        for (blocks, words) in cases {
            let told = world.say(&agent, "go").await;
            assert_eq!(told.stop(), "-", "{wire}, {words}: {:?}", told.system());
            let chat = provider.chats().pop().unwrap();
            assert_eq!(chat.turn_results()[0].text, words, "{wire}, {blocks:?}");
            assert_eq!(told.outputs()[0].output, words, "{wire}");
            assert_eq!(chat.images().len(), usize::from(words == one), "{wire}, {words}");
        }
        for request in provider.requests() {
            assert_eq!(request.status, 200, "{wire}: {:?}", request.refusal);
            never_blank(&request.json());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failure_with_an_image_says_so_in_words_and_keeps_its_image() {
    const PREFIX: &str = "the tool returned an error:\n";
    for wire in WIRES {
        let shot = picture::noisy(3, 640, 424, image::ImageFormat::Jpeg);
        let failed = |blocks: &[Value]| {
            let mut result = toolbox::result(blocks);
            result["isError"] = json!(true);
            result
        };
        let results = [
            failed(&[toolbox::text("click failed"), toolbox::jpeg(&shot)]),
            failed(&[toolbox::jpeg(&shot)]),
            failed(&[toolbox::text("click failed")]),
        ];
        let tools = Toolbox::start(&["give"], move |called| results[called.before].clone().into()).await;
        let provider = provider(ProviderOptions { script: once("give"), ..ProviderOptions::new(*wire) });
        let world = World::build().open();
        let agent = world.agent_with(&provider, *wire, "box", &tools.url()).await;
        for (words, count) in [("click failed", 1), ("(images 1)", 1), ("click failed", 0)] {
            let told = world.say(&agent, "go").await;
            assert_eq!(told.stop(), "-", "{wire}: {:?}", told.system());
            assert!(!told.tools()[0].ok, "{wire}: the person sees that it failed");
            let body = provider.requests().pop().unwrap().json();
            let sent: Vec<String> = images(&body).into_iter().map(|found| found.sha256).collect();
            assert_eq!(sent, vec![picture::sha256(&shot); count], "{wire}, {words}");
            let chat = provider.chats().pop().unwrap();
            assert_eq!(chat.turn_results()[0].text, format!("{PREFIX}{words}"), "{wire}");
            if *wire == Wire::Anthropic {
                let result = body["messages"].as_array().unwrap().last().unwrap()["content"][0].clone();
                assert_eq!(result["type"], "tool_result");
                assert_eq!(result.get("is_error"), (count == 0).then_some(&json!(true)), "{words}");
            }
        }
        assert!(provider.requests().iter().all(|request| request.status == 200), "{wire}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_for_the_person_alone_takes_no_room_of_the_models() {
    const ROUNDS: u32 = 5;
    let for_person = |n: u32| toolbox::audience(toolbox::jpeg(&picture::jpeg(n)), &["user"]);
    // Four for the model and two for the person in each round: twenty for the model in all.
    let results: Vec<Value> = (0..ROUNDS)
        .map(|round| {
            let own = (0..2).map(|n| for_person(100 + round * 2 + n));
            let shown = (0..4).map(|n| toolbox::jpeg(&picture::jpeg(round * 4 + n)));
            toolbox::result(&own.chain(shown).collect::<Vec<_>>())
        })
        .collect();
    let tools = Toolbox::start(&["give"], move |called| results[called.before].clone().into()).await;
    let script = Script::respond(|received: &Received| {
        let results = received.turn_results().len();
        if results < ROUNDS as usize && received.tool_choice != ToolChoice::None {
            return Step::call("give", json!({}));
        }
        Step::text("done")
    });
    let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::Anthropic) });
    let world = World::build().open();
    let agent = world.agent_with(&provider, Wire::Anthropic, "box", &tools.url()).await;
    let told = world.say(&agent, "go").await;
    assert_eq!(told.stop(), "-", "{:?}", told.system());
    let sent: Vec<String> =
        images(&provider.requests().pop().unwrap().json()).into_iter().map(|found| found.sha256).collect();
    let wanted: Vec<String> = (0..ROUNDS * 4).map(|n| picture::sha256(&picture::jpeg(n))).collect();
    assert_eq!(sent, wanted, "all twenty, in order, and none of the person's");
    assert!(world.log_of("tool image capped").await.is_empty());
    assert_eq!(told.artifacts().len(), ROUNDS as usize * 2);
    for tool in told.tools() {
        assert_eq!((tool.images, tool.dropped.len()), (4, 0));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_for_the_person_alone_still_has_words_for_the_model() {
    let tongues = [
        (
            Language::En,
            "(1 image was shown to the user only)",
            "(the text of this result is for the user only)",
        ),
        (
            Language::Ja,
            "（画像 1 枚は利用者だけに見せました）",
            "（この結果の文章は利用者だけに宛てたものです）",
        ),
        (Language::Zh, "（图像 1 张只给用户看）", "（此结果的文字只给用户看）"),
    ];
    for (language, image, text) in tongues {
        let shot = picture::jpeg(1);
        let results = [toolbox::jpeg(&shot), toolbox::text("secret")]
            .map(|block| toolbox::result(&[toolbox::audience(block, &["user"])]));
        let tools = Toolbox::start(&["give"], move |called| results[called.before].clone().into()).await;
        let provider =
            provider(ProviderOptions { script: once("give"), ..ProviderOptions::new(Wire::Anthropic) });
        let world = World::build().language(language).open();
        let agent = world.agent_with(&provider, Wire::Anthropic, "box", &tools.url()).await;
        for words in [image, text] {
            let told = world.say(&agent, "go").await;
            assert_eq!(told.stop(), "-", "{language}");
            assert_eq!(provider.chats().pop().unwrap().turn_results()[0].text, words);
            let body = provider.requests().pop().unwrap().json();
            assert!(images(&body).is_empty() && !body.to_string().contains("secret"), "{language}");
        }
        // Of a file the window hears its facts, and asks for the bytes by its id.
        let file = world.rows().await.into_iter().find_map(|row| match row.body {
            RowBody::Artifact { artifact, .. } => Some(artifact),
            _ => None,
        });
        let file = file.expect("an artifact");
        assert_eq!((file.mime.as_str(), file.bytes), ("image/jpeg", shot.len() as u64));
        let told = serde_json::to_value(&file).unwrap();
        let keys: Vec<&String> = told.as_object().unwrap().keys().collect();
        assert!(keys.iter().all(|key| !["data", "base64", "blob"].contains(&key.as_str())), "{keys:?}");
    }
}
