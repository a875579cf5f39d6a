//! What servers are asked about their models.

use crate::server::{Act, Server};
use fuseforks_llm::{Endpoint, ErrorCode, Limits, Secret, Vision, Wire, capabilities, list_models};
use tokio_util::sync::CancellationToken;

fn endpoint(wire: &str, server: &Server, base: &str) -> Endpoint {
    let wire = Wire::find(wire).unwrap();
    Endpoint::new(wire, format!("{}{base}", server.url)).with_key(Some(Secret::new("k-1")))
}

fn answer(body: &str) -> Act {
    Act::Answer(200, String::new(), body.into())
}

#[tokio::test]
async fn ollama_is_asked_for_each_model() {
    for (act, vision) in [
        (answer(r#"{"capabilities":["completion","tools"]}"#), Vision::No),
        (answer(r#"{"capabilities":["completion","vision"]}"#), Vision::Yes),
        (answer(r#"{"capabilities":["completion","tools","vision"]}"#), Vision::Yes),
        (answer("{}"), Vision::Unknown),
        (answer(r#"{"capabilities":[]}"#), Vision::No),
    ] {
        let server = Server::start(vec![act]).await;
        let endpoint = endpoint("ollama", &server, "");
        let info =
            capabilities(&endpoint, "m:1", Limits::default(), &CancellationToken::new()).await.unwrap();
        assert_eq!((info.id.as_str(), info.vision), ("m:1", vision));
        let seen = server.seen();
        assert_eq!(
            (seen[0].line(), seen[0].body.as_str()),
            ("POST /api/show HTTP/1.1", r#"{"model":"m:1"}"#)
        );
    }
    let server =
        Server::start(vec![Act::Answer(404, String::new(), r#"{"error":"model 'm' not found"}"#.into())])
            .await;
    let error =
        capabilities(&endpoint("ollama", &server, ""), "m", Limits::default(), &CancellationToken::new())
            .await;
    assert_eq!(error.unwrap_err().code, ErrorCode::NotFound);
}

#[tokio::test]
async fn a_local_compatible_server_is_asked_the_way_lm_studio_answers_first() {
    let studio = r#"{"data":[{"id":"a","type":"vlm","max_context_length":100},{"id":"b","type":"llm"}]}"#;
    let server = Server::start(vec![answer(studio)]).await;
    let endpoint_here = endpoint("openai-compat", &server, "/v1");
    let info = capabilities(&endpoint_here, "b", Limits::default(), &CancellationToken::new()).await.unwrap();
    assert_eq!(info.vision, Vision::No);
    assert_eq!(server.seen()[0].line(), "GET /api/v0/models HTTP/1.1");

    let plain = r#"{"object":"list","data":[{"id":"m","object":"model","max_model_len":4096}]}"#;
    let server = Server::start(vec![Act::Answer(404, String::new(), "no".into()), answer(plain)]).await;
    let endpoint_there = endpoint("openai-compat", &server, "/v1");
    let models = list_models(&endpoint_there, Limits::default(), &CancellationToken::new()).await.unwrap();
    assert_eq!(
        (models[0].id.as_str(), models[0].window, models[0].vision),
        ("m", Some(4096), Vision::Unknown)
    );
    let seen = server.seen();
    assert_eq!(seen[1].line(), "GET /v1/models HTTP/1.1");
    assert_eq!(seen[1].header("authorization"), Some("Bearer k-1"));
}

#[tokio::test]
async fn anthropic_and_gemini_are_asked_with_their_own_headers() {
    let model = r#"{"id":"claude-x","capabilities":{"image_input":{"supported":true}},"max_input_tokens":7}"#;
    let server = Server::start(vec![answer(model)]).await;
    let claude = endpoint("anthropic", &server, "/v1");
    let info = capabilities(&claude, "claude-x", Limits::default(), &CancellationToken::new()).await.unwrap();
    assert_eq!((info.vision, info.window), (Vision::Yes, Some(7)));
    let seen = server.seen();
    assert_eq!(seen[0].line(), "GET /v1/models/claude-x HTTP/1.1");
    assert_eq!(
        (seen[0].header("x-api-key"), seen[0].header("anthropic-version")),
        (Some("k-1"), Some("2023-06-01"))
    );

    let list = r#"{"models":[{"name":"models/gemini-3.7-flash","inputTokenLimit":9,"supportedGenerationMethods":["generateContent"]}]}"#;
    let server = Server::start(vec![answer(list)]).await;
    let gemini = endpoint("gemini", &server, "/v1beta");
    let models = list_models(&gemini, Limits::default(), &CancellationToken::new()).await.unwrap();
    assert_eq!((models[0].id.as_str(), models[0].window), ("gemini-3.7-flash", Some(9)));
    assert_eq!(server.seen()[0].line(), "GET /v1beta/models?pageSize=1000 HTTP/1.1");
    assert_eq!(server.seen()[0].header("x-goog-api-key"), Some("k-1"));
}

#[tokio::test]
async fn questions_end_by_their_limit_and_by_stop() {
    let server = Server::start(vec![Act::Silence(5000)]).await;
    let limits = Limits { question: std::time::Duration::from_millis(200), ..Limits::default() };
    let here = endpoint("ollama", &server, "");
    let error = list_models(&here, limits, &CancellationToken::new()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Timeout);
    let cancel = CancellationToken::new();
    cancel.cancel();
    assert_eq!(list_models(&here, limits, &cancel).await.unwrap_err().code, ErrorCode::Cancelled);
}

#[tokio::test]
async fn a_page_that_is_no_list_is_malformed() {
    let server = Server::start(vec![answer("<html></html>")]).await;
    let here = endpoint("gemini", &server, "");
    let error = list_models(&here, Limits::default(), &CancellationToken::new()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Malformed);
}
