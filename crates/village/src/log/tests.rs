//! Lines to the letter, rotation, and reading back.

use super::{Filter, Line, LogWriter, Summarising, page, verdicts};
use fuseforks_contract::log::LogLevel;
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
            Line::Summary(Summarising {
                agent: "agent_9".into(),
                scope: "turn",
                number: 12,
                before: 90_000,
                after: 350,
                outcome: "ok",
                prompt: 2_400,
                output: 90,
                ms: 1_800,
            })
            .to_string(),
            "summary: agent=agent_9 scope=turn covers=12 before=90000 after=350 outcome=ok prompt=2400 output=90 ms=1800",
        ),
        (
            Line::Blocked { directive: "media-src".into(), source: "http://127.0.0.1:5000".into() }
                .to_string(),
            "window blocked: directive=media-src source=http://127.0.0.1:5000",
        ),
        (
            Line::Cleared { agent: "agent_9".into(), idle_minutes: 75 }.to_string(),
            "old media cleared: agent=agent_9 idle=75",
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
        (
            Line::Round { agent: "agent_9".into(), round: 1, prompt: 3206, cached: 3200, output: 60 }
                .to_string(),
            "round: agent=agent_9 round=1 prompt=3206 cached=3200 output=60",
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
    let filter = Filter {
        agent: Some("agent_2".into()),
        kind: Some("tool".into()),
        text: Some("NIK".into()),
        ..Filter::default()
    };
    let found = page("", LOG, &filter, None, 100);
    assert_eq!(found.matching, 1);
    assert_eq!(found.lines[0].number, 5);
    assert_eq!(found.agents, ["agent_1", "agent_2"]);
}

/// Input of each round, and what its tool brought.
type Rounds<'a> = &'a [(u64, &'a str)];

#[test]
fn the_input_of_the_next_round_says_whether_the_model_read_the_picture() {
    let turn = |agent: &str, rounds: Rounds<'_>| {
        let mut log = format!("T turn start: agent={agent} hop=0 from=user chars=4\n");
        for (round, (prompt, images)) in (1..).zip(rounds) {
            log += &format!("T round: agent={agent} round={round} prompt={prompt} cached=0 output=9\n");
            if round < rounds.len() {
                log += &format!(
                    "T tool: agent={agent} round={round} name=nik__look ok=true args_chars=2 body_chars=56 ms=3{images}\n"
                );
            }
        }
        log + &format!(
            "T turn: agent={agent} hop=0 rounds={0}/12 backend=x model=m stop=- prompt=1 cached=0 output=5 reasoning=0 total=6 ms=9\n",
            rounds.len()
        )
    };
    let cases: [(&str, Rounds<'_>, Option<i64>); 6] = [
        ("read", &[(3206, " images=1"), (3656, "")], Some(450)),
        ("taken out", &[(3206, " images=1"), (3282, "")], Some(76)),
        ("no image", &[(3206, ""), (3282, "")], None),
        ("a later round brought it", &[(100, ""), (150, " images=2"), (1557, "")], Some(1407)),
        ("the first images count", &[(100, " images=1"), (500, " images=1"), (2000, "")], Some(400)),
        ("nothing reported", &[(0, " images=1"), (0, "")], None),
    ];
    for (name, rounds, growth) in cases {
        let found = verdicts("", &turn("agent_1", rounds));
        assert_eq!(found.len(), 1, "{name}");
        assert_eq!(found[0].growth, growth, "{name}");
    }
    // Two agents at once do not mix.
    let mixed: String = turn("agent_1", &[(10, " images=1"), (910, "")])
        .lines()
        .zip(turn("agent_2", &[(20, " images=1"), (21, "")]).lines())
        .map(|(one, two)| format!("{one}\n{two}\n"))
        .collect();
    let growths: Vec<_> = verdicts("", &mixed).into_iter().map(|one| one.growth).collect();
    assert_eq!(growths, [Some(900), Some(1)]);
}

#[test]
fn a_level_follows_from_the_line() {
    let cases = [
        ("turn start: agent=a hop=0 from=user chars=1", LogLevel::Info),
        ("summary: agent=a scope=turn outcome=ok", LogLevel::Info),
        ("summary: agent=a scope=turn outcome=longer", LogLevel::Warn),
        ("tool: agent=a name=n ok=true", LogLevel::Info),
        ("tool: agent=a name=n ok=false", LogLevel::Warn),
        ("tool image dropped: agent=a name=n reason=too_large", LogLevel::Warn),
        ("tool image fallback: agent=a outcome=ok", LogLevel::Warn),
        ("tool image fallback: agent=a outcome=failed", LogLevel::Error),
        ("llm retry stop: agent=a class=transport code=unreachable", LogLevel::Error),
        ("server: agent=a name=\"x state=ready\" state=failed code=refused", LogLevel::Error),
        ("server: agent=a name=x state=sign_in", LogLevel::Warn),
        ("server: agent=a name=x state=ready", LogLevel::Info),
        ("turn: agent=a stop=- prompt=1", LogLevel::Info),
        ("turn: agent=a stop=interrupted prompt=1", LogLevel::Warn),
        ("turn: agent=a stop=failed:SERVER prompt=1", LogLevel::Error),
        ("camera: agent=a frames=3 failed=0", LogLevel::Info),
        ("camera: agent=a frames=3 failed=2", LogLevel::Warn),
    ];
    let log: String = cases.iter().map(|(line, _)| format!("T {line}\n")).collect();
    let all = page("", &log, &Filter::default(), None, 100);
    for (found, (line, level)) in all.lines.iter().zip(&cases) {
        assert_eq!(found.level, *level, "{line}");
    }
    let count =
        |level| page("", &log, &Filter { level: Some(level), ..Filter::default() }, None, 100).matching;
    assert_eq!([LogLevel::Info, LogLevel::Warn, LogLevel::Error].map(count), [17, 11, 4]);
}

#[test]
fn lines_are_found_by_when_they_were_written() {
    let log = "2026-11-30T23:59:59.999+09:00 a: agent=x\n\
               2026-12-01T00:00:00.000+09:00 b: agent=x\n\
               2026-11-30T15:00:00.001+00:00 c: agent=x\n";
    // 2026-12-01 00:00 in Japan, by `date -d 2026-12-01T00:00+09:00 +%s`.
    let midnight = 1_796_050_800_000;
    let kinds = |since_ms, until_ms| -> Vec<String> {
        let filter = Filter { since_ms, until_ms, ..Filter::default() };
        page("", log, &filter, None, 10).lines.into_iter().map(|line| line.kind).collect()
    };
    assert_eq!(kinds(Some(midnight), None), ["b", "c"]);
    assert_eq!(kinds(None, Some(midnight)), ["a"]);
    assert_eq!(kinds(Some(midnight), Some(midnight + 1)), ["b"]);
}

#[test]
fn text_is_found_whatever_its_case_and_a_quoted_value_hides_no_field() {
    let log = "T a: agent=\"x y=1 \\\" z\" name=Tail\nT b: agent=other\n";
    for (needle, lines) in [("tAiL", 1), ("", 2), ("z\" name", 1), ("other", 1), ("others", 0)] {
        let filter = Filter { text: Some(needle.to_owned()), ..Filter::default() };
        assert_eq!(page("", log, &filter, None, 10).matching, lines, "{needle:?}");
    }
    let found = page("", log, &Filter::default(), None, 10);
    assert_eq!(found.lines[0].agent.as_deref(), Some("x y=1 \" z"));
}

/// Both files full: a page comes in a blink, not in a pause.
#[test]
fn both_files_full_are_read_in_one_go() {
    let mut file = String::with_capacity(8_400_000);
    for number in 0.. {
        if file.len() > 8_300_000 {
            break;
        }
        let at = number % 60;
        file += &format!(
            "2026-12-01T10:00:{at:02}.000+09:00 tool: agent=agent_{} round=1 name=nik__live_view_image ok=true \
             args_chars=2 body_chars=56 ms={number} images=1\n",
            number % 7
        );
    }
    let filter = Filter {
        text: Some("IMAGES=1".into()),
        level: Some(LogLevel::Info),
        since_ms: Some(0),
        ..Filter::default()
    };
    let begun = std::time::Instant::now();
    let found = page(&file, &file, &filter, None, 500);
    let took = begun.elapsed();
    assert_eq!((found.lines.len(), found.agents.len()), (500, 7));
    assert_eq!(found.matching, found.total);
    assert!(found.total > 100_000);
    // A release build needs some tens of milliseconds; this is a debug build on whatever machine.
    assert!(took.as_secs() < 20, "{took:?}");
}
