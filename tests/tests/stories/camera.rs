//! An agent looks through the camera and says what it sees, on every wire.

use crate::{
    placement::{self, Found},
    support::{LOOK, WIRES, camera_of, named, plain_provider, provider, two_colours},
};
use fuseforks_sim::{
    camera::Scene,
    provider::{ProviderOptions, Wire},
};
use fuseforks_tests::{KEY, MODEL, World};
use serde_json::{Value, json};

/// The caption that an English village puts before the images of a result.
const CAPTION: &str = "(images from the result of nik__live_view_image: 1)";

/// Looks at two random colours, swaps the sides, looks again.
async fn looks(wire: Wire, model: &str, place: fn(&Value, &str)) {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let provider = plain_provider(wire);
    let world = World::build().open();
    let mut template = world.template_of(&provider.url(), wire);
    template.model = model.to_owned();
    let template = world.template_save(template).await;
    let agent = world.agent("Mina", &template).await;
    world.servers(&agent, json!({"nik": {"type": "http", "url": camera.url()}})).await;
    world.allow_all(&agent).await;

    for (turn, (left, right)) in [(left, right), (right, left)].into_iter().enumerate() {
        camera.set_scene(Scene::two_colour(left, right));
        let told = world.say(&agent, LOOK).await;
        assert_eq!(told.stop(), "-", "{wire}: {:?}", told.system());
        let answer = format!("left: {left}, right: {right}");
        assert_eq!(told.reply(), answer, "{wire}");
        assert!(told.streamed().ends_with(&answer), "{wire} streams: {}", told.streamed());

        // Two rounds a turn: what was asked, and what came of the tool.
        let chats = chats(&provider);
        assert_eq!(chats.len(), 2 * (turn + 1), "{wire}");
        let (first, second) = (&chats[2 * turn], &chats[2 * turn + 1]);
        assert_eq!(placement::images(first), [], "{wire}: nothing of an earlier turn is left");
        let shots = camera.shots();
        assert_eq!(shots.len(), turn + 1, "{wire}");
        let found = placement::images(second);
        assert_eq!(found.len(), 1, "{wire}: exactly once: {found:?}");
        let Found { at, sha256 } = &found[0];
        assert_eq!(*sha256, shots[turn].sha256, "{wire}: byte for byte what the camera gave");
        place(second, at);
    }

    assert!(provider.requests().iter().all(|request| request.status == 200), "{wire}: nothing was refused");
    // A third message without a look carries neither image, only words.
    let told = world.say(&agent, "hello").await;
    assert_eq!(told.reply(), "ok", "{wire}");
    let chats = chats(&provider);
    let last = &chats[chats.len() - 1];
    assert_eq!(placement::images(last), [], "{wire}");
    assert!(!last.to_string().contains("jpeg_bytes"), "{wire}: nothing of the tool is history: {last}");
    assert!(last.to_string().contains(&format!("left: {right}, right: {left}")), "{wire}: replies are");
    // The key went in a header and nowhere else.
    assert!(!told.whole().contains(KEY) && !last.to_string().contains(KEY));
}

fn chats(provider: &fuseforks_sim::provider::Provider) -> Vec<Value> {
    provider
        .requests()
        .iter()
        .filter(|request| request.received.is_some())
        .map(|request| request.json())
        .collect()
}

/// The value at a pointer, and the one `up` levels above it.
fn above<'a>(body: &'a Value, at: &str, up: usize) -> &'a Value {
    let mut parts: Vec<&str> = at.split('/').collect();
    parts.truncate(parts.len() - up);
    body.pointer(&parts.join("/")).expect("a place")
}

fn facts(text: &Value) {
    let facts: Value = serde_json::from_str(text.as_str().expect("text")).expect("the camera's own text");
    assert_eq!((&facts["width"], &facts["height"]), (&json!(640), &json!(424)));
}

fn last<'a>(body: &'a Value, list: &str) -> (usize, &'a Value) {
    let list = body[list].as_array().expect("a list");
    (list.len() - 1, &list[list.len() - 1])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anthropic_sees_it_inside_the_tool_result_before_the_text() {
    looks(Wire::Anthropic, MODEL, |body, at| {
        let (index, message) = last(body, "messages");
        assert_eq!(message["role"], "user");
        assert_eq!(at, format!("/messages/{index}/content/0/content/0/source/data"));
        let result = &message["content"][0];
        assert_eq!(result["type"], "tool_result");
        assert_eq!(result["content"][0]["type"], "image");
        assert_eq!(result["content"][0]["source"]["media_type"], "image/jpeg");
        assert_eq!(result["content"].as_array().map(Vec::len), Some(2));
        facts(&result["content"][1]["text"]);
        assert!(!body.to_string().contains(CAPTION), "no caption where the image is in the result");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn openai_compat_sees_it_in_one_user_message_after_the_tool_messages() {
    looks(Wire::OpenaiCompat, MODEL, |body, at| {
        let (index, message) = last(body, "messages");
        assert_eq!(at, format!("/messages/{index}/content/1/image_url/url"));
        assert_eq!(message["role"], "user");
        assert_eq!(message["content"].as_array().map(Vec::len), Some(2));
        assert_eq!(message["content"][0], json!({"type": "text", "text": CAPTION}));
        assert_eq!(message["content"][1]["type"], "image_url");
        let url = message["content"][1]["image_url"]["url"].as_str().expect("an object with a url");
        assert!(url.starts_with("data:image/jpeg;base64,"));
        let tool = &body["messages"][index - 1];
        assert_eq!(tool["role"], "tool");
        facts(&tool["content"]);
        assert!(!message.to_string().contains("Message from:"), "the carrier has no sender line");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gemini_sees_it_inside_the_function_response() {
    looks(Wire::Gemini, "gemini-3-pro", |body, at| {
        let (index, content) = last(body, "contents");
        assert_eq!(at, format!("/contents/{index}/parts/0/functionResponse/parts/0/inlineData/data"));
        assert_eq!(above(body, at, 1)["mimeType"], "image/jpeg");
        assert_eq!(content["parts"].as_array().map(Vec::len), Some(1));
        assert!(content["parts"][0]["functionResponse"]["response"].is_object());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_gemini_sees_it_beside_the_function_response() {
    looks(Wire::Gemini, "gemini-2.5-flash", |body, at| {
        let (index, content) = last(body, "contents");
        let parts = content["parts"].as_array().expect("parts");
        assert!(parts[0]["functionResponse"].is_object());
        assert!(parts[0]["functionResponse"].get("parts").is_none());
        assert_eq!(at, format!("/contents/{index}/parts/{}/inlineData/data", parts.len() - 1));
    })
    .await;
}

fn responses(body: &Value, at: &str) {
    let (index, item) = last(body, "input");
    assert_eq!(at, format!("/input/{index}/output/1/image_url"));
    assert_eq!(item["type"], "function_call_output");
    assert_eq!(item["output"].as_array().map(Vec::len), Some(2));
    assert_eq!(item["output"][0]["type"], "input_text");
    facts(&item["output"][0]["text"]);
    assert_eq!(item["output"][1]["type"], "input_image");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn openai_responses_sees_it_in_the_output_list_after_the_text() {
    looks(Wire::OpenaiResponses, MODEL, responses).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn xai_responses_sees_it_in_the_output_list_after_the_text() {
    looks(Wire::XaiResponses, MODEL, responses).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn meta_responses_sees_it_in_the_output_list_after_the_text() {
    looks(Wire::MetaResponses, MODEL, responses).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn perplexity_responses_sees_it_in_the_output_list_after_the_text() {
    looks(Wire::PerplexityResponses, MODEL, responses).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ollama_sees_it_on_the_tool_message_of_a_model_that_declares_vision() {
    looks(Wire::Ollama, MODEL, |body, at| {
        let (index, message) = last(body, "messages");
        assert_eq!(at, format!("/messages/{index}/images/0"));
        assert_eq!(message["role"], "tool");
        facts(&message["content"]);
        assert!(body.get("images").is_none());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_that_gets_no_image_names_no_colour_on_any_wire() {
    for wire in WIRES {
        let (left, right) = two_colours();
        let camera = camera_of(left, right);
        let provider = provider(ProviderOptions { refuse_images: Some(400), ..ProviderOptions::new(*wire) });
        let world = World::build().open();
        let agent = world.photographer(&provider, *wire, &camera).await;
        let told = world.say(&agent, LOOK).await;
        assert_eq!(told.stop(), "-", "{wire}: {:?}", told.system());
        assert_eq!(named(told.reply()), Vec::<&str>::new(), "{wire}: {}", told.reply());
        assert_eq!(told.reply(), "no picture received", "{wire}");
        assert_eq!(camera.shots().len(), 1, "{wire}");
    }
}
