//! Lines to the letter, rotation, and reading back.

use super::{Filter, Line, LogWriter, page, verdicts};
use fuseforks_media::DropReason;
use fuseforks_turn::{Fact, WithheldReason};

fn fact(fact: Fact) -> String {
    Line::Fact { agent: "agent_9".to_owned(), model: "gpt-oss".to_owned(), fact }.to_string()
}

#[test]
fn lines_are_as_the_documentation_says() {
    let name = || "nik__live_view_image".to_owned();
    let cases = [
        (
            Line::TurnStart { agent: "agent_9".into(), hop: 0, from: "user".into(), chars: 41 }.to_string(),
            "turn start: agent=agent_9 hop=0 from=user chars=41",
        ),
        (
            fact(Fact::Tool {
                round: 1,
                name: name(),
                ok: true,
                args_chars: 2,
                body_chars: 56,
                ms: 180,
                images: 1,
            }),
            "tool: agent=agent_9 round=1 name=nik__live_view_image ok=true args_chars=2 body_chars=56 ms=180 images=1",
        ),
        (
            fact(Fact::Tool {
                round: 1,
                name: name(),
                ok: true,
                args_chars: 2,
                body_chars: 56,
                ms: 180,
                images: 0,
            }),
            "tool: agent=agent_9 round=1 name=nik__live_view_image ok=true args_chars=2 body_chars=56 ms=180",
        ),
        (
            fact(Fact::ImageDropped { name: name(), reason: DropReason::Unsupported { format: "GIF" } }),
            "tool image dropped: agent=agent_9 name=nik__live_view_image reason=unsupported",
        ),
        (
            fact(Fact::ImagesCapped { removed: 3, kept: 20 }),
            "tool image capped: agent=agent_9 removed=3 kept=20",
        ),
        (
            fact(Fact::ImagesWithheld { removed: 1, reason: WithheldReason::NoVision }),
            "tool image withheld: agent=agent_9 model=gpt-oss removed=1 reason=no_vision",
        ),
        (
            fact(Fact::JpegRetry { status: 400 }),
            "attachment fallback: agent=agent_9 model=gpt-oss retry=jpeg status=400",
        ),
        (
            fact(Fact::ImageFallback { removed: 1, ok: true }),
            "tool image fallback: agent=agent_9 model=gpt-oss removed=1 outcome=ok",
        ),
        (
            fact(Fact::ImagesHeavy { images: 1, bytes: 20_000, tokens: 24_000 }),
            "tool image tokens: agent=agent_9 model=gpt-oss images=1 bytes=20000 tokens=24000",
        ),
        (
            fact(Fact::ModelFailed {
                status: Some(400),
                code: "INVALID_REQUEST",
                vendor_code: Some("invalid_request".into()),
            }),
            "llm retry stop: agent=agent_9 status=400 class=client_error code=invalid_request",
        ),
        (
            Line::Camera {
                agent: "agent_9".into(),
                name: name(),
                frames: 120,
                failed: 1,
                sent: 1,
                ms: 121_000,
            }
            .to_string(),
            "camera: agent=agent_9 name=nik__live_view_image frames=120 failed=1 sent=1 ms=121000",
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(line, expected);
    }
}

#[test]
fn no_name_forges_a_line() {
    for name in
        ["a\nturn: agent=x", "a b", "", "q\"uote", "\u{2028}turn:", "back\\slash", "\u{202e}x", "名前"]
    {
        let line = Line::Handoff { agent: name.to_owned(), to: "agent_1".to_owned() }.to_string();
        assert_eq!(line.lines().count(), 1, "{line:?}");
        assert!(line.is_ascii(), "{line:?}");
        assert!(line.starts_with("handoff: agent=\""), "{line:?}");
        assert!(line.ends_with(" to=agent_1"), "{line:?}");
    }
}

#[test]
fn the_log_turns_over_at_its_limit_and_keeps_one_generation() {
    let folder = tempfile::tempdir().unwrap();
    let log = LogWriter::open(folder.path(), 400).unwrap();
    for chars in 0..20 {
        log.write(0, &Line::TurnStart { agent: "agent_1".into(), hop: 0, from: "user".into(), chars });
    }
    drop(log);
    let (old, current) = super::files(folder.path());
    assert!(old.len() <= 400 && !old.is_empty(), "{}", old.len());
    assert!(current.len() <= 400 && current.contains("chars=19"), "{current}");
    assert!(old.lines().chain(current.lines()).all(|line| line.contains(" turn start: ")));
}

const LOG: &str = "\
T1 turn start: agent=agent_1 hop=0 from=user chars=4
T2 tool: agent=agent_1 round=1 name=nik__look ok=true args_chars=2 body_chars=5 ms=3 images=2
T3 tool image dropped: agent=agent_1 name=nik__look reason=too_many
T4 turn: agent=agent_1 hop=0 rounds=2/12 backend=anthropic model=m stop=- prompt=900 cached=0 output=5 reasoning=0 total=905 ms=9
T5 turn start: agent=agent_2 hop=0 from=user chars=4
T6 tool: agent=agent_2 round=1 name=nik__look ok=true args_chars=2 body_chars=5 ms=3 images=1
T7 tool image fallback: agent=agent_2 model=m removed=1 outcome=ok
T8 turn: agent=agent_2 hop=0 rounds=2/12 backend=x model=m stop=- prompt=10 cached=0 output=5 reasoning=0 total=15 ms=9
";

#[test]
fn the_log_says_whether_the_image_reached_the_model() {
    let found = verdicts("", LOG);
    let facts: Vec<_> =
        found.iter().map(|one| (one.agent.as_str(), one.images, one.outcome.as_str(), one.prompt)).collect();
    assert_eq!(facts, [("agent_1", 2, "reached", 900), ("agent_2", 1, "fallback", 10)]);
    assert_eq!(found[0].dropped, ["too_many"]);
}

#[test]
fn pages_are_filtered_and_go_back_from_the_end() {
    let all = page("", LOG, &Filter::default(), None, 3);
    assert_eq!((all.lines.len(), all.more, all.matching, all.total), (3, true, 8, 8));
    assert_eq!(all.lines[0].number, 5);
    let before = page("", LOG, &Filter::default(), Some(5), 100);
    assert_eq!((before.lines.len(), before.more), (5, false));
    let filter =
        Filter { agent: Some("agent_2".into()), kind: Some("tool".into()), text: Some("NIK".into()) };
    let found = page("", LOG, &filter, None, 100);
    assert_eq!(found.matching, 1);
    assert_eq!(found.lines[0].number, 5);
    assert_eq!(found.agents, ["agent_1", "agent_2"]);
}
