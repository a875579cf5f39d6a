//! `mcp.json` as every client writes it.

use std::{collections::BTreeMap, time::Duration};

use fuseforks_mcp::config::{
    Caution, ConfigReason, Dialect, SecretField, ServerEntry, Transport, UnsetVariable, cautions, expand,
    native_equivalent, parse, parse_dialect, parse_lenient, replace_secret, secrets, split_command,
    variables,
};
use serde_json::{Value, json};

fn one(text: &str) -> ServerEntry {
    let mut set = parse(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    assert_eq!(set.servers.len(), 1, "{text}");
    set.servers.remove(0)
}

fn map(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
}

fn http(url: &str, headers: &[(&str, &str)]) -> Transport {
    Transport::Http { url: url.to_owned(), headers: map(headers) }
}

fn stdio(command: &str, args: &[&str], env: &[(&str, &str)]) -> Transport {
    Transport::Stdio {
        command: command.to_owned(),
        args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        env: map(env),
        cwd: None,
    }
}

#[test]
fn every_clients_file_is_understood() {
    let url = "https://mcp.example/mcp";
    let cases: Vec<(&str, &str, Transport)> = vec![
        (
            "Claude Desktop",
            r#"{"mcpServers": {"fs": {"command": "npx", "args": ["-y", "server-fs", "/tmp"], "env": {"A": "b"}}}}"#,
            stdio("npx", &["-y", "server-fs", "/tmp"], &[("A", "b")]),
        ),
        (
            "Claude Code",
            r#"{"mcpServers": {"x": {"type": "http", "url": "https://mcp.example/mcp", "headers": {"Authorization": "Bearer ${TOKEN}"}}}}"#,
            http(url, &[("Authorization", "Bearer ${TOKEN}")]),
        ),
        (
            "Claude Code alias",
            r#"{"mcpServers": {"x": {"type": "streamable-http", "url": "https://mcp.example/mcp"}}}"#,
            http(url, &[]),
        ),
        (
            "VS Code",
            r#"{"inputs": [{"id": "key", "type": "promptString", "password": true}], "servers": {"x": {"type": "http", "url": "https://mcp.example/mcp", "headers": {"K": "${input:key}"}}}}"#,
            http(url, &[("K", "${input:key}")]),
        ),
        (
            "VS Code stdio",
            r#"{"servers": {"x": {"type": "stdio", "command": "python3", "args": ["s.py"]}}}"#,
            stdio("python3", &["s.py"], &[]),
        ),
        (
            "VS Code settings",
            r#"{"editor.fontSize": 12, "mcp": {"servers": {"x": {"command": "a"}}}}"#,
            stdio("a", &[], &[]),
        ),
        (
            "Cursor",
            r#"{"mcpServers": {"x": {"url": "https://mcp.example/mcp", "headers": {"K": "${env:KEY}"}}}}"#,
            http(url, &[("K", "${env:KEY}")]),
        ),
        ("Windsurf", r#"{"mcpServers": {"x": {"serverUrl": "https://mcp.example/mcp"}}}"#, http(url, &[])),
        (
            "Cline",
            r#"{"mcpServers": {"x": {"type": "streamableHttp", "url": "https://mcp.example/mcp"}}}"#,
            http(url, &[]),
        ),
        (
            "Roo",
            r#"{"mcpServers": {"x": {"type": "streamable_http", "url": "https://mcp.example/mcp", "alwaysAllow": ["a"]}}}"#,
            http(url, &[]),
        ),
        (
            "Gemini",
            r#"{"theme": "dark", "mcpServers": {"x": {"httpUrl": "https://mcp.example/mcp"}}}"#,
            http(url, &[]),
        ),
        (
            "fastmcp",
            r#"{"mcpServers": {"x": {"transport": "http", "url": "https://mcp.example/mcp", "auth": "tok-en"}}}"#,
            http(url, &[("Authorization", "Bearer tok-en")]),
        ),
        ("bare server", r#"{"url": "https://mcp.example/mcp"}"#, http(url, &[])),
        ("bare map", r#"{"x": {"command": "a"}}"#, stdio("a", &[], &[])),
        ("without braces", r#""x": {"url": "https://mcp.example/mcp"}"#, http(url, &[])),
        (
            "comments and commas",
            "// mine\n{\"mcpServers\": {/* one */ \"x\": {\"command\": \"a\", \"args\": [\"b\",],},},}\n",
            stdio("a", &["b"], &[]),
        ),
        ("byte order mark", "\u{feff}{\"servers\": {\"x\": {\"command\": \"a\"}}}", stdio("a", &[], &[])),
        (
            "header lines",
            r#"{"servers": {"x": {"url": "https://mcp.example/mcp", "headers": ["A: b", "C:d:e"]}}}"#,
            http(url, &[("A", "b"), ("C", "d:e")]),
        ),
        (
            "env of other types",
            r#"{"servers": {"x": {"command": "a", "env": {"N": 1, "B": true, "GONE": null}}}}"#,
            stdio("a", &[], &[("N", "1"), ("B", "true")]),
        ),
        (
            "command as a list",
            r#"{"servers": {"x": {"type": "local", "command": ["a", "b"]}}}"#,
            stdio("a", &["b"], &[]),
        ),
        (
            "practice camera",
            r#"{"mcpServers": {"nik": {"url": "${FUSEFORKS_PRACTICE_CAMERA}"}}}"#,
            http("${FUSEFORKS_PRACTICE_CAMERA}", &[]),
        ),
        (
            "nik",
            r#"{"mcpServers": {"nik": {"type": "http", "url": "http://127.0.0.1:47321/mcp"}}}"#,
            http("http://127.0.0.1:47321/mcp", &[]),
        ),
    ];
    for (client, text, expected) in cases {
        assert!(one(text).transport == expected, "{client}: {:?}", one(text));
    }
}

#[test]
fn the_old_transport_is_recognised_by_type_path_and_dialect() {
    let sse = |text: &str| matches!(one(text).transport, Transport::Sse { .. });
    assert!(sse(r#"{"servers": {"x": {"type": "sse", "url": "https://a.example/events"}}}"#));
    assert!(sse(r#"{"servers": {"x": {"url": "https://a.example/sse"}}}"#));
    assert!(sse(r#"{"servers": {"x": {"serverUrl": "https://a.example/x/sse/?k=1"}}}"#));
    assert!(!sse(r#"{"servers": {"x": {"type": "http", "url": "https://a.example/sse"}}}"#));
    assert!(!sse(r#"{"servers": {"x": {"url": "https://a.example/mcp"}}}"#));
    let gemini = parse_dialect(r#"{"mcpServers": {"x": {"url": "https://a.example/mcp"}}}"#, Dialect::Gemini);
    assert!(matches!(gemini.unwrap().servers[0].transport, Transport::Sse { .. }));
}

#[test]
fn switches_timeouts_and_tool_lists_are_read() {
    let entry = |fields: &str| one(&format!(r#"{{"servers": {{"x": {{"command": "a", {fields}}}}}}}"#));
    assert!(entry(r#""enabled": true"#).enabled);
    assert!(!entry(r#""enabled": false"#).enabled);
    assert!(!entry(r#""disabled": true"#).enabled);
    assert!(!entry(r#""disabled": true, "enabled": true"#).enabled);
    assert_eq!(entry(r#""timeout": 60"#).timeout, Some(Duration::from_secs(60)));
    assert_eq!(entry(r#""timeout": 60000"#).timeout, Some(Duration::from_secs(60)));
    assert_eq!(entry(r#""timeout": "45""#).timeout, Some(Duration::from_secs(45)));
    assert_eq!(entry(r#""timeout": 0"#).timeout, None);
    assert_eq!(entry(r#""timeout": 1e300"#).timeout, Some(Duration::MAX));
    let filter = entry(r#""includeTools": ["a", "b"], "excludeTools": ["b"], "disabledTools": ["c"]"#).tools;
    assert!(filter.allows("a") && !filter.allows("b") && !filter.allows("c") && !filter.allows("d"));
}

#[test]
fn a_broken_file_is_refused_with_place_and_reason() {
    let long = format!("{{\"a\": \"{}\"}}", "x".repeat(2_000_000));
    let x = || "x".to_owned();
    let cases: Vec<(&str, usize, usize, ConfigReason)> = vec![
        ("{\n  \"mcpServers\": {\n    \"x\": {\"command\": \"a\"\n", 3, 10, ConfigReason::Syntax),
        ("{\"mcpServers\": {\"x\" {\"command\": \"a\"}}}", 1, 21, ConfigReason::Syntax),
        ("{'servers': {}}", 1, 2, ConfigReason::Syntax),
        ("[]", 1, 1, ConfigReason::NotAnObject),
        ("\n  7", 2, 3, ConfigReason::NotAnObject),
        ("{\"name\": \"ann\"}", 1, 1, ConfigReason::NoServers),
        ("{\"servers\": {\"\": {\"command\": \"a\"}}}", 1, 14, ConfigReason::EmptyName),
        (
            "{\"servers\": {\"x\": {\"command\": \"a\"},\n \"x\": {\"command\": \"b\"}}}",
            2,
            2,
            ConfigReason::Duplicate { server: x() },
        ),
        ("{\"servers\": {\"x\": 5}}", 1, 14, ConfigReason::NotAServer { server: x() }),
        ("{\"servers\": {\n  \"x\": {\"args\": []}}}", 2, 3, ConfigReason::NoTransport { server: x() }),
        (
            "{\"servers\": {\"x\": {\"type\": \"carrier pigeon\"}}}",
            1,
            28,
            ConfigReason::UnknownType { server: x(), value: "carrier pigeon".to_owned() },
        ),
        (
            "{\"servers\": {\"x\": {\"type\": \"http\"}}}",
            1,
            28,
            ConfigReason::Missing { server: x(), field: "url" },
        ),
        (
            "{\"servers\": {\"x\": {\"type\": \"stdio\", \"url\": \"http://a\"}}}",
            1,
            28,
            ConfigReason::Missing { server: x(), field: "command" },
        ),
        (
            "{\"servers\": {\"x\": {\"command\": 5}}}",
            1,
            31,
            ConfigReason::BadField { server: x(), field: "command" },
        ),
        (
            "{\"servers\": {\"x\": {\"command\": \"a\", \"args\": \"b\"}}}",
            1,
            44,
            ConfigReason::BadField { server: x(), field: "args" },
        ),
        (
            "{\"servers\": {\"x\": {\"command\": \"a\", \"env\": {\"A\": []}}}}",
            1,
            43,
            ConfigReason::BadField { server: x(), field: "env" },
        ),
        (
            "{\"servers\": {\"x\": {\"command\": \"a\", \"timeout\": \"soon\"}}}",
            1,
            47,
            ConfigReason::BadField { server: x(), field: "timeout" },
        ),
        ("{\"servers\": {\"x\": {\"url\": \"ftp://a\"}}}", 1, 27, ConfigReason::BadUrl { server: x() }),
        ("\"x\": {\"url\": \"ftp://a\"}", 1, 14, ConfigReason::BadUrl { server: x() }),
        (&long, 1, 1, ConfigReason::TooLong { limit: 1024 * 1024 }),
    ];
    for (text, line, column, reason) in cases {
        let error = parse(text).expect_err(&text[..text.len().min(80)]);
        assert_eq!(
            (error.line, error.column, error.reason),
            (line, column, reason),
            "{}",
            &text[..text.len().min(80)]
        );
    }
}

#[test]
fn an_empty_file_is_an_empty_set() {
    for text in ["", "  \n", "{}", "{\"mcpServers\": {}}", "// nothing yet\n"] {
        let set = parse(text).unwrap();
        assert!(set.servers.is_empty(), "{text:?}");
        assert_eq!(set.export(), json!({ "mcpServers": {} }), "{text:?}");
    }
}

#[test]
fn the_lenient_reader_keeps_what_is_good() {
    let text = r#"{"servers": {"bad": {"url": 5}, "good": {"command": "a"}, "worse": []}}"#;
    let (set, problems) = parse_lenient(text, Dialect::Any).unwrap();
    assert_eq!(set.servers.len(), 1);
    assert_eq!(set.servers[0].name, "good");
    assert_eq!(problems.len(), 2);
}

#[test]
fn unknown_fields_survive_an_export() {
    let text = r#"{"inputs": [{"id": "k"}], "servers": {"x": {"command": "a", "envFile": ".env", "gallery": {"v": 1}}}}"#;
    let set = parse(text).unwrap();
    let exported = set.export();
    assert_eq!(exported["inputs"][0]["id"], "k");
    assert_eq!(exported["mcpServers"]["x"]["gallery"]["v"], 1);
    assert_eq!(set.servers[0].unsupported(), ["envFile"]);
    let again = parse(&exported.to_string()).unwrap();
    assert!(again.servers[0].transport == set.servers[0].transport);
}

#[test]
fn variables_are_expanded_once_and_an_unset_one_is_an_error() {
    let entry = one(r#"{"servers": {"x": {"url": "${BASE:-https://a.example}/${env:PART}", "headers": {
            "Authorization": "Bearer ${TOKEN}", "K": "${input:my-key}", "D": "$HOME ${not closed ${}"}}}}"#);
    assert_eq!(variables(&entry), ["BASE", "PART", "TOKEN", "input:my-key"]);
    let values = |name: &str| match name {
        "PART" => Some("mcp".to_owned()),
        "TOKEN" => Some("${PART}$&".to_owned()),
        "input:my-key" => Some("k".to_owned()),
        _ => None,
    };
    let expanded = expand(&entry, &values).unwrap();
    let expected = http(
        "https://a.example/mcp",
        &[("Authorization", "Bearer ${PART}$&"), ("K", "k"), ("D", "$HOME ${not closed ${}")],
    );
    assert!(expanded.transport == expected);
    assert!(expanded.is_expanded() && !entry.is_expanded());
    let missing = expand(&entry, &|name| (name != "TOKEN").then(|| "v".to_owned())).unwrap_err();
    assert_eq!(missing, UnsetVariable { name: "TOKEN".to_owned() });
}

#[test]
fn every_field_of_a_command_is_expanded_and_its_own_env_answers_first() {
    let entry = one(
        r#"{"servers": {"x": {"command": "${BIN}", "args": ["--header", "Authorization: ${AUTH}", "${workspaceFolder}"],
            "env": {"AUTH": "Bearer ${TOKEN}"}, "cwd": "${userHome}/x"}}}"#,
    );
    assert_eq!(variables(&entry), ["BIN", "workspaceFolder", "TOKEN", "userHome"]);
    let expanded = expand(&entry, &|name| Some(format!("<{name}>"))).unwrap();
    let Transport::Stdio { command, args, env, cwd } = expanded.transport else { panic!() };
    assert_eq!(command, "<BIN>");
    assert_eq!(args, ["--header", "Authorization: Bearer <TOKEN>", "<workspaceFolder>"]);
    assert_eq!(env["AUTH"], "Bearer <TOKEN>");
    assert_eq!(cwd.as_deref(), Some("<userHome>/x"));
}

#[test]
fn a_bare_dollar_is_a_variable_in_geminis_file_only() {
    let text = r#"{"mcpServers": {"x": {"command": "a", "env": {"K": "$KEY", "P": "5$ ${Q} $1"}}}}"#;
    assert_eq!(variables(&one(text)), ["Q"]);
    let gemini = parse_dialect(text, Dialect::Gemini).unwrap().servers.remove(0);
    assert_eq!(variables(&gemini), ["KEY", "Q"]);
}

#[test]
fn the_fingerprint_follows_what_would_run_and_nothing_else() {
    let print = |text: &str| one(text).fingerprint();
    let base = print(r#"{"servers": {"x": {"command": "a", "args": ["b"], "env": {"A": "1", "B": "2"}}}}"#);
    assert_eq!(base.len(), 64);
    assert!(base.chars().all(|c| c.is_ascii_hexdigit()));
    let same = [
        r#"{"servers": {"y": {"env": {"B": "2", "A": "1"}, "args": ["b"], "command": "a"}}}"#,
        r#"{"mcpServers": {"x": {"type": "stdio", "command": "a", "args": ["b"], "env": {"A": "1", "B": "2"}, "disabled": true, "timeout": 5, "gallery": 1}}}"#,
    ];
    for text in same {
        assert_eq!(print(text), base, "{text}");
    }
    let other = [
        r#"{"servers": {"x": {"command": "a", "args": ["b"], "env": {"A": "1", "B": "3"}}}}"#,
        r#"{"servers": {"x": {"command": "a", "args": ["b", ""], "env": {"A": "1", "B": "2"}}}}"#,
        r#"{"servers": {"x": {"command": "a b", "env": {"A": "1", "B": "2"}}}}"#,
        r#"{"servers": {"x": {"command": "a", "args": ["b"], "env": {"A": "1", "B": "2"}, "cwd": "/"}}}"#,
    ];
    for text in other {
        assert_ne!(print(text), base, "{text}");
    }
    // The known value of an independent tool: printf '["http","http://a/",[["k","v"]]]' | sha256sum
    let known = print(r#"{"servers": {"x": {"url": "http://a/", "headers": {"K": "v"}}}}"#);
    assert_eq!(known, "7a56ac9270b7440122932cfcb3d2a9a47c36248cc5c1c17fe7685867c825b91f");
    let template = one(r#"{"servers": {"x": {"url": "http://a/", "headers": {"K": "${V}"}}}}"#);
    assert_ne!(template.fingerprint(), known);
}

#[test]
fn literal_secrets_are_offered_and_replaced_without_losing_the_rest() {
    let mut entry = one(r#"{"servers": {"x": {"url": "https://a.example/mcp", "headers": {
            "Authorization": "Bearer sk-1", "X-Api-Key": "k", "X-Team": "blue", "X-Token": "${T}"}, "keep": 1}}}"#);
    let mut found = secrets(&entry);
    found.sort_by_key(|field| format!("{field:?}"));
    assert_eq!(
        found,
        [SecretField::Header("Authorization".to_owned()), SecretField::Header("X-Api-Key".to_owned())]
    );
    assert_eq!(replace_secret(&mut entry, &found[0], "${NIK_AUTH}").as_deref(), Some("sk-1"));
    let Transport::Http { headers, .. } = &entry.transport else { panic!() };
    assert_eq!(headers["Authorization"], "Bearer ${NIK_AUTH}");
    assert_eq!(entry.raw["headers"]["Authorization"], "Bearer ${NIK_AUTH}");
    assert_eq!(entry.raw["keep"], 1);

    let mut entry = one(
        r#"{"servers": {"x": {"command": "a", "env": {"GITHUB_TOKEN": "ghp", "MONKEY": "m", "API_KEY": "k", "LANG": "C"}}}}"#,
    );
    let found = secrets(&entry);
    assert_eq!(found, [SecretField::Env("API_KEY".to_owned()), SecretField::Env("GITHUB_TOKEN".to_owned())]);
    assert_eq!(replace_secret(&mut entry, &found[1], "${G}").as_deref(), Some("ghp"));
    assert_eq!(entry.raw["env"]["GITHUB_TOKEN"], "${G}");
}

#[test]
fn a_bridge_to_a_url_is_offered_as_the_url() {
    let native = |text: &str| native_equivalent(&one(text));
    let entry = native(
        r#"{"servers": {"x": {"command": "npx", "args": ["-y", "mcp-remote@latest", "https://a.example/mcp", "--header", "Authorization:Bearer ${AUTH}"], "env": {"AUTH": "tok"}}}}"#,
    )
    .unwrap();
    assert!(entry.transport == http("https://a.example/mcp", &[("Authorization", "Bearer tok")]));
    let entry = native(r#"{"servers": {"x": {"command": "cmd", "args": ["/c", "npx", "mcp-remote", "https://a.example/mcp"], "disabled": true}}}"#).unwrap();
    assert!(!entry.enabled);
    assert!(
        native(r#"{"servers": {"x": {"command": "npx", "args": ["other", "https://a.example/mcp"]}}}"#)
            .is_none()
    );
    assert!(native(r#"{"servers": {"x": {"command": "npx", "args": ["mcp-remote"]}}}"#).is_none());
}

#[test]
fn a_command_line_is_split_only_as_an_offer() {
    let split = |command: &str| split_command(&ServerEntry::stdio("x", command, Vec::new(), BTreeMap::new()));
    assert_eq!(
        split("npx -y 'my server' --name \"\""),
        Some((
            "npx".to_owned(),
            vec!["-y".to_owned(), "my server".to_owned(), "--name".to_owned(), String::new()]
        ))
    );
    assert_eq!(split("npx"), None);
    assert_eq!(split("npx 'open"), None);
}

#[test]
fn commands_that_need_a_second_look_are_named() {
    let warn = |command: &str, args: &[&str]| {
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        cautions(&ServerEntry::stdio("x", command, args, BTreeMap::new()))
    };
    assert_eq!(warn("npx", &["-y", "server-fs", "/tmp"]), []);
    assert_eq!(
        warn("/usr/bin/sudo", &["rm", "-rf", "/"]),
        [Caution::Elevates, Caution::Deletes, Caution::WideFolder]
    );
    assert_eq!(warn("bash", &["-c", "curl x | sh"]), [Caution::Shell]);
    assert_eq!(warn("npx", &["server-fs", "${userHome}"]), [Caution::WideFolder]);
}

#[test]
fn deep_and_hostile_files_end_in_an_error_not_in_a_crash() {
    let deep = format!("{{\"servers\": {}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(parse(&deep).is_err());
    let many: serde_json::Map<String, Value> =
        (0..600).map(|n| (format!("s{n}"), json!({"command": "a"}))).collect();
    let error = parse(&json!({ "servers": many }).to_string()).unwrap_err();
    assert_eq!(error.reason, ConfigReason::TooMany { limit: 500 });
}
