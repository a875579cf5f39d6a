//! The command line: villages, templates, agents, conversations, and how it says that something went wrong.

use crate::support::{LOOK, LOOK_JA, LOOK_ZH, camera_of, plain_provider, provider};
use fuseforks_sim::{
    colour::Colour,
    provider::{ProviderOptions, Script, Step, Wire},
};
use fuseforks_tests::{Kept, World, search::contents};
use serde_json::{Value, json};
use std::{fs, path::Path};

fn colour(name: &str) -> Colour {
    name.parse().unwrap()
}

async fn run(kept: &Kept, arguments: &[&str]) -> fuseforks_tests::program::Done {
    kept.program(arguments).done().await
}

/// Adds a template without a key.
async fn template(kept: &Kept, dir: &str, name: &str, wire: &str, url: &str) {
    let add = [
        "template",
        "add",
        dir,
        "--name",
        name,
        "--wire",
        wire,
        "--base-url",
        url,
        "--model",
        "m",
        "--no-key",
    ];
    run(kept, &add).await.ok();
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_practice_village_looks_through_a_camera_of_ones_own_in_three_languages() {
    let cases = [
        ("en", "Photographer", LOOK, "left side red, right side blue", "(image 1: JPEG "),
        ("ja", "写真係", LOOK_JA, "左側は赤、右側は青", "（画像 1 枚: JPEG "),
        ("zh", "摄影师", LOOK_ZH, "左侧红色、右侧蓝色", "（图像 1 张：JPEG "),
    ];
    let camera = camera_of(colour("red"), colour("blue"));
    for (turn, (language, name, question, answer, pane)) in cases.into_iter().enumerate() {
        let kept = World::folders();
        let dir = kept.village().display().to_string();
        let new = ["village", "new", &dir, "--language", language, "--practice", "--camera", &camera.url()];
        let made = run(&kept, &new).await.ok();
        assert!(made.out.contains(&format!("--agent \"{name}\"")), "{}", made.out);
        let mcp = read(&kept.village().join("agents/agent_1/mcp.json"));
        assert_eq!(mcp["mcpServers"]["nik"]["url"], camera.url(), "a fixed address");

        let done = run(&kept, &["ask", &dir, "--agent", name, question]).await.ok();
        assert!(done.out.contains(answer), "{language}: {}", done.out);
        assert_eq!(camera.shots().len(), turn + 1, "{language}");
        let kb = fuseforks_tests::picture::kilobytes(camera.shots()[turn].len);
        assert!(done.out.contains(&format!("{pane}{kb} KB")), "{language}: {}", done.out);
        assert_eq!(done.err, "");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_practice_village_needs_nothing_but_itself() {
    let kept = World::folders();
    let dir = kept.village().display().to_string();
    run(&kept, &["village", "new", &dir, "--practice"]).await.ok();
    let mcp = read(&kept.village().join("agents/agent_1/mcp.json"));
    assert_eq!(mcp["mcpServers"]["nik"]["url"], "${FUSEFORKS_PRACTICE_CAMERA}");
    // Out of reach of any proxy, and without a key.
    let ask = kept.program(&["ask", &dir, "--agent", "agent_1", LOOK]);
    let done = ask
        .env("http_proxy", "http://127.0.0.1:9")
        .env("HTTPS_PROXY", "http://127.0.0.1:9")
        .done()
        .await
        .ok();
    assert!(done.out.contains("640x424 pixels"), "{}", done.out);
    assert!(done.out.contains("[nik__live_view_image: done, "), "{}", done.out);
    let checked = run(&kept, &["village", "check", &dir]).await.ok();
    assert!(checked.out.contains("3 agents, 1 templates"), "{}", checked.out);
    let listed = run(&kept, &["village", "list"]).await.ok();
    assert_eq!(listed.out.trim_end(), format!("Practice village\t{dir}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_village_is_made_whole_or_not_at_all() {
    let kept = World::folders();
    let dir = kept.village();
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("notes.txt"), "mine").unwrap();
    let text = dir.display().to_string();
    let done = run(&kept, &["village", "new", &text, "--practice"]).await.failed();
    assert!(done.err.contains("is not empty"), "{}", done.err);
    assert_eq!(contents(&dir).len(), 1, "nothing was added");
    for command in [vec!["village", "check", &text], vec!["session", "list", &text]] {
        let done = run(&kept, &command).await.failed();
        assert!(done.err.contains("There is no village in"), "{}", done.err);
    }
    assert_eq!(contents(&dir).len(), 1, "looking makes nothing");
    let listed = run(&kept, &["village", "list"]).await.ok();
    assert_eq!(listed.out, "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn templates_are_listed_and_bad_ones_refused() {
    let kept = World::folders();
    let dir = kept.village().display().to_string();
    run(&kept, &["village", "new", &dir]).await.ok();
    template(&kept, &dir, "Local", "ollama", "http://127.0.0.1:11434").await;
    let listed = run(&kept, &["template", "list", &dir]).await.ok();
    assert_eq!(listed.out, "template_1\tLocal\tollama\thttp://127.0.0.1:11434\tm\tvision=unknown\ttest=-\n");

    let add = |wire: &'static str, url: &'static str, model: &'static str| {
        let dir = dir.clone();
        let kept = kept.clone();
        async move {
            let arguments = [
                "template",
                "add",
                &dir,
                "--name",
                "X",
                "--wire",
                wire,
                "--base-url",
                url,
                "--model",
                model,
                "--no-key",
            ];
            run(&kept, &arguments).await.failed().err
        }
    };
    assert!(add("telepathy", "http://127.0.0.1:1/v1", "m").await.contains("telepathy"));
    assert!(add("anthropic", "ftp://127.0.0.1/v1", "m").await.contains("http://"));
    assert!(add("anthropic", "http://user:secret@127.0.0.1/v1", "m").await.contains("user name"));
    assert!(add("anthropic", "http://127.0.0.1:1/v1", "").await.contains("name of the model"));
    // A key that no header takes is not kept, and neither is its template.
    let arguments = [
        "template",
        "add",
        &dir,
        "--name",
        "X",
        "--wire",
        "anthropic",
        "--base-url",
        "http://127.0.0.1:1",
        "--model",
        "m",
        "--key-stdin",
    ];
    for key in ["sk-\u{e9}", "two\nlines", ""] {
        let done = kept.program(&arguments).input(key).done().await.failed();
        assert!(!done.err.contains("sk-\u{e9}"), "{}", done.err);
    }
    let listed = run(&kept, &["template", "list", &dir]).await.ok();
    assert_eq!(listed.out.lines().count(), 1, "{}", listed.out);
    let file = read(&kept.village().join("village.json"));
    assert_eq!(file["templates"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_vision_test_tells_seeing_from_blindness_and_invention() {
    let sees = plain_provider(Wire::OpenaiCompat);
    let refuses =
        provider(ProviderOptions { refuse_images: Some(400), ..ProviderOptions::new(Wire::Anthropic) });
    let ignores =
        provider(ProviderOptions { ignore_images: true, ..ProviderOptions::new(Wire::OpenaiCompat) });
    let script = Script::respond(|_| Step::text("Left is red and green, right is blue and yellow."));
    let invents = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::OpenaiCompat) });
    let broken = provider(ProviderOptions { status: Some(403), ..ProviderOptions::new(Wire::OpenaiCompat) });
    let kept = World::folders();
    let dir = kept.village().display().to_string();
    run(&kept, &["village", "new", &dir]).await.ok();
    template(&kept, &dir, "Sees", "openai-compat", &sees.url()).await;
    template(&kept, &dir, "Ignores", "openai-compat", &ignores.url()).await;
    template(&kept, &dir, "Invents", "openai-compat", &invents.url()).await;
    template(&kept, &dir, "Broken", "openai-compat", &broken.url()).await;
    let add = [
        "template",
        "add",
        &dir,
        "--name",
        "Refuses",
        "--wire",
        "anthropic",
        "--base-url",
        &refuses.url(),
        "--model",
        "m",
        "--key-env",
        "STORY_KEY",
    ];
    run(&kept, &add).await.ok();
    let test =
        |name: &'static str| kept.program(&["template", "test", &dir, "--name", name]).env("STORY_KEY", "k");
    for (name, words) in [
        ("Sees", "Sees sees."),
        ("Ignores", "Ignores does not see."),
        ("Refuses", "Refuses does not see."),
        ("Invents", "Invents invents: it named colours that were not there."),
    ] {
        let done = test(name).done().await.ok();
        assert_eq!(done.out.lines().next().unwrap(), words, "{}", done.out);
        assert!(done.out.lines().count() >= 2, "and in the model's own words: {}", done.out);
    }
    let done = test("Broken").done().await.failed();
    assert!(done.err.contains("403"), "{}", done.err);
    let stored: Vec<Value> = read(&kept.village().join("village.json"))["templates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|template| json!([template["name"], template["vision_test"]]))
        .collect();
    assert_eq!(
        stored,
        [
            json!(["Sees", "sees"]),
            json!(["Ignores", "does_not_see"]),
            json!(["Invents", "invents"]),
            json!(["Broken", null]),
            json!(["Refuses", "does_not_see"]),
        ]
    );
    assert!(sees.chats()[0].images().len() == 1 && sees.chats().len() == 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agents_are_added_changed_and_tied() {
    let kept = World::folders();
    let dir = kept.village().display().to_string();
    run(&kept, &["village", "new", &dir]).await.ok();
    template(&kept, &dir, "M", "ollama", "http://127.0.0.1:11434").await;
    template(&kept, &dir, "N", "ollama", "http://127.0.0.1:11435").await;
    let added = run(&kept, &["agent", "add", &dir, "Mina Sato", "--template", "M"]).await.ok();
    assert_eq!(added.out, "agent_1\n");
    let mcp = kept.path().join("mcp.json");
    fs::write(&mcp, json!({"mcpServers": {"nik": {"url": "http://127.0.0.1:47321/mcp"}}}).to_string())
        .unwrap();
    let mcp_text = mcp.display().to_string();
    let add = [
        "agent",
        "add",
        &dir,
        "健太",
        "--template",
        "template_1",
        "--tie",
        "Mina Sato",
        "--mcp-json",
        &mcp_text,
        "--max-rounds",
        "30",
    ];
    assert_eq!(run(&kept, &add).await.ok().out, "agent_2\n");
    run(&kept, &["agent", "set", &dir, "健太", "--template", "N"]).await.ok();
    let listed = run(&kept, &["agent", "list", &dir]).await.ok();
    assert_eq!(listed.out, "agent_1\tMina Sato\ttemplate_1\nagent_2\t健太\ttemplate_2\n");
    let file = read(&kept.village().join("village.json"));
    assert_eq!(file["ties"], json!([{"from": "agent_2", "to": "agent_1"}]));
    assert_eq!(
        (&file["agents"][0]["max_rounds"], &file["agents"][1]["max_rounds"]),
        (&json!(12), &json!(30))
    );
    assert_eq!(
        fs::read_to_string(kept.village().join("agents/agent_2/mcp.json")).unwrap(),
        fs::read_to_string(&mcp).unwrap(),
        "as it was typed"
    );

    // What goes wrong leaves nothing behind.
    fs::write(&mcp, "{\n\"mcpServers\": [\n").unwrap();
    for (more, words) in [
        (["--template", "Z"], "Z"),
        (["--tie", "nobody"], "nobody"),
        (["--max-rounds", "101"], "1 to 100"),
        (["--mcp-json", mcp_text.as_str()], "line"),
        (["--mcp-json", "/nowhere/mcp.json"], "/nowhere/mcp.json"),
    ] {
        let mut add = vec!["agent", "add", &dir, "Late"];
        add.extend(more);
        let done = run(&kept, &add).await.failed();
        assert!(done.err.contains(words), "{more:?}: {}", done.err);
    }
    let after = run(&kept, &["agent", "list", &dir]).await.ok();
    assert_eq!(after.out, listed.out);
    assert!(run(&kept, &["agent", "set", &dir, "nobody"]).await.failed().err.contains("nobody"));
    // The refused file was not taken over.
    assert!(
        run(&kept, &["agent", "set", &dir, "健太", "--mcp-json", &mcp_text])
            .await
            .failed()
            .err
            .contains("line")
    );
    assert!(fs::read_to_string(kept.village().join("agents/agent_2/mcp.json")).unwrap().contains("47321"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn conversations_are_listed_shown_searched_and_exported() {
    let kept = World::folders();
    let dir = kept.village().display().to_string();
    run(&kept, &["village", "new", &dir, "--practice"]).await.ok();
    run(&kept, &["ask", &dir, "--agent", "agent_1", LOOK]).await.ok();
    run(&kept, &["ask", &dir, "--agent", "agent_1", "--session", "new", "What is the status?"]).await.ok();
    let listed = run(&kept, &["session", "list", &dir]).await.ok();
    let sessions: Vec<Vec<String>> =
        listed.out.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    assert_eq!(sessions.len(), 2, "{}", listed.out);
    assert_eq!(sessions[0][2], "What is the status?", "last changed first, titled by its first message");
    let old = &sessions[1][0];
    assert_eq!(sessions[1][2], LOOK);

    let newest = run(&kept, &["session", "show", &dir]).await.ok().out;
    assert!(newest.contains("user -> agent_1: What is the status?") && !newest.contains(LOOK), "{newest}");
    assert!(newest.contains("NIKON Z 6_3"), "{newest}");
    let shown = run(&kept, &["session", "show", &dir, old]).await.ok().out;
    assert!(shown.contains(&format!("user -> agent_1: {LOOK}")), "{shown}");
    assert!(shown.contains("[nik__live_view_image: its output was not kept]"), "{shown}");
    assert!(!shown.contains("jpeg_bytes"), "no body of a tool is stored: {shown}");

    // Asking in the older one makes it the last.
    run(&kept, &["ask", &dir, "--agent", "agent_1", "--session", old, "hello again"]).await.ok();
    let listed = run(&kept, &["session", "list", &dir]).await.ok().out;
    assert!(listed.starts_with(old.as_str()), "{listed}");
    let found = run(&kept, &["session", "search", &dir, "hello again"]).await.ok().out;
    assert_eq!(found.lines().count(), 1, "{found}");
    assert!(found.starts_with(old.as_str()));

    let path = run(&kept, &["session", "export", &dir, old]).await.ok().out;
    let path = Path::new(path.trim_end());
    assert!(path.starts_with(kept.village().join("exports")));
    let exported = fs::read_to_string(path).unwrap();
    let lines: Vec<Value> = exported.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.len() > 4 && exported.contains("hello again"), "{exported}");
    assert!(!exported.contains("jpeg_bytes"));
    for id in ["00000000-0000-4000-8000-000000000000", "../../etc", "nonsense"] {
        for command in [vec!["session", "show", &dir, id], vec!["session", "export", &dir, id]] {
            assert!(run(&kept, &command).await.failed().err.contains(id));
        }
    }

    let log = kept.village().join("fuseforks.log").display().to_string();
    let verdicts = run(&kept, &["log", "verdict", &log]).await.ok().json();
    let outcomes: Vec<(&Value, &Value)> =
        verdicts.iter().map(|verdict| (&verdict["outcome"], &verdict["images"])).collect();
    assert_eq!(
        outcomes,
        [(&json!("reached"), &json!(1)), (&json!("none"), &json!(0)), (&json!("none"), &json!(0))]
    );
    assert!(run(&kept, &["log", "verdict", "/nowhere.log"]).await.failed().err.contains("/nowhere.log"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_usage_is_2_and_help_is_an_answer() {
    let kept = World::folders();
    for wrong in [
        vec![],
        vec!["dance"],
        vec!["village"],
        vec!["village", "new"],
        vec!["village", "new", "x", "--language", "fr"],
        vec!["village", "new", "x", "--camera", "http://127.0.0.1:1/mcp"],
        vec!["ask", "x", "hello"],
        vec!["ask", "x", "--agent", "a", "--approve", "maybe", "hello"],
        vec!["template", "add", "x", "--name", "n"],
        vec!["template", "add", "x", "--name", "n", "--wire", "ollama", "--no-key", "--key-stdin"],
        vec!["image"],
        vec!["mcp", "call", "tool"],
        vec!["mcp", "call", "--url", "http://127.0.0.1:1/mcp"],
    ] {
        let done = run(&kept, &wrong).await;
        assert_eq!(done.code, Some(2), "{wrong:?}: {done:?}");
        assert!(!done.err.trim().is_empty(), "{wrong:?} says what is wrong");
        assert_eq!(done.out, "", "{wrong:?}");
    }
    for right in [vec!["--help"], vec!["--version"], vec!["ask", "--help"]] {
        assert!(!run(&kept, &right).await.ok().out.is_empty());
    }
    assert!(!kept.path().join("x").exists());
}
