//! Files that a tool gives for the person: where they go, who is told what, and who may fetch them.

use crate::{placement::images, support::provider};
use fuseforks_contract::{Host as _, chat::ArtifactView, village::SessionId};
use fuseforks_sim::provider::{ProviderOptions, Received, Script, Step, ToolChoice, Wire};
use fuseforks_tests::{
    Told, World, picture,
    search::{Pieces, files},
    toolbox::{self, Toolbox, audience},
};
use fuseforks_village::media::{Answer, answer};
use serde_json::{Value, json};
use std::{fs, path::PathBuf};

/// A second of a tone as WAV: mono, 8 bits, 8000 samples.
fn wav() -> Vec<u8> {
    let samples: Vec<u8> = (0..8000_u32).map(|n| u8::try_from(n * n / 97 % 256).unwrap()).collect();
    let length = u32::try_from(samples.len()).unwrap();
    let mut file = b"RIFF".to_vec();
    file.extend((36 + length).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    file.extend([1, 0, 1, 0]);
    file.extend(8000_u32.to_le_bytes());
    file.extend(8000_u32.to_le_bytes());
    file.extend([1, 0, 8, 0]);
    file.extend(b"data");
    file.extend(length.to_le_bytes());
    file.extend(samples);
    file
}

fn sound(bytes: &[u8]) -> Value {
    json!({"type": "audio", "data": picture::base64(bytes), "mimeType": "audio/wav"})
}

/// One turn in which a tool gives these blocks.
async fn given(blocks: Vec<Value>) -> (World, Told, Value) {
    let result = toolbox::result(&blocks);
    let tools = Toolbox::start(&["give"], move |_| result.clone().into()).await;
    let script = Script::respond(|received: &Received| {
        if received.turn_results().is_empty() && received.tool_choice != ToolChoice::None {
            return Step::call("give", json!({}));
        }
        Step::text("done")
    });
    let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::Anthropic) });
    let world = World::build().open();
    let agent = world.agent_with(&provider, Wire::Anthropic, "box", &tools.url()).await;
    let told = world.say(&agent, "go").await;
    assert_eq!(told.stop(), "-", "{:?}", told.system());
    let body = provider.requests().pop().unwrap().json();
    (world, told, body)
}

fn path_of(world: &World, artifact: &ArtifactView) -> PathBuf {
    world.folder().join("media").join(&artifact.session).join(&artifact.id)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_audience_decides_who_gets_an_image() {
    let shot = picture::jpeg(1);
    let facts = toolbox::text("facts");
    // Blocks; sent to the model; kept for the person; what the model is told.
    let cases = [
        (vec![toolbox::jpeg(&shot), facts.clone()], 1, 0, "facts"),
        (vec![audience(toolbox::jpeg(&shot), &["assistant"]), facts.clone()], 1, 0, "facts"),
        (vec![audience(toolbox::jpeg(&shot), &["user", "assistant"]), facts.clone()], 1, 1, "facts"),
        (
            vec![audience(toolbox::jpeg(&shot), &["user"]), facts.clone()],
            0,
            1,
            "facts\n(1 image was shown to the user only)",
        ),
        (vec![audience(toolbox::jpeg(&shot), &["user"])], 0, 1, "(1 image was shown to the user only)"),
        (vec![audience(toolbox::jpeg(&shot), &[]), facts.clone()], 1, 0, "facts"),
        (vec![audience(toolbox::jpeg(&shot), &["robot"]), facts.clone()], 1, 0, "facts"),
        (
            vec![audience(toolbox::text("secret"), &["user"])],
            0,
            0,
            "(the text of this result is for the user only)",
        ),
    ];
    for (blocks, sent, kept, words) in cases {
        let label = json!(blocks.iter().map(|block| &block["annotations"]).collect::<Vec<_>>()).to_string();
        let (world, told, body) = given(blocks).await;
        assert_eq!(images(&body).len(), sent, "{label}");
        assert_eq!(told.artifacts().len(), kept, "{label}");
        assert_eq!(told.outputs()[0].output, words, "{label}");
        assert_eq!(
            told.tools()[0].images,
            u32::try_from(sent).unwrap(),
            "{label}: only the model's are counted"
        );
        assert_eq!(told.pane_lines().len(), sent, "{label}: the pane line always stands");
        assert!(!body.to_string().contains("secret"), "{label}");
        if words.contains("text of this result") {
            assert_eq!(told.outputs()[0].user_text, "secret", "the person can read it");
        }
        let media = world.folder().join("media");
        let on_disk = if media.exists() { files(&media).len() } else { 0 };
        assert_eq!(on_disk, 2 * kept, "{label}: a file and a record each");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_are_kept_whole_and_told_of_by_their_facts_only() {
    let (shot, sound_bytes) = (picture::jpeg(2), wav());
    let blocks =
        vec![audience(toolbox::jpeg(&shot), &["user", "assistant"]), sound(&sound_bytes), toolbox::text("x")];
    let (world, told, body) = given(blocks).await;
    let artifacts = told.artifacts();
    assert_eq!(artifacts.len(), 2);
    let session = world.session().await.id;
    for (artifact, bytes, mime) in
        [(artifacts[0], &shot, "image/jpeg"), (artifacts[1], &sound_bytes, "audio/wav")]
    {
        assert_eq!((artifact.mime.as_str(), artifact.bytes), (mime, bytes.len() as u64));
        assert_eq!(artifact.sha256, picture::sha256(bytes));
        assert_eq!(artifact.session, session);
        assert!(!artifact.save_only);
        assert_eq!(&fs::read(path_of(&world, artifact)).unwrap(), bytes);
    }
    assert_eq!(images(&body).len(), 1);
    assert!(body.to_string().contains("(audio does not go to the model; the user can play it)"));
    let encoded = picture::base64(&sound_bytes);
    assert!(!body.to_string().contains(&encoded[100..140]), "no sound goes to the model");

    // No event, no record, no log line has a piece of them; only the media folder has.
    let pieces = Pieces::of([shot.as_slice(), sound_bytes.as_slice()]);
    assert!(pieces.find(told.whole().as_bytes()).is_none());
    let rows = serde_json::to_string(&world.rows().await).unwrap();
    assert!(rows.contains(&artifacts[0].sha256) && pieces.find(rows.as_bytes()).is_none());
    let (folder, media) = (world.folder().to_owned(), world.folder().join("media"));
    let secrets = std::sync::Arc::clone(&world.app.services().secrets);
    let kept = world.close().await;
    let (hits, ..) = pieces.search(&folder);
    assert_eq!(hits.len(), 2, "{hits:?}");
    assert!(hits.iter().all(|hit| hit.file.starts_with(&media)));

    // They are there in the next run, and go with their conversation.
    let world = World::again(&kept).secrets(secrets).open();
    let served = |path: String| answer(&world.app, "GET", &path, None);
    assert_eq!(served(format!("{session}/{}", artifacts[0].id)).body[..], shot[..]);
    assert_eq!(files(&media).len(), 4);
    let id = SessionId { village: world.id.clone(), session: session.clone() };
    world.app.session_delete(id).await.unwrap();
    assert_eq!(served(format!("{session}/{}", artifacts[0].id)).status, 404);
    assert!(!media.exists() || files(&media).is_empty(), "{:?}", files(&media));
}

fn header<'a>(answer: &'a Answer, name: &str) -> Option<&'a str> {
    answer.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn media_is_served_by_ids_with_ranges_and_without_caches() {
    let sound_bytes = wav();
    let (world, told, _) = given(vec![sound(&sound_bytes)]).await;
    let artifact = told.artifacts()[0];
    let path = format!("/{}/{}", artifact.session, artifact.id);
    let get = |range: Option<&str>| answer(&world.app, "GET", &path, range);
    let length = sound_bytes.len();

    let whole = get(None);
    assert_eq!((whole.status, &whole.body[..]), (200, &sound_bytes[..]));
    let length_text = length.to_string();
    for (name, value) in [
        ("content-type", "audio/wav"),
        ("content-length", length_text.as_str()),
        ("content-disposition", "inline"),
        ("x-content-type-options", "nosniff"),
        ("cache-control", "private, no-store"),
        ("accept-ranges", "bytes"),
    ] {
        assert_eq!(header(&whole, name), Some(value), "{name}");
    }
    assert_eq!(header(&whole, "content-range"), None);

    for (range, first, last) in [
        ("bytes=0-9", 0, 9),
        ("bytes=100-", 100, length - 1),
        ("bytes=-5", length - 5, length - 1),
        ("bytes=7000-99999999", 7000, length - 1),
        ("bytes=0-0", 0, 0),
    ] {
        let part = get(Some(range));
        assert_eq!(part.status, 206, "{range}");
        assert_eq!(part.body[..], sound_bytes[first..=last], "{range}");
        assert_eq!(header(&part, "content-range"), Some(format!("bytes {first}-{last}/{length}").as_str()));
        assert_eq!(header(&part, "content-length"), Some((last - first + 1).to_string().as_str()));
        assert_eq!(header(&part, "cache-control"), Some("private, no-store"));
    }
    let over = get(Some(&format!("bytes={length}-")));
    assert_eq!((over.status, over.body.len()), (416, 0));
    assert_eq!(header(&over, "content-range"), Some(format!("bytes */{length}").as_str()));
    for nonsense in ["bytes=", "bytes=9-3", "lines=1-2", "bytes=a-b", "bytes=0-1,5-6"] {
        assert_eq!(get(Some(nonsense)).status, 200, "{nonsense}: ignored, as RFC 9110 allows");
    }
    let head = answer(&world.app, "HEAD", &path, None);
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(header(&head, "content-length"), Some(length_text.as_str()));
    let head = answer(&world.app, "HEAD", &path, Some("bytes=0-9"));
    assert_eq!((head.status, head.body.len(), header(&head, "content-length")), (206, 0, Some("10")));
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let refused = answer(&world.app, method, &path, None);
        assert_eq!((refused.status, refused.body.len()), (405, 0), "{method}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_else_of_the_folder_or_the_machine_is_served() {
    let (world, told, _) = given(vec![audience(toolbox::jpeg(&picture::jpeg(3)), &["user"])]).await;
    let artifact = told.artifacts()[0];
    let (session, file) = (artifact.session.clone(), artifact.id.clone());
    let media = world.folder().join("media").join(&session);
    let other = "00000000-0000-4000-8000-000000000001";
    // A file that nobody kept, beside one that was.
    fs::write(media.join(other), b"GIF89a").unwrap();
    fs::write(media.join("page.html"), b"<script>").unwrap();
    for path in [
        String::new(),
        "/".into(),
        session.clone(),
        format!("{session}/"),
        format!("{session}/{other}"),
        format!("{session}/page.html"),
        format!("{session}/{file}.json"),
        format!("{session}/../../village.json"),
        format!("{session}/..%2f..%2fvillage.json"),
        format!("../media/{session}/{file}"),
        format!("{session}/./{file}"),
        format!("{session}//{file}"),
        format!("{}/{file}", session.to_uppercase().replace('-', "")),
        format!("{other}/{file}"),
        "..".into(),
        "../../../etc/passwd".into(),
        "/etc/passwd".into(),
        "village.json/x".into(),
        "attachment/../village.json".into(),
        "attachment/..".into(),
        "seen/none".into(),
        format!("frame/{}/1", world.id),
        format!("{session}\\{file}"),
        format!("{session}/{file}\0"),
    ] {
        let refused = answer(&world.app, "GET", &path, None);
        assert!(matches!(refused.status, 403 | 404), "{path:?}: {}", refused.status);
        assert_eq!(refused.body.len(), 0, "{path:?}");
        assert_eq!(header(&refused, "x-content-type-options"), Some("nosniff"));
    }
    let path = format!("{session}/{file}");
    assert_eq!(answer(&world.app, "GET", &path, None).status, 200);

    // A record that calls it something that a window would run: the list decides, not the record.
    let record = files(&media).into_iter().find(|path| {
        path.file_name()
            .and_then(|name| name.to_str())
            .is_some_and(|name| name.starts_with(&file) && name != file)
    });
    let record = record.expect("a record beside the file");
    let mut facts: Value = serde_json::from_str(&fs::read_to_string(&record).unwrap()).unwrap();
    assert_eq!(facts["mime"], "image/jpeg");
    for mime in ["text/html", "image/svg+xml", "application/javascript"] {
        facts["mime"] = json!(mime);
        fs::write(&record, facts.to_string()).unwrap();
        let refused = answer(&world.app, "GET", &path, None);
        assert!(matches!(refused.status, 403 | 404), "{mime}: {}", refused.status);
        assert_eq!(refused.body.len(), 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_model_saw_can_be_looked_at_in_this_run_only() {
    let shot = picture::jpeg(5);
    let (world, told, _) = given(vec![toolbox::jpeg(&shot), toolbox::text("x")]).await;
    let seen = told.outputs()[0].seen[0].clone();
    let path = format!("seen/{}", seen.id);
    assert_eq!(answer(&world.app, "GET", &path, None).body[..], shot[..]);
    assert_eq!((seen.sha256, seen.format.as_str()), (picture::sha256(&shot), "JPEG"));
    let secrets = std::sync::Arc::clone(&world.app.services().secrets);
    let kept = world.close().await;
    let world = World::again(&kept).secrets(secrets).open();
    assert_eq!(answer(&world.app, "GET", &path, None).status, 404);
    let row = world.rows().await.into_iter().find_map(|row| match row.body {
        fuseforks_contract::chat::RowBody::Tool(tool) => Some(tool),
        _ => None,
    });
    let row = row.unwrap();
    assert!(!row.has_output && row.images == 1, "the row says that its output was not kept: {row:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_blocks_has_its_limits() {
    // Forty images for the person: eight are kept, thirty-two blocks are read, and one notice says each.
    let blocks: Vec<Value> = (0..40)
        .map(|n| audience(toolbox::jpeg(&picture::noisy(n, 40, 30, image::ImageFormat::Jpeg)), &["user"]))
        .collect();
    let (_world, told, body) = given(blocks).await;
    assert_eq!(told.artifacts().len(), 8);
    assert_eq!(images(&body), []);
    let text = told.outputs()[0].output.clone();
    assert!(
        text.contains("8 more parts left out") && text.contains("24 images or sounds left out"),
        "{text}"
    );
    // Broken ones use up nothing.
    let mut blocks = vec![toolbox::image(b"\xff\xd8\xffbroken", "image/jpeg"); 10];
    blocks.extend((0..4).map(|n| toolbox::jpeg(&picture::jpeg(n))));
    let (_world, told, body) = given(blocks).await;
    assert_eq!(images(&body).len(), 4);
    assert_eq!(told.tools()[0].dropped, vec!["unreadable"; 10]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_server_calls_an_image_decides_nothing() {
    let shot = picture::jpeg(4);
    let mut blocks: Vec<Value> =
        ["image/png", "image/jpg", "IMAGE/JPEG"].iter().map(|mime| toolbox::image(&shot, mime)).collect();
    let mut nameless = toolbox::jpeg(&shot);
    nameless.as_object_mut().unwrap().remove("mimeType");
    blocks.push(audience(nameless, &["user", "assistant"]));
    let (world, told, body) = given(blocks).await;
    let sent = images(&body);
    assert_eq!(sent.len(), 4);
    assert!(sent.iter().all(|image| image.sha256 == picture::sha256(&shot)), "byte for byte");
    assert_eq!(body.to_string().matches("\"image/jpeg\"").count(), 4, "and by the right name");
    assert!(!body.to_string().contains("image/jpg") && !body.to_string().contains("image/png"));
    let artifact = told.artifacts()[0];
    assert_eq!(artifact.mime, "image/jpeg");
    let served = answer(&world.app, "GET", &format!("{}/{}", artifact.session, artifact.id), None);
    assert_eq!(header(&served, "content-type"), Some("image/jpeg"));
}

fn blob(data: &str, mime: Option<&str>) -> Value {
    let mut block = json!({"type": "resource", "resource": {"uri": "x://1/photo.jpg", "blob": data}});
    if let Some(mime) = mime {
        block["resource"]["mimeType"] = json!(mime);
    }
    block
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn empty_data_and_strange_blobs_cost_their_neighbours_nothing() {
    let shot = picture::jpeg(7);
    let image = |data: &str| json!({"type": "image", "data": data, "mimeType": "image/png"});
    let mut blocks = vec![image(""), image("AA=="), image("https://example.test/a.png")];
    blocks.extend((0..4).map(|n| toolbox::jpeg(&picture::jpeg(n))));
    blocks.push(toolbox::text("after"));
    let (_world, told, body) = given(blocks).await;
    assert_eq!(images(&body).len(), 4, "empty ones use up nothing");
    assert_eq!(told.tools()[0].dropped, ["unreadable"; 3]);
    assert!(told.outputs()[0].output.starts_with("after\n"), "{}", told.outputs()[0].output);
    assert!(!body.to_string().contains("\"data\":\"\"") && !body.to_string().contains("example.test"));

    // Neither the name in an address nor the declared type says what a blob is.
    let png = picture::noisy(3, 40, 30, image::ImageFormat::Png);
    let url = format!("data:image/png;base64,{}", picture::base64(&png));
    let blocks = vec![
        blob("/wD+iVA=", None),
        blob(&picture::base64(&png), Some("text/plain")),
        blob(&url, Some("image/png")),
        blob(&picture::base64(&shot), None),
        toolbox::text("after"),
    ];
    let (_world, told, body) = given(blocks).await;
    assert_eq!(images(&body).len(), 2, "the PNG as a JPEG, and the JPEG");
    let text = &told.outputs()[0].output;
    assert!(text.starts_with("after\n(not text: x://1/photo.jpg, "), "{text}");
    assert!(text.contains("(a part was left out: unreadable)") && !text.contains('\u{fffd}'), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_windows_policy_blocks_is_a_line_of_the_log_without_a_path() {
    let world = World::build().open();
    world.app.note_blocked("media-src", "http://127.0.0.1:5000/secret/media/a/b");
    world.app.note_blocked("img-src", "media");
    assert_eq!(
        world.log_of("window blocked").await,
        [
            "window blocked: directive=media-src source=http://127.0.0.1:5000",
            "window blocked: directive=img-src source=media"
        ]
    );
}
