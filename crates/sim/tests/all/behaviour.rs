//! What all wires share: records, scripts, refusals, broken streams.

use std::time::{Duration, Instant};

use fuseforks_sim::provider::{Cut, Provider, ProviderOptions, Script, Step, StepCall, Usage, Wire};
use image::ImageFormat;
use serde_json::{Value, json};

use crate::support::{events, jpeg, picture, provider, request, send, text, with};

const WIRE: Wire = Wire::OpenaiCompat;
const PATH: &str = "/chat/completions";

fn body(base64: &str, media_type: &str) -> Value {
    let url = format!("data:{media_type};base64,{base64}");
    json!({"model": "m", "messages": [{"role": "user", "content": [
        {"type": "image_url", "image_url": {"url": url}}, {"type": "text", "text": "what is this"}]}]})
}

fn plain() -> Value {
    json!({"model": "m", "messages": [{"role": "user", "content": "hello"}]})
}

async fn ask(provider: &Provider, body: &Value) -> (u16, Value) {
    send(request(provider, WIRE, PATH, body)).await
}

fn options() -> ProviderOptions {
    ProviderOptions::new(WIRE)
}

#[tokio::test]
async fn every_request_is_kept_without_its_secret() {
    let folder = tempfile::tempdir().expect("folder");
    let provider = with(ProviderOptions { record: Some(folder.path().to_owned()), ..options() });
    ask(&provider, &plain()).await;
    ask(&provider, &json!({"model": "m", "messages": [], "x": 1})).await;
    let records = provider.requests();
    assert_eq!(records.iter().map(|record| record.status).collect::<Vec<_>>(), [200, 400]);
    assert_eq!(records[0].header("authorization"), Some("***"));
    assert_eq!(records[0].json(), plain());
    assert!(records[1].refusal.is_some() && records[1].received.is_none());
    let saved = std::fs::read(folder.path().join("00001.body.json")).expect("saved");
    assert_eq!(saved, records[0].body);
    let about = std::fs::read_to_string(folder.path().join("00002.json")).expect("saved");
    assert!(about.contains("\"status\":400") && !about.contains("Bearer k"));
}

#[tokio::test]
async fn received_images_have_their_digest_and_size() {
    let provider = provider(WIRE);
    let base64 = jpeg("red", "blue");
    ask(&provider, &body(&base64, "image/jpeg")).await;
    let chat = provider.chats().pop().expect("chat");
    let image = chat.images()[0].clone();
    assert_eq!((image.media_type, image.width, image.height), ("image/jpeg", 64, 48));
    assert_eq!(crate::support::base64(&image.bytes), base64);
}

#[tokio::test]
async fn a_script_goes_step_by_step_and_then_the_model_is_itself() {
    let script = r#"[{"text": "one"}, {"status": 429, "error": "slow down", "retry_after": 7},
        {"calls": [{"name": "echo", "arguments": {"a": 1}}], "stop": "stop", "usage": {"input": 5, "output": 6}}, {}]"#;
    let provider = with(ProviderOptions { script: Script::from_json(script).expect("script"), ..options() });
    let mut body = plain();
    body["tools"] =
        json!([{"type": "function", "function": {"name": "srv__echo", "parameters": {"type": "object"}}}]);
    let (_, answer) = ask(&provider, &body).await;
    assert_eq!(answer["choices"][0]["message"]["content"], "one");
    let response = request(&provider, WIRE, PATH, &body).send().await.expect("sent");
    assert_eq!((response.status().as_u16(), response.headers()["retry-after"].as_bytes()), (429, &b"7"[..]));
    let (_, answer) = ask(&provider, &body).await;
    let choice = &answer["choices"][0];
    assert_eq!(choice["message"]["tool_calls"][0]["function"]["name"], "srv__echo");
    assert_eq!(
        (choice["finish_reason"].as_str(), answer["usage"]["total_tokens"].as_u64()),
        (Some("stop"), Some(11))
    );
    for _ in 0..2 {
        let (_, answer) = ask(&provider, &body).await;
        assert_eq!(answer["choices"][0]["message"]["content"], "ok");
    }
    assert!(Script::from_json(r#"[{"txet": "one"}]"#).is_err());
}

#[tokio::test]
async fn a_refused_request_uses_up_no_step() {
    let script = Script::steps(vec![Step::text("first")]);
    let provider = with(ProviderOptions { script, ..options() });
    assert_eq!(ask(&provider, &json!({"model": "m"})).await.0, 400);
    let (_, answer) = ask(&provider, &plain()).await;
    assert_eq!(answer["choices"][0]["message"]["content"], "first");
}

#[tokio::test]
async fn a_function_sees_the_request_and_decides() {
    let script = Script::respond(|received| Step {
        text: Some(format!("{} {}", received.messages.len(), received.last_user_text())),
        calls: vec![StepCall::new("a", json!({})), StepCall::new("b", json!({"x": [1]}))],
        usage: Some(Usage { input: 10, cached: 20, cache_write: 30, output: 4, reasoning: 1 }),
        ..Step::default()
    });
    let provider = with(ProviderOptions { script, ..options() });
    let (_, answer) = ask(&provider, &plain()).await;
    assert_eq!(answer["choices"][0]["message"]["content"], "1 hello");
    assert_eq!(answer["choices"][0]["message"]["tool_calls"][1]["function"]["arguments"], r#"{"x":[1]}"#);
    assert_eq!(answer["usage"]["prompt_tokens"], 60);
    assert_eq!(answer["usage"]["prompt_tokens_details"]["cached_tokens"], 20);
}

#[tokio::test]
async fn images_are_refused_with_the_words_of_each_status() {
    let cases = [
        (400, "does not support image"),
        (404, "No endpoints found that support image input"),
        (413, "too large"),
        (422, "Failed to deserialize"),
        (500, "mmproj"),
    ];
    for (status, words) in cases {
        let provider = with(ProviderOptions { refuse_images: Some(status), ..options() });
        let (got, answer) = ask(&provider, &body(&jpeg("red", "blue"), "image/jpeg")).await;
        assert_eq!(got, status);
        assert!(answer.to_string().contains(words), "{answer}");
        assert_eq!(ask(&provider, &plain()).await.0, 200);
    }
}

#[tokio::test]
async fn webp_alone_can_be_refused_and_images_counted() {
    let webp = picture("red", "blue", ImageFormat::WebP);
    let picky = with(ProviderOptions { refuse_webp: true, ..options() });
    assert_eq!(ask(&picky, &body(&webp, "image/webp")).await.0, 400);
    assert_eq!(ask(&picky, &body(&jpeg("red", "blue"), "image/jpeg")).await.0, 200);
    let few = with(ProviderOptions { max_images: Some(0), ..options() });
    let (status, answer) = ask(&few, &body(&webp, "image/webp")).await;
    assert_eq!(status, 400);
    assert!(answer.to_string().contains("At most 0 image(s)"));
}

#[tokio::test]
async fn a_blind_model_answers_200_and_names_no_colour() {
    let provider = with(ProviderOptions { ignore_images: true, ..options() });
    let (status, answer) = ask(&provider, &body(&jpeg("red", "blue"), "image/jpeg")).await;
    assert_eq!(status, 200);
    assert_eq!(answer["choices"][0]["message"]["content"], "ok");
    assert_eq!(provider.chats()[0].images().len(), 1);
}

#[tokio::test]
async fn a_status_comes_before_everything() {
    let provider = with(ProviderOptions { status: Some(529), retry_after: Some(2), ..options() });
    let response = request(&provider, WIRE, PATH, &json!({})).send().await.expect("sent");
    assert_eq!((response.status().as_u16(), response.headers()["retry-after"].as_bytes()), (529, &b"2"[..]));
    let body: Value = response.json().await.expect("JSON");
    assert_eq!(body["error"]["type"], "server_error");
}

#[tokio::test]
async fn a_stream_can_end_early_or_break() {
    let mut streamed = plain();
    streamed["stream"] = json!(true);
    let whole = text(request(&provider(WIRE), WIRE, PATH, &streamed)).await;
    for reset in [false, true] {
        let provider = with(ProviderOptions { cut: Some(Cut { after: 200, reset }), ..options() });
        let mut response = request(&provider, WIRE, PATH, &streamed).send().await.expect("headers");
        let mut got = Vec::new();
        let end = loop {
            match response.chunk().await {
                Ok(Some(bytes)) => got.extend(bytes),
                other => break other.is_err(),
            }
        };
        assert_eq!((end, got.len()), (reset, 200));
        assert_eq!(&got[..20], &whole.as_bytes()[..20]);
    }
}

#[tokio::test]
async fn an_error_can_come_in_the_middle() {
    let script = Script::steps(vec![Step { error: Some(json!("overloaded")), ..Step::text("so far") }]);
    let provider = with(ProviderOptions { script, ..options() });
    let mut streamed = plain();
    streamed["stream"] = json!(true);
    let list = events(&text(request(&provider, WIRE, PATH, &streamed)).await);
    assert_eq!(list.last().expect("event")["error"]["message"], "overloaded");
    assert!(list.iter().any(|event| event["choices"][0]["delta"]["content"] == "so far"));
}

#[tokio::test]
async fn events_can_be_written_by_hand() {
    let raw = vec![json!("data: {\"a\"\n\n"), json!({"b": 1})];
    let script = Script::steps(vec![Step { raw_events: Some(raw), ..Step::default() }]);
    let provider = with(ProviderOptions { script, ..options() });
    assert_eq!(text(request(&provider, WIRE, PATH, &plain())).await, "data: {\"a\"\n\ndata: {\"b\":1}\n\n");
}

#[tokio::test]
async fn answers_can_be_late_and_slow() {
    let script = Script::steps(vec![Step {
        delay_ms: 150,
        gap_ms: 30,
        ..Step::text("a long enough text for several pieces")
    }]);
    let provider =
        with(ProviderOptions { script, first_byte_delay: Duration::from_millis(150), ..options() });
    let mut streamed = plain();
    streamed["stream"] = json!(true);
    let start = Instant::now();
    let response = request(&provider, WIRE, PATH, &streamed).send().await.expect("headers");
    assert!(start.elapsed() >= Duration::from_millis(300));
    let headers = Instant::now();
    response.text().await.expect("body");
    assert!(headers.elapsed() >= Duration::from_millis(120));
}

#[tokio::test]
async fn requests_that_are_not_json_are_told_so() {
    let provider = provider(WIRE);
    let url = format!("{}{PATH}", provider.url());
    let post = || crate::http::client().post(&url).header("authorization", "Bearer k");
    assert_eq!(send(post().header("content-type", "application/json").body("{")).await.0, 400);
    assert_eq!(send(post().header("content-type", "text/plain").body("{}")).await.0, 400);
    assert_eq!(
        send(crate::http::client().post(format!("{}/nothing", provider.url())).json(&json!({}))).await.0,
        404
    );
}

#[tokio::test]
async fn it_looks_in_three_languages_and_never_twice() {
    let provider = provider(WIRE);
    for asked in ["Look at this", "NIK のライブビューを 1 枚撮って", "请看一下画面"] {
        let body = json!({"model": "m", "messages": [{"role": "user", "content": asked}],
            "tools": [{"type": "function", "function": {"name": "shot", "description": "returns a screenshot", "parameters": {"type": "object"}}}]});
        let (_, answer) = ask(&provider, &body).await;
        assert_eq!(answer["choices"][0]["message"]["tool_calls"][0]["function"]["name"], "shot", "{asked}");
        let mut none = body.clone();
        none["tool_choice"] = json!("none");
        let (_, answer) = ask(&provider, &none).await;
        assert_eq!(answer["choices"][0]["message"]["content"], "no picture received");
    }
}
