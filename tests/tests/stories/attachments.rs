//! A person's own files: sent with their message, in that turn only.

use crate::{
    placement::images,
    support::{LOOK, WIRES, camera_of, plain_provider, provider, two_colours},
};
use fuseforks_contract::{
    Failure, Host as _,
    chat::{AttachmentAdd, AttachmentId, AttachmentView},
    village::VillageId,
};
use fuseforks_sim::provider::{ProviderOptions, Wire};
use fuseforks_tests::{World, picture};
use fuseforks_village::{Language, text::Text};
use serde_json::Value;
use std::{
    fs,
    io::Cursor,
    time::{Duration, Instant},
};

/// A picture as large as the guard lets through: looking at it takes seconds.
fn largest() -> Vec<u8> {
    let mut png = Cursor::new(Vec::new());
    image::RgbaImage::new(16_000, 8_000).write_to(&mut png, image::ImageFormat::Png).unwrap();
    png.into_inner()
}

/// Adds a file under an id of the caller's.
async fn attach_as(world: &World, agent: &str, id: &str, bytes: &[u8]) -> Result<AttachmentView, Failure> {
    let (village, agent, id) = (world.id.clone(), agent.to_owned(), Some(id.to_owned()));
    let (name, data) = ("large.png".to_owned(), picture::base64(bytes));
    world.app.attachment_add(AttachmentAdd { village, agent, name, data, id }).await
}

async fn remove(world: &World, id: &str) {
    let id = AttachmentId { village: world.id.clone(), id: id.to_owned() };
    world.app.attachment_remove(id).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_goes_in_every_round_of_its_turn_and_in_no_other() {
    for wire in WIRES {
        let (left, right) = two_colours();
        let camera = camera_of(left, right);
        let provider = plain_provider(*wire);
        let world = World::build().open();
        let template = world.template(&provider, *wire).await;
        let agent = world.agent("Mina", &template).await;
        let bytes = picture::jpeg(6);
        let view = world.attach(&agent, "holiday.jpg", &bytes).await.unwrap();
        assert_eq!(
            (view.kind.as_str(), view.mime.as_str(), view.bytes),
            ("image", "image/jpeg", bytes.len() as u64)
        );
        let mark = world.events.mark();
        world.send_with(&agent, "What is in this picture?", vec![view.id.clone()]).await.unwrap();
        let told = world.ended(&agent, mark).await;
        assert_eq!(told.stop(), "-", "{wire}: {:?}", told.system());
        assert!(told.reply().starts_with("left: "), "{wire}: it saw it: {}", told.reply());
        let body = provider.requests().pop().unwrap().json();
        let found = images(&body);
        assert_eq!(found.len(), 1, "{wire}");
        assert_eq!(found[0].sha256, picture::sha256(&bytes), "{wire}");
        assert_eq!(fs::read(world.folder().join("attachments").join(&view.id)).unwrap(), bytes);

        // Later turns know of it by its facts.
        world.servers(&agent, serde_json::json!({"nik": {"type": "http", "url": camera.url()}})).await;
        world.allow_all(&agent).await;
        world.say(&agent, LOOK).await;
        let body = provider.requests().pop().unwrap().json();
        let sent: Vec<String> = images(&body).into_iter().map(|found| found.sha256).collect();
        assert_eq!(sent, [camera.shots()[0].sha256.clone()], "{wire}: the frame of this turn alone");
        assert!(body.to_string().contains(&picture::sha256(&bytes)), "{wire}: its digest is history");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_template_cannot_carry_is_refused_at_the_door() {
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let mut template = world.template_of(&provider.url(), Wire::Anthropic);
    template.vision = fuseforks_contract::template::Vision::No;
    let template = world.template_save(template).await;
    let agent = world.agent("Mina", &template).await;
    let refused = world.attach(&agent, "cat.jpg", &picture::jpeg(1)).await.unwrap_err();
    assert_eq!((refused.code.as_str(), refused.args["kind"].as_str()), ("attachment-not-carried", "image"));
    assert_eq!(refused.args["name"], "cat.jpg");
    assert!(!world.folder().join("attachments").exists(), "nothing is stored");
    assert_eq!(provider.requests().len(), 0);
    assert_eq!(world.send_with(&agent, "x", vec!["gone".into()]).await.unwrap_err().code, "attachment-gone");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_attachment_is_told_and_never_dropped_in_silence() {
    let options = ProviderOptions { refuse_images: Some(400), ..ProviderOptions::new(Wire::Anthropic) };
    let provider = provider(options);
    let world = World::build().open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let view = world.attach(&agent, "cat.jpg", &picture::jpeg(1)).await.unwrap();
    let mark = world.events.mark();
    world.send_with(&agent, "What is this?", vec![view.id]).await.unwrap();
    let told = world.ended(&agent, mark).await;
    assert_eq!(told.stop(), "failed:IMAGES_REFUSED");
    assert_eq!(provider.requests().len(), 1, "an attachment is not taken out and sent again");
    let why = told.system()[0];
    assert_eq!((why.code.as_str(), why.args["names"].as_str()), ("attachment-refused", "cat.jpg"));
    for language in [Language::En, Language::Ja, Language::Zh] {
        let sentence = Text::of(language).message("error-attachment-refused", &why.args).unwrap();
        assert!(sentence.contains("cat.jpg") && sentence.contains("400"), "{sentence}");
    }
    // The next message is not stuck with it.
    let next = world.say(&agent, "hello").await;
    assert_eq!((next.stop().as_str(), next.reply()), ("-", "ok"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_village_that_closes_looks_at_a_file_no_further() {
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let png = largest();
    let close = async {
        tokio::time::sleep(Duration::from_millis(150)).await;
        world.app.village_close(VillageId { village: world.id.clone() }).await
    };
    let (added, closed) = tokio::join!(world.attach(&agent, "large.png", &png), close);
    closed.unwrap();
    assert_eq!(added.unwrap_err().code, "village-not-open");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_is_taken_back_is_looked_at_no_further() {
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let (id, png) = ("5d4f0f4e-92a3-4d2f-8f0c-1f6b5a0c7e11", largest());
    let back = async {
        tokio::time::sleep(Duration::from_millis(150)).await;
        remove(&world, id).await;
        Instant::now()
    };
    let (added, removed) = tokio::join!(attach_as(&world, &agent, id, &png), back);
    assert_eq!(added.unwrap_err().code, "attachment-gone");
    assert!(removed.elapsed() < Duration::from_secs(1), "it went on: {:?}", removed.elapsed());
    let gone = world.send_with(&agent, "look", vec![id.to_owned()]).await.unwrap_err();
    assert_eq!(gone.code, "attachment-gone", "it does not come back");

    // The id is free again, and what is kept under it can still be let go.
    let view = attach_as(&world, &agent, id, &picture::jpeg(1)).await.unwrap();
    assert_eq!(view.id, id);
    remove(&world, id).await;
    let gone = world.send_with(&agent, "look", vec![id.to_owned()]).await.unwrap_err();
    assert_eq!(gone.code, "attachment-gone");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_id_is_a_new_one_or_it_is_refused() {
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let id = "5d4f0f4e-92a3-4d2f-8f0c-1f6b5a0c7e11";
    for none in ["", "photo", "../village.json"] {
        let refused = attach_as(&world, &agent, none, &picture::jpeg(1)).await.unwrap_err();
        assert_eq!(refused.code, "bad-request", "{none}");
    }
    attach_as(&world, &agent, id, &picture::jpeg(1)).await.unwrap();
    // Written in another way it is the same id.
    for taken in [id.to_owned(), id.to_uppercase()] {
        let refused = attach_as(&world, &agent, &taken, &picture::jpeg(2)).await.unwrap_err();
        assert_eq!(refused.code, "bad-request", "{taken}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_what_waits_takes_room() {
    let provider = plain_provider(Wire::Anthropic);
    let bytes = picture::jpeg(6);
    let room = bytes.len() * 2;
    let world = World::build().limits(|limits| limits.attachments_waiting = room).open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    // What was sent is in its folder, and is shown from there.
    for _ in 0..4 {
        let view = world.attach(&agent, "a.jpg", &bytes).await.unwrap();
        let mark = world.events.mark();
        world.send_with(&agent, "look", vec![view.id.clone()]).await.unwrap();
        assert_eq!(world.ended(&agent, mark).await.stop(), "-");
        assert_eq!(world.village.served(&format!("attachment/{}", view.id)).unwrap().bytes, bytes);
    }
    let first = world.attach(&agent, "b.jpg", &bytes).await.unwrap();
    world.attach(&agent, "c.jpg", &bytes).await.unwrap();
    assert_eq!(world.attach(&agent, "d.jpg", &bytes).await.unwrap_err().code, "attachment-full");
    remove(&world, &first.id).await;
    world.attach(&agent, "d.jpg", &bytes).await.unwrap();
}

/// The smallest files that are what their bytes say.
const PDF: &[u8] = b"%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n";
const WAV: &[u8] = b"RIFF\x2C\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1F\0\0\x40\x1F\0\0\x01\0\x08\0data\x08\0\0\0\x80\x80\x80\x80\x80\x80\x80\x80";
const MP4: &[u8] = b"\0\0\0\x18ftypisom\0\0\x02\0isomiso2\0\0\0\x08mdat";

/// Whether the bytes stand in a body, as base64.
fn carries(body: &Value, bytes: &[u8]) -> bool {
    body.to_string().contains(&picture::base64(bytes))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_of_each_kind_is_sent_as_it_is_once_whatever_it_is_called() {
    for (wire, files) in [
        (Wire::Anthropic, &[("pdf", "application/pdf", PDF)][..]),
        (
            Wire::Gemini,
            &[("pdf", "application/pdf", PDF), ("audio", "audio/wav", WAV), ("video", "video/mp4", MP4)],
        ),
    ] {
        let provider = plain_provider(wire);
        let world = World::build().open();
        let template = world.template(&provider, wire).await;
        let agent = world.agent("Mina", &template).await;
        for (kind, mime, bytes) in files {
            let view = world.attach(&agent, "holiday.jpg", bytes).await.unwrap();
            assert_eq!((view.kind.as_str(), view.mime.as_str()), (*kind, *mime), "{wire}");
            let mark = world.events.mark();
            world.send_with(&agent, "What is this?", vec![view.id.clone()]).await.unwrap();
            let told = world.ended(&agent, mark).await;
            assert_eq!(told.stop(), "-", "{wire}, {kind}: {:?}", told.system());
            assert!(carries(&provider.requests().pop().unwrap().json(), bytes), "{wire}, {kind}");
            assert_eq!(fs::read(world.folder().join("attachments").join(&view.id)).unwrap(), *bytes);
            world.say(&agent, "And now?").await;
            assert!(
                !carries(&provider.requests().pop().unwrap().json(), bytes),
                "{wire}, {kind}: in its turn only"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_is_refused_with_its_reason_before_anything_is_stored() {
    let provider = plain_provider(Wire::Gemini);
    let world = World::build().open();
    let template = world.template(&provider, Wire::Gemini).await;
    let agent = world.agent("Mina", &template).await;
    let jpeg = picture::jpeg(1);
    let many = |head: &[u8], megabytes: usize| [head, &vec![b' '; megabytes << 20]].concat();
    for (bytes, code, fact) in [
        (b"hello".to_vec(), "attachment-not-media", None),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), "attachment-not-media", None),
        (Vec::new(), "attachment-not-media", None),
        (
            b"GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x01D\0;".to_vec(),
            "attachment-unsupported",
            Some("GIF"),
        ),
        (jpeg[..jpeg.len() / 2].to_vec(), "attachment-unreadable", None),
        (many(PDF, 20), "attachment-too-large", Some("20")),
        (many(&jpeg, 64), "attachment-too-large", Some("64")),
    ] {
        let refused = world.attach(&agent, "thing", &bytes).await.unwrap_err();
        assert_eq!((refused.code.as_str(), refused.args["name"].as_str()), (code, "thing"));
        for language in [Language::En, Language::Ja, Language::Zh] {
            let sentence = Text::of(language).message(&format!("error-{code}"), &refused.args).unwrap();
            assert!(
                sentence.contains("thing") && fact.is_none_or(|fact| sentence.contains(fact)),
                "{sentence}"
            );
        }
    }
    assert!(!world.folder().join("attachments").exists(), "nothing is stored");
    // What a camera writes is more than a wire takes, and becomes small.
    let view = world.attach(&agent, "large.jpg", &many(&jpeg, 40)).await.unwrap();
    assert!(view.bytes <= 2_097_152, "{}", view.bytes);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_waited_goes_without_what_its_new_model_cannot_carry_and_says_so() {
    let slow =
        ProviderOptions { first_byte_delay: Duration::from_secs(2), ..ProviderOptions::new(Wire::Anthropic) };
    let (first, second) = (provider(slow), plain_provider(Wire::OpenaiCompat));
    let world = World::build().open();
    let template = world.template(&first, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let pdf = world.attach(&agent, "report.pdf", PDF).await.unwrap();
    let mark = world.events.mark();
    world.try_send(&agent, "Wait.").await.unwrap();
    world.send_with(&agent, "Read this.", vec![pdf.id]).await.unwrap();
    let mut other = world.template_of(&second.url(), Wire::OpenaiCompat);
    other.id = Some(template);
    world.template_save(other).await;
    world.ended(&agent, mark).await;
    let told = world.ended(&agent, world.events.mark()).await;
    assert_eq!(told.stop(), "-", "{:?}", told.system());
    let body = second.requests().pop().unwrap().json();
    assert!(!carries(&body, PDF));
    let said =
        Text::of(Language::En).attachment_not_carried(&Text::of(Language::En).kind_pdf(), "report.pdf");
    assert!(body.to_string().contains(&said), "{said}");
}
