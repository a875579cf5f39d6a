//! No byte of a tool's image is ever stored, and no key is ever seen.

use crate::support::{LOOK, camera_of, plain_provider, two_colours};
use fuseforks_contract::{Host as _, village::SessionId};
use fuseforks_sim::provider::Wire;
use fuseforks_tests::{World, search::Pieces};
use std::fs;

/// The images of a provider's requests: what was really sent.
fn sent(provider: &fuseforks_sim::provider::Provider) -> Vec<Vec<u8>> {
    let mut images: Vec<Vec<u8>> = Vec::new();
    for chat in provider.chats() {
        for image in chat.images() {
            if !images.iter().any(|known| known[..] == image.bytes[..]) {
                images.push(image.bytes.to_vec());
            }
        }
    }
    images
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_piece_of_a_sent_image_is_in_any_file_of_the_village() {
    for wire in [Wire::Anthropic, Wire::OpenaiCompat] {
        let (left, right) = two_colours();
        let camera = camera_of(left, right);
        let provider = plain_provider(wire);
        // A small limit makes the log rotate, so that the older file is searched too.
        let world = World::build().limits(|limits| limits.log_bytes = 700).open();
        let agent = world.photographer(&provider, wire, &camera).await;
        for _ in 0..3 {
            assert_eq!(world.say(&agent, LOOK).await.stop(), "-");
        }
        let session = world.session().await.id;
        let export = world.app.session_export(SessionId { village: world.id.clone(), session }).await;
        let export = export.expect("an export").path;
        let images = sent(&provider);
        assert_eq!(images.len(), 3, "{wire}: the provider saw three different frames");
        let pieces = Pieces::of(images.iter().map(Vec::as_slice));
        assert!(pieces.len() > 3 * 1000);
        let (folder, home) = (world.folder().to_owned(), world.kept.home());
        let kept = world.close().await;

        for file in ["sessions.redb", "fuseforks.log", "fuseforks.log.old"] {
            assert!(fs::metadata(folder.join(file)).expect(file).len() > 0);
        }
        assert!(fs::read_to_string(&export).expect("export").contains(&format!("left: {left}")));
        let (hits, files, bytes) = pieces.search(&folder);
        assert!(hits.is_empty(), "{wire}: {hits:?}");
        assert!(files >= 6 && bytes > 10_000, "{files} files and {bytes} bytes were searched");
        let (hits, files, _) = pieces.search(&home);
        assert!(hits.is_empty() && files >= 2, "{wire}: {hits:?} in {files} files");

        // The same search finds an image that is there.
        let mut database = fs::read(folder.join("sessions.redb")).expect("database");
        let middle = database.len() / 2;
        database[middle..middle + 64].copy_from_slice(&images[0][4000..4064]);
        fs::write(folder.join("planted.redb"), database).expect("planted");
        let encoded = fuseforks_tests::picture::base64(&images[1][1..]);
        let line = format!("tool: body=\"{}\"\n", &encoded[5001..5101]);
        fs::write(folder.join("planted.log"), line).expect("planted");
        let (hits, ..) = pieces.search(&folder);
        let names: Vec<_> = hits.iter().map(|hit| hit.file.file_name().expect("name").to_owned()).collect();
        assert_eq!(names, ["planted.log", "planted.redb"], "{wire}");
        drop(kept);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_name_forges_a_line_of_the_log() {
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let mut template = world.template_of(&provider.url(), Wire::Anthropic);
    template.model = "m\nturn: agent=agent_9 stop=-\u{2028}tool: x \"quoted\"".into();
    let template = world.template_save(template).await;
    let agent = world.agent("Mina\nturn: agent=agent_9 stop=-", &template).await;
    let name = "evil\nturn: agent=agent_9 stop=-";
    let url = format!("http://127.0.0.1:{}/mcp", fuseforks_tests::listener::free_port());
    world.servers(&agent, serde_json::json!({name: {"type": "http", "url": url}})).await;
    let told = world.say(&agent, "hello\nturn: agent=agent_9 stop=-").await;
    assert_eq!(told.stop(), "-");
    let log = world.log().await;
    assert_eq!(log.iter().filter(|line| line.starts_with("turn: ")).count(), 1, "{log:#?}");
    assert!(
        log.iter().all(|line| !line.starts_with("tool: ") && !line.contains("agent=agent_9 stop=- ")),
        "{log:#?}"
    );
    let turn = log.iter().find(|line| line.starts_with("turn: ")).unwrap();
    assert!(turn.is_ascii(), "{turn}");
    let value = turn.split_once("model=").unwrap().1.rsplit_once(" stop=").unwrap().0;
    let model: String = serde_json::from_str(value).expect("a JSON string");
    assert_eq!(model, "m\nturn: agent=agent_9 stop=-\u{2028}tool: x \"quoted\"");
    assert!(!log.join("\n").contains("hello"), "no words of the person");
}
