//! Streams written after the vendors' documents, fed in every way they can be cut.

use crate::support::{Shown, folder, image, result, user};
use fuseforks_llm::{
    ErrorCode, LlmError, Reply, Wire,
    canonical::{Finish, Request, Usage},
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The streams that end well.
const WELL: [(&str, &str); 13] = [
    ("anthropic", "tools.sse"),
    ("anthropic", "refusal.sse"),
    ("openai-compat", "tools.sse"),
    ("openai-compat", "odd_calls.sse"),
    ("gemini", "tools.sse"),
    ("gemini", "blocked.sse"),
    ("openai-responses", "tools.sse"),
    ("openai-responses", "incomplete.sse"),
    ("openai-responses", "refusal.sse"),
    ("xai-responses", "tools.sse"),
    ("meta-responses", "tools.sse"),
    ("perplexity-responses", "tools.sse"),
    ("ollama", "tools.ndjson"),
];

/// The streams in which the server reports a failure.
const BADLY: [(&str, &str); 8] = [
    ("anthropic", "overloaded.sse"),
    ("openai-compat", "error.sse"),
    ("gemini", "error.sse"),
    ("openai-responses", "failed.sse"),
    ("xai-responses", "error.sse"),
    ("meta-responses", "failed.sse"),
    ("perplexity-responses", "failed.sse"),
    ("ollama", "error.ndjson"),
];

fn stream(wire: &str, name: &str) -> Vec<u8> {
    std::fs::read(folder("streams").join(wire).join(name)).unwrap()
}

fn request() -> Request {
    Request { model: "m".into(), messages: vec![user("hi")], ..Request::default() }
}

fn run<'a>(
    wire: &str,
    request: &Request,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> (Result<Reply, LlmError>, Shown) {
    let mut decoder = Wire::find(wire).unwrap().decoder(request, 16 << 20);
    let mut shown = Shown::default();
    for piece in pieces {
        if let Err(error) = decoder.feed(piece, &mut shown) {
            return (Err(error), shown);
        }
        if decoder.ended() {
            break;
        }
    }
    (decoder.finish(&mut shown), shown)
}

fn whole(wire: &str, name: &str) -> (Reply, Shown) {
    let bytes = stream(wire, name);
    let (reply, shown) = run(wire, &request(), [bytes.as_slice()]);
    (reply.unwrap(), shown)
}

/// A reply as data, to compare.
fn facts(reply: &Reply) -> Value {
    let calls: Vec<Value> =
        reply.calls.iter().map(|c| json!([c.id, c.name, c.arguments, c.malformed])).collect();
    json!([
        reply.text,
        reply.thinking,
        calls,
        reply.echo.as_ref().map(|echo| (*echo.items).clone()),
        format!("{:?}", reply.usage),
        format!("{:?}", reply.finish),
        reply.reason
    ])
}

fn error(wire: &str, name: &str) -> LlmError {
    let bytes = stream(wire, name);
    run(wire, &request(), [bytes.as_slice()]).0.expect_err("the stream reports a failure")
}

#[test]
fn every_wire_tells_the_same_round_of_two_calls() {
    for (wire, name, thinks) in [
        ("anthropic", "tools.sse", true),
        ("openai-compat", "tools.sse", true),
        ("gemini", "tools.sse", true),
        ("openai-responses", "tools.sse", true),
        ("xai-responses", "tools.sse", true),
        ("meta-responses", "tools.sse", false),
        ("perplexity-responses", "tools.sse", false),
        ("ollama", "tools.ndjson", true),
    ] {
        let (reply, shown) = whole(wire, name);
        assert_eq!(reply.text, "カメラを見ます 👀", "{wire}");
        assert_eq!(reply.thinking, if thinks { "Two tools." } else { "" }, "{wire}");
        let calls: Vec<_> = reply.calls.iter().map(|c| (c.name.as_str(), json!(c.arguments))).collect();
        assert_eq!(calls, [("fs__read", json!({"path": "a.txt"})), ("cam__shot", json!({}))], "{wire}");
        assert!(reply.calls.iter().all(|call| call.malformed.is_none()), "{wire}");
        assert_eq!(reply.finish, Finish::ToolCalls, "{wire}");
        let disjoint = Usage {
            uncached: 21,
            cache_read: 2000,
            cache_write: 100,
            output: 89,
            reasoning: 12,
            reported: true,
        };
        let expected = match wire {
            "gemini" | "xai-responses" | "meta-responses" => {
                Usage { uncached: 121, cache_write: 0, ..disjoint }
            }
            "perplexity-responses" => Usage { reasoning: 0, ..disjoint },
            "ollama" => Usage { uncached: 2121, cache_read: 0, cache_write: 0, reasoning: 0, ..disjoint },
            _ => disjoint,
        };
        assert_eq!(reply.usage, expected, "{wire}");
        assert_eq!(reply.usage.input(), 2121, "{wire}");
        assert_eq!((&shown.text, &shown.thinking), (&reply.text, &reply.thinking), "{wire}");
        assert_eq!(shown.calls, ["fs__read", "cam__shot"], "{wire}");
    }
}

#[test]
fn what_goes_back_is_what_came() {
    let echo = |wire, name| (*whole(wire, name).0.echo.unwrap().items).clone();
    assert_eq!(
        echo("anthropic", "tools.sse"),
        json!([
            {"type": "thinking", "thinking": "Two tools.", "signature": "EqQBCgIYAhIM"},
            {"type": "text", "text": "カメラを見ます 👀"},
            {"type": "tool_use", "id": "toolu_1", "name": "fs__read", "input": {"path": "a.txt"}, "caller": {"type": "direct"}},
            {"type": "tool_use", "id": "toolu_2", "name": "cam__shot", "input": {}}])
    );
    assert_eq!(
        echo("gemini", "tools.sse"),
        json!([
            {"text": "Two tools.", "thought": true},
            {"text": "カメラを見ます 👀"},
            {"functionCall": {"id": "f1", "name": "fs__read", "args": {"path": "a.txt"}}, "thoughtSignature": "s1"},
            {"functionCall": {"id": "f2", "name": "cam__shot", "args": {}}},
            {"text": "", "thoughtSignature": "s2"}])
    );
    let items = echo("openai-responses", "tools.sse");
    assert_eq!(
        items[0],
        json!({"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Two tools."}], "encrypted_content": "ENC"})
    );
    assert_eq!(items[2]["arguments"], "{\"path\": \"a.txt\"}", "the provider's own spelling");
    assert_eq!(items.as_array().unwrap().len(), 4);
    let kinds =
        |items: &Value| items.as_array().unwrap().iter().map(|item| item["type"].clone()).collect::<Vec<_>>();
    let items = echo("xai-responses", "tools.sse");
    assert_eq!(kinds(&items), ["reasoning", "web_search_call", "message", "function_call", "function_call"]);
    let items = echo("meta-responses", "tools.sse");
    assert_eq!(
        items[0],
        json!({"type": "reasoning", "id": "rs_m", "summary": [], "encrypted_content": "ENCM"}),
        "an empty summary changes nothing"
    );
    let items = echo("openai-compat", "odd_calls.sse");
    assert_eq!(items["tool_calls"][0]["extra_content"]["google"]["thought_signature"], "S");
    assert_eq!(items["tool_calls"][1].get("extra_content"), None);
    assert_eq!(items["tool_calls"][0].get("index"), None);
}

#[test]
fn odd_calls_are_told_apart() {
    let (reply, _) = whole("openai-compat", "odd_calls.sse");
    let calls: Vec<_> = reply.calls.iter().map(|c| (c.id.as_str(), c.name.as_str())).collect();
    assert_eq!(calls, [("f1", "fs__read"), ("f2", "cam__shot"), ("local_0", "cam__shot")]);
    assert_eq!(reply.finish, Finish::ToolCalls, "by the calls, not by the word");
    assert_eq!(reply.usage.output, 8, "a vendor that counts reasoning beside the completion");
}

#[test]
fn ids_are_unique_in_a_request() {
    let mut request = request();
    request.messages.push(crate::support::asks(&[crate::support::call("f1", "x")]));
    request.messages.push(result("f1", "x", "r", &[]));
    let bytes = stream("openai-compat", "odd_calls.sse");
    let (reply, _) = run("openai-compat", &request, [bytes.as_slice()]);
    let reply = reply.unwrap();
    let ids: Vec<_> = reply.calls.iter().map(|call| call.id.clone()).collect();
    assert_eq!(ids, ["local_1", "f2", "local_2"]);
    assert_eq!(reply.echo.unwrap().items["tool_calls"][0]["id"], "local_1", "the echo says the same");
}

#[test]
fn refusals_and_short_answers_are_named() {
    for (wire, name, finish, reason) in [
        ("anthropic", "refusal.sse", Finish::Refusal, "refusal:cyber"),
        ("gemini", "blocked.sse", Finish::Refusal, "PROHIBITED_CONTENT"),
        ("openai-responses", "incomplete.sse", Finish::Length, "max_output_tokens"),
        ("openai-responses", "refusal.sse", Finish::Refusal, "completed"),
    ] {
        let (reply, _) = whole(wire, name);
        assert_eq!((reply.finish, reply.reason.as_deref()), (finish, Some(reason)), "{wire} {name}");
    }
    assert_eq!(whole("openai-responses", "refusal.sse").0.text, "I cannot.");
}

#[test]
fn perplexity_tells_a_cut_answer_by_its_length_only() {
    let request = Request { max_output_tokens: Some(89), ..request() };
    let bytes = stream("perplexity-responses", "tools.sse");
    assert_eq!(run("perplexity-responses", &request, [bytes.as_slice()]).0.unwrap().finish, Finish::Length);
}

#[test]
fn a_failure_inside_a_stream_is_an_error_that_keeps_what_came() {
    let overloaded = error("anthropic", "overloaded.sse");
    assert_eq!(
        (overloaded.code, overloaded.vendor_code.as_deref()),
        (ErrorCode::Server, Some("overloaded_error"))
    );
    assert_eq!(overloaded.request_id.as_deref(), Some("req_011"));
    assert_eq!(overloaded.partial.unwrap().usage.uncached, 9, "what it cost is kept");
    for (wire, name) in [
        ("openai-compat", "error.sse"),
        ("gemini", "error.sse"),
        ("xai-responses", "error.sse"),
        ("meta-responses", "failed.sse"),
        ("ollama", "error.ndjson"),
    ] {
        let error = error(wire, name);
        assert_eq!(error.code, ErrorCode::Server, "{wire}");
        assert_eq!(error.partial.unwrap().text, "Hel", "{wire}");
        assert!(!error.excerpt.is_empty(), "{wire}");
    }
    assert_eq!(error("perplexity-responses", "failed.sse").code, ErrorCode::RateLimited);
}

#[test]
fn an_image_code_inside_a_stream_is_a_refusal_if_images_were_sent() {
    assert_eq!(error("openai-responses", "failed.sse").code, ErrorCode::Server);
    let mut request = request();
    request.messages.push(result("1", "cam__shot", "text", &[image("red.jpg")]));
    let bytes = stream("openai-responses", "failed.sse");
    let error = run("openai-responses", &request, [bytes.as_slice()]).0.unwrap_err();
    assert_eq!(
        (error.code, error.vendor_code.as_deref()),
        (ErrorCode::ImagesRefused, Some("image_parse_error"))
    );
}

#[test]
fn a_stream_cut_in_two_anywhere_gives_the_same() {
    for (wire, name) in WELL {
        let bytes = stream(wire, name);
        let (reply, shown) = whole(wire, name);
        for cut in 0..=bytes.len() {
            let (again, shown_again) = run(wire, &request(), [&bytes[..cut], &bytes[cut..]]);
            assert_eq!(facts(&again.unwrap()), facts(&reply), "{wire} {name} cut at {cut}");
            assert_eq!(shown_again, shown, "{wire} {name} cut at {cut}");
        }
        let (again, _) = run(wire, &request(), bytes.chunks(1));
        assert_eq!(facts(&again.unwrap()), facts(&reply), "{wire} {name} byte by byte");
    }
}

#[test]
fn a_reported_failure_cut_in_two_anywhere_is_the_same() {
    for (wire, name) in BADLY {
        let bytes = stream(wire, name);
        let whole = error(wire, name);
        let told = |error: &LlmError| {
            let partial = error.partial.as_ref().map(|partial| facts(partial));
            (error.code, error.vendor_code.clone(), error.excerpt.clone(), partial)
        };
        for cut in 0..=bytes.len() {
            let again = run(wire, &request(), [&bytes[..cut], &bytes[cut..]]).0.unwrap_err();
            assert_eq!(told(&again), told(&whole), "{wire} {name} cut at {cut}");
        }
        let again = run(wire, &request(), bytes.chunks(1)).0.unwrap_err();
        assert_eq!(told(&again), told(&whole), "{wire} {name} byte by byte");
    }
}

#[test]
fn every_wire_has_a_stream_that_ends_well_and_one_that_does_not() {
    for wire in Wire::all() {
        assert!(WELL.iter().any(|(of, _)| *of == wire.id()), "{wire:?}");
        assert!(BADLY.iter().any(|(of, _)| *of == wire.id()), "{wire:?}");
    }
    let mut files = 0;
    for folder in std::fs::read_dir(folder("streams")).unwrap() {
        files += std::fs::read_dir(folder.unwrap().path()).unwrap().count();
    }
    assert_eq!(files, WELL.len() + BADLY.len(), "every recorded stream is cut at every byte");
}

#[test]
fn a_stream_that_ends_early_is_truncated_and_keeps_what_came() {
    for (wire, name) in WELL {
        let bytes = stream(wire, name);
        let (reply, _) = whole(wire, name);
        let mut truncated = 0;
        for end in 0..bytes.len() {
            match run(wire, &request(), [&bytes[..end]]).0 {
                Ok(early) => {
                    // Where the end mark is optional an answer may be whole before the last byte.
                    assert_eq!(early.text, reply.text, "{wire} {name} at {end}");
                }
                Err(error) => {
                    truncated += 1;
                    assert_eq!(error.code, ErrorCode::Truncated, "{wire} {name} at {end}: {}", error.excerpt);
                    if let Some(partial) = error.partial {
                        assert!(reply.text.starts_with(&partial.text), "{wire} {name} at {end}");
                        assert!(partial.calls.len() <= reply.calls.len());
                    }
                }
            }
        }
        assert!(truncated > bytes.len() / 4, "{wire} {name}: {truncated} of {}", bytes.len());
    }
}

#[test]
fn half_a_tool_call_is_never_a_whole_one() {
    let bytes = stream("anthropic", "tools.sse");
    let end = String::from_utf8_lossy(&bytes).find(".txt").unwrap();
    let error = run("anthropic", &request(), [&bytes[..end]]).0.unwrap_err();
    let partial = error.partial.unwrap();
    assert_eq!(partial.calls[0].malformed.as_deref(), Some("{\"path\": \"a"));
}

#[test]
fn servers_that_do_not_stream_are_understood() {
    let cases = [
        (
            "anthropic",
            json!({"type": "message", "content": [{"type": "text", "text": "hello"}], "stop_reason": "end_turn", "usage": {"input_tokens": 3, "output_tokens": 2}}),
        ),
        (
            "openai-compat",
            json!({"choices": [{"message": {"role": "assistant", "content": "hello"}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 3, "completion_tokens": 2}}),
        ),
        (
            "gemini",
            json!([{"candidates": [{"content": {"parts": [{"text": "hel"}]}}]}, {"candidates": [{"content": {"parts": [{"text": "lo"}]}, "finishReason": "STOP"}], "usageMetadata": {"promptTokenCount": 3, "candidatesTokenCount": 2}}]),
        ),
        (
            "xai-responses",
            json!({"object": "response", "status": "completed", "error": null, "output": [{"type": "message", "content": [{"type": "output_text", "text": "hello"}]}], "usage": {"input_tokens": 3, "output_tokens": 2}}),
        ),
        (
            "ollama",
            json!({"message": {"role": "assistant", "content": "hello"}, "done": true, "done_reason": "stop", "prompt_eval_count": 3, "eval_count": 2}),
        ),
    ];
    for (wire, answer) in cases {
        for bytes in [answer.to_string().into_bytes(), format!(" \n{answer:#}\n").into_bytes()] {
            if wire == "ollama" && bytes.starts_with(b" ") {
                continue; // Lines are its frame.
            }
            let (reply, shown) = run(wire, &request(), bytes.chunks(7));
            let reply = reply.unwrap();
            assert_eq!((reply.text.as_str(), reply.finish), ("hello", Finish::Stop), "{wire}");
            assert_eq!((reply.usage.uncached, reply.usage.output), (3, 2), "{wire}");
            assert_eq!(shown.text, "hello");
        }
    }
}

#[test]
fn what_is_no_answer_at_all_is_named() {
    for (bytes, code) in [
        ("", ErrorCode::Truncated),
        ("\n\n", ErrorCode::Truncated),
        ("<html>It works!</html>", ErrorCode::Malformed),
        ("data: not json\n\n", ErrorCode::Malformed),
        (r#"{"error":{"type":"overloaded_error","message":"m"}}"#, ErrorCode::Server),
        (
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"m"}}"#,
            ErrorCode::InvalidRequest,
        ),
        (r#"{"hello":1}"#, ErrorCode::Malformed),
    ] {
        for wire in ["anthropic", "openai-compat", "gemini", "openai-responses"] {
            let error = run(wire, &request(), [bytes.as_bytes()]).0.expect_err(bytes);
            assert_eq!(error.code, code, "{wire} {bytes:?}");
        }
    }
}

#[test]
fn an_event_over_the_limit_ends_the_call() {
    for wire in Wire::all() {
        let mut decoder = wire.decoder(&request(), 1000);
        let line = format!("{{\"x\":\"{}\"}}", "y".repeat(2000));
        let bytes = if wire.id() == "ollama" { line } else { format!("data: {line}") };
        let error = decoder.feed(bytes.as_bytes(), &mut Shown::default()).unwrap_err();
        assert_eq!(error.code, ErrorCode::TooLarge, "{wire:?}");
    }
}

#[test]
fn a_flood_of_parts_ends_the_call_soon() {
    type Event = fn(usize) -> String;
    let flood: [(&str, Event); 4] = [
        ("anthropic", |n| {
            format!(
                "data: {{\"type\":\"content_block_start\",\"index\":{n},\"content_block\":{{\"type\":\"x\"}}}}\n\n"
            )
        }),
        ("openai-compat", |n| {
            format!(
                "data: {{\"choices\":[{{\"delta\":{{\"tool_calls\":[{{\"index\":{n},\"id\":\"{n}\"}}]}}}}]}}\n\n"
            )
        }),
        ("openai-responses", |n| {
            format!(
                "data: {{\"type\":\"response.output_text.delta\",\"output_index\":{n},\"delta\":\"\"}}\n\n"
            )
        }),
        ("ollama", |_| "{\"message\":{\"tool_calls\":[{\"function\":{\"name\":\"\"}}]}}\n".to_owned()),
    ];
    for (wire, event) in flood {
        let mut decoder = Wire::find(wire).unwrap().decoder(&request(), 16 << 20);
        let error = (0..100_000).find_map(|n| decoder.feed(event(n).as_bytes(), &mut Shown::default()).err());
        assert_eq!(error.map(|error| error.code), Some(ErrorCode::TooLarge), "{wire}");
    }
}

#[test]
fn a_long_text_of_small_pieces_is_joined_in_linear_time() {
    let piece = "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"0123456789\"}]}}]}\n\n";
    let end = "data: {\"candidates\":[{\"finishReason\":\"STOP\"}]}\n\n";
    let bytes = [piece.repeat(20_000), end.to_owned()].concat();
    let (reply, _) = run("gemini", &request(), [bytes.as_bytes()]);
    let reply = reply.unwrap();
    assert_eq!(reply.text.len(), 200_000);
    assert_eq!(reply.echo.unwrap().items.as_array().unwrap().len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_in_any_pieces_never_panic(
        which in 0..WELL.len(),
        at in any::<prop::sample::Index>(),
        noise in proptest::collection::vec(any::<u8>(), 0..8),
        size in 1usize..64,
    ) {
        let (wire, name) = WELL[which];
        let mut bytes = stream(wire, name);
        let at = at.index(bytes.len());
        bytes.splice(at..(at + 3).min(bytes.len()), noise);
        let one = run(wire, &request(), [bytes.as_slice()]);
        let many = run(wire, &request(), bytes.chunks(size));
        match (&one.0, &many.0) {
            (Ok(a), Ok(b)) => prop_assert_eq!(facts(a), facts(b)),
            (Err(a), Err(b)) => prop_assert_eq!(a.code, b.code),
            _ => prop_assert!(false, "{:?} against {:?}", one.0.is_ok(), many.0.is_ok()),
        }
    }
}
