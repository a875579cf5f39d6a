//! What stays on the disk for a person: for how long, how much of it, and what leaves first.

use crate::support::{plain_provider, provider};
use fuseforks_contract::{
    Event, Failure, Host as _,
    app::{Empty, Settings, SettingsPatch},
    chat::{ArtifactView, AttachmentView, MediaSave, RowBody},
    village::{MediaUse, VillageId},
};
use fuseforks_mcp::result::CallResult;
use fuseforks_sim::provider::{ProviderOptions, Received, Script, Step, Wire};
use fuseforks_tests::{Told, World, picture, search::files, toolbox, toolbox::Toolbox};
use fuseforks_village::{
    AppLimits, Language,
    media::answer,
    text::Text,
    tool::{ResultLimits, convert},
};
use serde_json::{Value, json};
use std::{
    cell::Cell,
    fs::{self, File},
    io::Cursor,
    time::Duration,
};

/// A model that calls the tool `give` once in every turn.
fn asks_once(received: &Received) -> Step {
    if received.turn_results().is_empty() { Step::call("give", json!({})) } else { Step::text("done") }
}

/// A village with an agent whose tool gives what `give` makes of the number of the call.
async fn village(
    limits: impl FnOnce(&mut AppLimits),
    give: impl Fn(usize) -> Vec<Value> + Send + Sync + 'static,
) -> (World, String, Toolbox, fuseforks_sim::provider::Provider) {
    let tools = Toolbox::start(&["give"], move |called| toolbox::result(&give(called.before)).into()).await;
    let script = Script::respond(asks_once);
    let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::Anthropic) });
    let world = World::build().limits(limits).open();
    let agent = world.agent_with(&provider, Wire::Anthropic, "box", &tools.url()).await;
    (world, agent, tools, provider)
}

fn notices(told: &Told) -> Vec<&Failure> {
    told.events
        .iter()
        .filter_map(|event| if let Event::Notice { notice } = event { Some(notice) } else { None })
        .collect()
}

fn status_of(world: &World, artifact: &ArtifactView) -> u16 {
    answer(&world.app, "GET", &format!("{}/{}", artifact.session, artifact.id), None).status
}

fn shot(number: usize) -> Vec<Value> {
    let bytes = picture::jpeg(u32::try_from(number).unwrap());
    vec![toolbox::audience(toolbox::jpeg(&bytes), &["user"])]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_media_folder_loses_its_oldest_files_and_the_person_is_told() {
    let sizes: Vec<u64> = (0..4).map(|number| picture::jpeg(number).len() as u64).collect();
    // Room for two of them.
    let room = sizes.iter().max().unwrap() * 5 / 2;
    let (world, agent, _tools, _provider) = village(|limits| limits.media_folder_bytes = room, shot).await;
    let mut kept = Vec::new();
    for number in 0..4 {
        let told = world.say(&agent, "go").await;
        kept.push(told.artifacts()[0].clone());
        let said: Vec<(&str, Option<&String>)> =
            notices(&told).iter().map(|notice| (notice.code.as_str(), notice.args.get("files"))).collect();
        if number < 2 {
            assert_eq!(said, [], "there is room for {number}");
        } else {
            assert_eq!(said, [("media-cap", Some(&"1".to_owned()))]);
        }
    }
    let found: Vec<u16> = kept.iter().map(|artifact| status_of(&world, artifact)).collect();
    assert_eq!(found, [404, 404, 200, 200], "the newest stay");
    assert_eq!(files(&world.folder().join("media")).len(), 4, "two files and their records");
    // The conversation still tells of all four.
    let rows = world.rows().await;
    assert_eq!(rows.iter().filter(|row| matches!(row.body, RowBody::Artifact { .. })).count(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_kept_is_the_products_numbers_until_the_person_says_otherwise() {
    let world = World::build().open();
    let numbers =
        |settings: &Settings| (settings.media_folder_mb, settings.attachments_mb, settings.attachments_days);
    let state = world.app.app_state(Empty {}).await.unwrap();
    assert_eq!(numbers(&state.settings), (2000, 500, 30));
    // What cannot be meant is brought to the nearest that can.
    let patch = |megabytes, days| SettingsPatch {
        media_folder_mb: Some(megabytes),
        attachments_mb: Some(megabytes),
        attachments_days: Some(days),
        ..SettingsPatch::default()
    };
    assert_eq!(numbers(&world.app.settings_set(&patch(0, 0)).unwrap()), (10, 10, 1));
    assert_eq!(
        numbers(&world.app.settings_set(&patch(u32::MAX, u32::MAX)).unwrap()),
        (1_000_000, 1_000_000, 3650)
    );
    assert_eq!(numbers(&world.app.settings_set(&patch(300, 7)).unwrap()), (300, 300, 7));
    // A file of an earlier version knows none of them.
    let path = world.kept.home().join("settings.json");
    let mut file: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let settings = file["settings"].as_object_mut().unwrap();
    for key in ["media_folder_mb", "attachments_mb", "attachments_days"] {
        assert!(settings.remove(key).is_some(), "{key}");
    }
    let kept = world.close().await;
    fs::write(&path, file.to_string()).unwrap();
    let world = World::again(&kept).open();
    assert_eq!(numbers(&world.app.app_state(Empty {}).await.unwrap().settings), (2000, 500, 30));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_persons_numbers_are_the_limits_and_what_is_used_is_told() {
    // Six megabytes a file: the second is over the least that can be chosen.
    let large = |number: usize| {
        let mut bytes = picture::jpeg(u32::try_from(number).unwrap());
        bytes.resize(6_000_000, 0);
        vec![toolbox::audience(toolbox::jpeg(&bytes), &["user"])]
    };
    let (world, agent, _tools, _provider) = village(|_| {}, large).await;
    let patch = SettingsPatch {
        media_folder_mb: Some(10),
        attachments_mb: Some(10),
        attachments_days: Some(3),
        ..SettingsPatch::default()
    };
    world.app.settings_set(&patch).unwrap();
    let first = world.say(&agent, "go").await.artifacts()[0].clone();
    let used = || async { world.app.media_use(VillageId { village: world.id.clone() }).await.unwrap() };
    assert_eq!(used().await, MediaUse { artifacts: 6_000_000, attachments: 0 });
    let second = world.say(&agent, "go").await.artifacts()[0].clone();
    assert_eq!((status_of(&world, &first), status_of(&world, &second)), (404, 200));
    assert_eq!(used().await.artifacts, 6_000_000);

    let view = sent(&world, &agent, &picture::jpeg(7)).await;
    assert_eq!(used().await.attachments, view.bytes);
    let path = world.folder().join("attachments").join(&view.id);
    let file = File::options().write(true).open(&path).unwrap();
    let written = file.metadata().unwrap().modified().unwrap();
    file.set_modified(written - Duration::from_secs(4 * 24 * 3600)).unwrap();
    sent(&world, &agent, &picture::jpeg(8)).await;
    assert!(!path.is_file(), "older than three days");
}

/// A PNG that is whole as far as its header goes, of more pixels than anybody decodes.
fn giant() -> Vec<u8> {
    let mut header = b"IHDR".to_vec();
    header.extend_from_slice(&16_384_u32.to_be_bytes());
    header.extend_from_slice(&16_384_u32.to_be_bytes());
    header.extend_from_slice(&[8, 6, 0, 0, 0]);
    let crc = !header.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    });
    [&b"\x89PNG\r\n\x1a\n\0\0\0\x0d"[..], &header, &crc.to_be_bytes()].concat()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_over_the_guard_is_there_to_save_and_never_to_show() {
    let (world, agent, _tools, provider) = village(
        |_| {},
        |_| vec![toolbox::audience(toolbox::image(&giant(), "image/png"), &["user", "assistant"])],
    )
    .await;
    let told = world.say(&agent, "go").await;
    let artifact = told.artifacts()[0].clone();
    assert!(artifact.save_only);
    assert_eq!((artifact.mime.as_str(), artifact.bytes), ("image/png", giant().len() as u64));
    assert_eq!(told.tools()[0].dropped, ["too_large"], "the model gets none of it");
    assert!(!provider.requests().pop().unwrap().json().to_string().contains("iVBOR"));
    let rows = world.rows().await;
    assert!(
        rows.iter().any(|row| matches!(&row.body, RowBody::Artifact { artifact, .. } if artifact.save_only),)
    );
    let path = world.kept.path().join("saved.png");
    let source = format!("{}/{}", artifact.session, artifact.id);
    let save = MediaSave { village: world.id.clone(), source, path: path.to_str().unwrap().to_owned() };
    world.app.media_save(save).await.unwrap();
    assert_eq!(fs::read(path).unwrap(), giant());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_no_conversation_knows_are_swept_when_the_village_opens() {
    let (world, agent, _tools, _provider) = village(|_| {}, shot).await;
    let told = world.say(&agent, "go").await;
    let artifact = told.artifacts()[0].clone();
    let secrets = std::sync::Arc::clone(&world.app.services().secrets);
    let media = world.folder().join("media");
    let kept = world.close().await;
    let known = media.join(&artifact.session);
    let (stray, lost) = ("00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002");
    fs::create_dir_all(media.join(lost)).unwrap();
    for orphan in [known.join(stray), known.join(format!("{stray}.json")), media.join(lost).join(stray)] {
        fs::write(orphan, "left by a power cut").unwrap();
    }
    fs::write(known.join("mine.txt"), "a person's own").unwrap();
    let world = World::again(&kept).secrets(secrets).open();
    let left: Vec<String> = files(&media)
        .iter()
        .map(|path| path.strip_prefix(&media).unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(left.len(), 3, "{left:?}");
    assert!(left.iter().all(|name| name.contains(&artifact.id) || name.ends_with("mine.txt")), "{left:?}");
    assert_eq!(status_of(&world, &artifact), 200);
}

async fn sent(world: &World, agent: &str, bytes: &[u8]) -> AttachmentView {
    let view = world.attach(agent, "a.jpg", bytes).await.unwrap();
    let mark = world.events.mark();
    world.send_with(agent, "look", vec![view.id.clone()]).await.unwrap();
    assert_eq!(world.ended(agent, mark).await.stop(), "-");
    view
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sent_attachments_leave_by_age_and_by_size_and_the_conversation_says_so() {
    let pictures: Vec<Vec<u8>> = (0..3).map(picture::jpeg).collect();
    let room = pictures[1].len() as u64 + pictures[2].len() as u64 + 10;
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().limits(|limits| limits.attachments_bytes = room).open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let folder = world.folder().join("attachments");
    fs::create_dir_all(&folder).unwrap();
    let own = folder.join("notes.txt");
    fs::write(&own, "x".repeat(200_000)).unwrap();
    let mut views = Vec::new();
    for bytes in &pictures {
        views.push(sent(&world, &agent, bytes).await);
    }
    let there = |view: &AttachmentView| folder.join(&view.id).is_file();
    assert_eq!(views.iter().map(there).collect::<Vec<_>>(), [false, true, true], "the oldest left");

    // A month and a day later.
    let secrets = std::sync::Arc::clone(&world.app.services().secrets);
    let kept = world.close().await;
    for path in [folder.join(&views[1].id), own.clone()] {
        let file = File::options().write(true).open(path).unwrap();
        let written = file.metadata().unwrap().modified().unwrap();
        file.set_modified(written - Duration::from_secs(31 * 24 * 3600)).unwrap();
    }
    let world = World::again(&kept).secrets(secrets).open();
    assert_eq!(views.iter().map(there).collect::<Vec<_>>(), [false, false, true]);
    assert!(own.is_file(), "what is not named like an attachment is the person's");
    let shown: Vec<bool> = world
        .rows()
        .await
        .into_iter()
        .filter_map(|row| match row.body {
            RowBody::Message { attachments, .. } => attachments.first().map(|file| file.available),
            _ => None,
        })
        .collect();
    assert_eq!(shown, [false, false, true]);
}

#[test]
fn a_result_that_nobody_waits_for_any_more_is_not_decoded_to_its_end() {
    let mut png = Cursor::new(Vec::new());
    image::GrayImage::new(16_000, 8_000).write_to(&mut png, image::ImageFormat::Png).unwrap();
    let blocks: Vec<Value> = (0..4).map(|_| toolbox::image(png.get_ref(), "image/png")).collect();
    let asked = Cell::new(0);
    let stops = |after: u32| {
        move |asked: &Cell<u32>| {
            asked.set(asked.get() + 1);
            asked.get() > after
        }
    };
    let converted = |after| {
        asked.set(0);
        let stop = stops(after);
        let result = CallResult::from_value(toolbox::result(&blocks));
        convert(result, Text::of(Language::En), &ResultLimits::default(), &|| stop(&asked))
    };
    assert_eq!(converted(u32::MAX).outcome.images().len(), 4);
    let whole = asked.get();
    assert!(whole > 8, "it is asked while it works: {whole}");
    for after in [0, 1, 3] {
        assert_eq!(converted(after).outcome.images().len(), 0, "stopped after {after}");
        assert!(asked.get() < whole / 2, "nothing more is begun: {} of {whole}", asked.get());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lower_limit_holds_at_once_and_when_the_village_opens_and_the_person_is_told() {
    let large = |number: usize| {
        let mut bytes = picture::jpeg(u32::try_from(number).unwrap());
        bytes.resize(6_000_000, 0);
        vec![toolbox::audience(toolbox::jpeg(&bytes), &["user"])]
    };
    let (world, agent, _tools, _provider) = village(|_| {}, large).await;
    let mut kept = Vec::new();
    for _ in 0..3 {
        kept.push(world.say(&agent, "go").await.artifacts()[0].clone());
    }
    let removed = |event: &Event| match event {
        Event::Notice { notice } if notice.code == "media-cap" => notice.args.get("files").cloned(),
        _ => None,
    };
    let limit = |megabytes| SettingsPatch { media_folder_mb: Some(megabytes), ..SettingsPatch::default() };
    let mark = world.events.mark();
    world.app.settings_set(&limit(13)).unwrap();
    assert_eq!(world.events.wait(mark, "what was removed", removed).await, "1");
    let found: Vec<u16> = kept.iter().map(|artifact| status_of(&world, artifact)).collect();
    assert_eq!(found, [404, 200, 200], "the oldest left");

    // A limit that was lowered while the village was closed.
    let secrets = std::sync::Arc::clone(&world.app.services().secrets);
    let path = world.kept.home().join("settings.json");
    let folders = world.close().await;
    let mut file: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    file["settings"]["media_folder_mb"] = json!(10);
    fs::write(&path, file.to_string()).unwrap();
    let world = World::again(&folders).secrets(secrets).open();
    assert_eq!(world.events.wait(0, "what was removed", removed).await, "1");
    let found: Vec<u16> = kept.iter().map(|artifact| status_of(&world, artifact)).collect();
    assert_eq!(found, [404, 404, 200]);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sent_attachment_is_a_plain_file_under_its_own_id_and_no_link() {
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let view = sent(&world, &agent, &picture::jpeg(1)).await;
    let folder = world.folder().join("attachments");
    let status = |id: &str| answer(&world.app, "GET", &format!("attachment/{id}"), None).status;
    assert_eq!(status(&view.id), 200);
    for spelling in [
        view.id.to_uppercase(),
        view.id.replace('-', ""),
        format!("{{{}}}", view.id),
        format!("urn:uuid:{}", view.id),
    ] {
        assert_eq!(status(&spelling), 404, "{spelling}");
    }
    // A village that somebody else made.
    let private = world.kept.path().join("private.jpg");
    fs::write(&private, picture::jpeg(2)).unwrap();
    let link = "00000000-0000-4000-8000-00000000000a";
    std::os::unix::fs::symlink(&private, folder.join(link)).unwrap();
    assert_eq!(status(link), 404);
    let save = MediaSave {
        village: world.id.clone(),
        source: format!("attachment/{link}"),
        path: world.kept.path().join("saved.jpg").to_str().unwrap().to_owned(),
    };
    assert_eq!(world.app.media_save(save).await.unwrap_err().code, "media-gone");
    // What is called otherwise is the person's, however old.
    let own = folder.join(view.id.replace('-', ""));
    fs::write(&own, "mine").unwrap();
    let year = Duration::from_secs(366 * 24 * 3600);
    let written = fs::metadata(&own).unwrap().modified().unwrap();
    File::options().write(true).open(&own).unwrap().set_modified(written - year).unwrap();
    sent(&world, &agent, &picture::jpeg(3)).await;
    assert!(own.is_file());
}
