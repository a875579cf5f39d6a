//! What the command line refuses: in a sentence that names what to do, and with nothing left behind.

use crate::support::{LOOK, WIRES, plain_provider};
use fuseforks_sim::provider::Wire;
use fuseforks_tests::{Kept, World, picture, program::Done};
use serde_json::Value;
use std::{fs, path::Path};

async fn run(kept: &Kept, arguments: &[&str]) -> Done {
    kept.program(arguments).done().await
}

/// An empty village, or the practice village.
async fn village(more: &[&str]) -> (Kept, String) {
    let kept = World::folders();
    let dir = kept.village().display().to_string();
    let mut new = vec!["village", "new", &dir];
    new.extend(more);
    run(&kept, &new).await.ok();
    (kept, dir)
}

/// The refusal, which is one line.
fn line(done: Done) -> String {
    let done = done.failed();
    assert_eq!(done.err.lines().count(), 1, "{}", done.err);
    done.err
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_conversation_has_a_name_and_needs_none() {
    let (kept, dir) = village(&["--practice"]).await;
    run(&kept, &["ask", &dir, "--agent", "agent_1", LOOK]).await.ok();
    run(&kept, &["ask", &dir, "--agent", "agent_1", "--session", "new", "What is the status?"]).await.ok();
    let listed = run(&kept, &["session", "list", &dir]).await.ok().out;
    let newest = listed.split('\t').next().unwrap();
    let by_id = run(&kept, &["session", "show", &dir, newest]).await.ok().out;
    assert!(by_id.contains("What is the status?"), "{by_id}");
    assert_eq!(run(&kept, &["session", "show", &dir, "last"]).await.ok().out, by_id);
    assert_eq!(run(&kept, &["session", "show", &dir]).await.ok().out, by_id);
    for command in [vec!["session", "export", &dir, "last"], vec!["session", "export", &dir]] {
        let path = run(&kept, &command).await.ok().out;
        let stem = Path::new(path.trim_end()).file_stem().unwrap().to_str().unwrap();
        assert_eq!(stem, newest, "{command:?}");
    }
    for command in ["show", "export"] {
        assert!(line(run(&kept, &["session", command, &dir, "new"]).await).contains("new"));
        let help = run(&kept, &["session", command, "--help"]).await.ok().out;
        assert!(help.contains("last") && !help.contains("new"), "{help}");
    }
    let help = run(&kept, &["ask", "--help"]).await.ok().out;
    assert!(help.contains("last, new, or the id"), "{help}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_conversation_is_not_begun_for_what_is_not_sent() {
    let (kept, dir) = village(&["--practice"]).await;
    run(&kept, &["ask", &dir, "--agent", "agent_1", "What is the status?"]).await.ok();
    let before = run(&kept, &["session", "list", &dir]).await.ok().out;
    assert_eq!(before.lines().count(), 1, "{before}");
    fs::write(kept.path().join("a.gif"), picture::noisy(1, 8, 8, image::ImageFormat::Gif)).unwrap();
    for (more, words) in [
        (vec!["--attach", "a.gif", "x"], "GIF"),
        (vec!["--attach", "missing.jpg", "x"], "missing.jpg"),
        // Refused only when it is sent.
        (vec!["  "], "message"),
    ] {
        let mut ask = vec!["ask", &dir, "--agent", "agent_1", "--session", "new"];
        ask.extend(more);
        let told = line(run(&kept, &ask).await);
        assert!(told.contains(words), "{told}");
        assert_eq!(run(&kept, &["session", "list", &dir]).await.ok().out, before, "{ask:?}");
    }
    let shown = run(&kept, &["session", "show", &dir]).await.ok().out;
    assert!(shown.contains("What is the status?"), "still the last: {shown}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_path_that_leads_nowhere_is_told_as_that() {
    let (kept, dir) = village(&["--practice"]).await;
    fs::write(kept.path().join("a.jpg"), picture::jpeg(1)).unwrap();
    fs::write(kept.path().join("b.png"), picture::noisy(3, 90, 60, image::ImageFormat::Png)).unwrap();
    fs::create_dir(kept.path().join("album")).unwrap();
    let cases = [
        (vec!["ask", &dir, "--agent", "agent_1", "--attach", "nil.jpg", "x"], "There is no file nil.jpg."),
        (vec!["ask", &dir, "--agent", "agent_1", "--attach", "album", "x"], "album is a folder, not a file."),
        (vec!["agent", "add", &dir, "B", "--mcp-json", "nofile.json"], "There is no file nofile.json."),
        (vec!["agent", "set", &dir, "agent_1", "--mcp-json", "album"], "album is a folder, not a file."),
        (vec!["log", "verdict", "nil.log"], "There is no file nil.log."),
        (vec!["village", "new", "a.jpg"], "a.jpg is a file, not a folder."),
        (vec!["village", "new", "a.jpg/deeper"], "a.jpg is a file, not a folder."),
        (vec!["image", "a.jpg", "--out", "b.png"], "b.png is a file, not a folder."),
    ];
    for (arguments, words) in cases {
        let told = line(run(&kept, &arguments).await);
        assert!(told.contains(words), "{arguments:?}: {told}");
        assert!(!told.contains("permissions") && !told.contains("os error"), "{told}");
    }
    assert_eq!(fs::read(kept.path().join("a.jpg")).unwrap(), picture::jpeg(1));

    // One line a file, whatever one of them is.
    let done = run(&kept, &["image", "a.jpg", "nil.jpg", "album", "b.png"]).await;
    assert_eq!(done.code, Some(1));
    let lines: Vec<[Value; 3]> = done
        .json()
        .into_iter()
        .map(|line| [line["file"].clone(), line["action"].clone(), line["reason"].clone()])
        .collect();
    let told = |file: &str, action: &str, reason: Value| [file.into(), action.into(), reason];
    assert_eq!(
        lines,
        [
            told("a.jpg", "pass", Value::Null),
            told("nil.jpg", "drop", "missing".into()),
            told("album", "drop", "folder".into()),
            told("b.png", "reencode", Value::Null),
        ]
    );
    let told: Vec<&str> = done.err.lines().collect();
    assert_eq!(told.len(), 2, "{}", done.err);
    assert!(told[0].contains("There is no file nil.jpg.") && told[1].contains("album is a folder"));

    for (language, words) in [("ja_JP.UTF-8", "というファイルはありません"), ("zh_CN.UTF-8", "没有文件")]
    {
        let verdict = kept.program(&["log", "verdict", "nil.log"]).env("LANG", language);
        let told = line(verdict.done().await);
        assert!(told.contains("nil.log") && told.contains(words), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_mcp_json_is_named_as_it_was_typed_and_nothing_is_made_of_it() {
    let (kept, dir) = village(&["--practice"]).await;
    let file = kept.village().join("village.json");
    let before = fs::read_to_string(&file).unwrap();
    fs::write(kept.path().join("foo.json"), "{\n\"mcpServers\": [\n").unwrap();
    let add = ["agent", "add", &dir, "B", "--mcp-json", "foo.json", "--template", "template_1"];
    let told = line(run(&kept, &add).await);
    assert!(told.contains("foo.json, line ") && !told.contains("agents"), "{told}");
    let add = ["agent", "add", &dir, "B", "--tie", "nobody"];
    assert!(line(run(&kept, &add).await).contains("nobody"));
    let set = ["agent", "set", &dir, "agent_1", "--mcp-json", "foo.json", "--template", "template_1"];
    let told = line(run(&kept, &set).await);
    assert!(told.contains("foo.json, line ") && !told.contains("agents"), "{told}");
    assert_eq!(fs::read_to_string(&file).unwrap(), before, "no agent, and no number used up");
    assert!(!kept.village().join("agents/agent_4").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_to_be_chosen_is_named() {
    let (kept, dir) = village(&[]).await;
    let add = ["template", "add", &dir, "--name", "X", "--wire", "openai", "--model", "m"];
    let https = [&add[..], &["--base-url", "https://api.example.com/v1"]].concat();
    for command in [&add[..], &https, &["wire", "bogus"]] {
        let told = line(kept.program(command).input("{}").done().await);
        for wire in WIRES {
            assert!(told.contains(wire.name()), "{wire}: {told}");
        }
    }
    for more in [&["--url", "http://127.0.0.1:1/mcp"][..], &["--command", "server", "tool"]] {
        let done = run(&kept, &[&["mcp", "call"], more].concat()).await;
        assert_eq!(done.code, Some(2), "{done:?}");
        assert_eq!(done.err.lines().count(), 1, "{}", done.err);
        assert!(done.err.contains("name of the tool") && done.err.contains("mcp tools"), "{}", done.err);
        assert!(done.out.is_empty());
    }
    let help = run(&kept, &["mcp", "tools", "--help"]).await.ok().out;
    assert!(help.contains("--url") && help.contains("--command") && help.contains("--header"), "{help}");
    for other in ["TOOL", "ARGUMENTS", "--out", "--language"] {
        assert!(!help.contains(other), "{other}: {help}");
    }
    let help = run(&kept, &["mcp", "call", "--help"]).await.ok().out;
    for own in ["TOOL", "ARGUMENTS", "--out", "--language"] {
        assert!(help.contains(own), "{own}: {help}");
    }
    let help = run(&kept, &["image", "--help"]).await.ok().out;
    assert!(help.contains("a tool"), "{help}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vendor_gets_a_key_or_a_word_that_there_is_none() {
    let (kept, dir) = village(&[]).await;
    let add = async |url: &str, more: &[&str], input: &str| {
        let base = [
            "template",
            "add",
            &dir,
            "--name",
            "X",
            "--wire",
            "anthropic",
            "--base-url",
            url,
            "--model",
            "m",
        ];
        kept.program(&[&base[..], more].concat()).input(input).done().await
    };
    let told = line(add("https://api.example.com/v1", &[], "").await);
    for option in ["--key-stdin", "--key-env", "--no-key"] {
        assert!(told.contains(option), "{told}");
    }
    for key in ["", " \n"] {
        let told = line(add("https://api.example.com/v1", &["--key-stdin"], key).await);
        assert!(told.contains("is empty"), "{told}");
    }
    let told = line(add("https://api.example.com/v1", &["--key-stdin"], "two words").await);
    assert!(told.contains("characters"), "{told}");
    let listed = run(&kept, &["template", "list", &dir]).await.ok().out;
    assert_eq!(listed, "", "nothing was made");
    add("https://api.example.com/v1", &["--no-key"], "").await.ok();
    add("https://api.example.com/v1", &["--key-env", "STORY_KEY"], "").await.ok();
    for near in
        ["https://localhost:8443/v1", "https://127.0.0.1:8443", "https://[::1]/v1", "http://10.0.0.7:1234"]
    {
        add(near, &[], "").await.ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_name_of_two_templates_chooses_neither() {
    let (kept, dir) = village(&[]).await;
    let provider = plain_provider(Wire::Ollama);
    for _ in 0..2 {
        let url = provider.url();
        let add = ["template", "add", &dir, "--name", "Twin", "--wire", "ollama", "--base-url", &url];
        run(&kept, &[&add[..], &["--model", "m", "--no-key"]].concat()).await.ok();
    }
    run(&kept, &["agent", "add", &dir, "A", "--template", "template_2"]).await.ok();
    for command in
        [["agent", "add", &dir, "B", "--template", "Twin"], ["agent", "set", &dir, "A", "--template", "Twin"]]
    {
        let told = line(run(&kept, &command).await);
        assert!(told.contains("Several templates are called Twin. Use the id"), "{told}");
    }
    let told = line(run(&kept, &["template", "test", &dir, "--name", "Twin"]).await);
    assert!(told.contains("Use the id"), "{told}");
    assert!(provider.requests().is_empty());
    assert_eq!(run(&kept, &["agent", "list", &dir]).await.ok().out, "agent_1\tA\ttemplate_2\n");
}
