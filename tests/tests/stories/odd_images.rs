//! Images that are not what they are called, or are none: what the model is told, on whichever wire.

use crate::{
    placement::{declared, images},
    support::{TONGUES, WIRES, once, provider},
};
use fuseforks_sim::provider::{Provider, ProviderOptions, Received, Script, Step, ToolChoice, Wire};
use fuseforks_tests::{
    Told, World,
    listener::Listener,
    picture,
    toolbox::{self, Toolbox},
};
use fuseforks_village::Language;
use image::ImageFormat;
use serde_json::{Value, json};
use std::{fs, path::PathBuf};

/// One turn in which the model calls a tool that gives this.
async fn given(language: Language, wire: Wire, result: Value) -> (World, Told, Provider, Toolbox) {
    let tools = Toolbox::start(&["give"], move |_| result.clone().into()).await;
    let provider = provider(ProviderOptions { script: once("give"), ..ProviderOptions::new(wire) });
    let world = World::build().language(language).open();
    let agent = world.agent_with(&provider, wire, "box", &tools.url()).await;
    let told = world.say(&agent, "go").await;
    assert_eq!(told.stop(), "-", "{wire}: {:?}", told.system());
    (world, told, provider, tools)
}

/// What the model read as the newest result.
fn read(provider: &Provider) -> String {
    let chat = provider.chats().pop().expect("a request");
    chat.turn_results().last().expect("a result").text.clone()
}

fn foreign(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../crates/media/tests/fixtures");
    fs::read(folder.join(name)).unwrap()
}

/// The head of a file of the ISO family (ISO/IEC 14496-12, 4.3), with nothing in it.
fn ftyp(brand: &[u8; 4]) -> Vec<u8> {
    [b"\0\0\0\x18ftyp", &brand[..], b"\0\0\0\0mif1heic", &[0; 64]].concat()
}

const UNREADABLE: [&str; 3] = [
    "(1 image left out: unreadable)",
    "（画像 1 枚を省きました: 読めません）",
    "（略去了图像 1 张：无法读取）",
];

fn unsupported(format: &str) -> [String; 3] {
    [
        format!("(1 image left out: {format} is not supported)"),
        format!("（画像 1 枚を省きました: {format} は扱えない形式です）"),
        format!("（略去了图像 1 张：不支持 {format} 格式）"),
    ]
}

/// A name, what a server gives and how it calls that, the reason, and what the model reads of it.
type Odd = (&'static str, Vec<u8>, &'static str, &'static str, [String; 3]);

fn odd() -> Vec<Odd> {
    let unreadable = UNREADABLE.map(str::to_owned);
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec();
    let html = b"<!DOCTYPE html><html>hello</html>".to_vec();
    assert_eq!(html.len(), 33);
    let named = |format: &str| ("unsupported", unsupported(format));
    let mut all = vec![
        ("SVG", svg, "image/svg+xml", "unreadable", unreadable.clone()),
        ("HTML", html, "image/png", "unreadable", unreadable.clone()),
        ("a video", ftyp(b"mp42"), "image/jpeg", "unreadable", unreadable),
    ];
    for (name, bytes, mime, format) in [
        ("AVIF", foreign("foreign.avif"), "image/avif", "AVIF"),
        ("BMP", picture::noisy(1, 1, 1, ImageFormat::Bmp), "image/bmp", "BMP"),
        ("TIFF", foreign("foreign.tif"), "image/tiff", "TIFF"),
        ("HEIC named JPEG", ftyp(b"heic"), "image/jpeg", "HEIC"),
        ("HEIX named JPEG", ftyp(b"heix"), "image/jpeg", "HEIC"),
    ] {
        let (reason, words) = named(format);
        all.push((name, bytes, mime, reason, words));
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_no_provider_takes_leaves_a_line_and_a_conversation_that_goes_on() {
    for (tongue, (language, wire)) in TONGUES.into_iter().enumerate() {
        let good = picture::jpeg(1);
        let results: Vec<Value> = odd()
            .into_iter()
            .map(|(_, bytes, mime, ..)| {
                toolbox::result(&[toolbox::image(&bytes, mime), toolbox::text("drawn")])
            })
            .collect();
        let fine = toolbox::result(&[toolbox::jpeg(&good), toolbox::text("fine")]);
        // After each odd one comes a good one.
        let tools = Toolbox::start(&["give"], move |called| match called.before % 2 {
            0 => results[called.before / 2].clone().into(),
            _ => fine.clone().into(),
        })
        .await;
        let provider = provider(ProviderOptions { script: once("give"), ..ProviderOptions::new(wire) });
        let world = World::build().language(language).open();
        let agent = world.agent_with(&provider, wire, "box", &tools.url()).await;
        for (name, _, _, reason, words) in odd() {
            let before = provider.requests().len();
            let told = world.say(&agent, "go").await;
            assert_eq!(told.stop(), "-", "{name}: {:?}", told.system());
            assert_eq!(read(&provider), format!("drawn\n{}", words[tongue]), "{name}");
            assert_eq!(told.outputs()[0].output, read(&provider), "{name}");
            assert_eq!(told.tools()[0].dropped, [reason], "{name}");
            assert_eq!((told.tools()[0].images, told.pane_lines().len()), (0, 0), "{name}");
            let sent = provider.requests().split_off(before);
            assert_eq!(sent.len(), 2, "{name}: a call and its result, nothing twice");
            for request in &sent {
                assert_eq!(request.status, 200, "{name}: {:?}", request.refusal);
                assert!(images(&request.json()).is_empty(), "{name}");
            }
            let told = world.say(&agent, "go").await;
            assert_eq!((told.stop().as_str(), read(&provider).as_str()), ("-", "fine"), "after {name}");
            let found = images(&provider.requests().pop().unwrap().json());
            assert_eq!(found.len(), 1, "after {name}");
            assert_eq!(found[0].sha256, picture::sha256(&good), "after {name}");
        }
        assert!(world.log_of("tool image fallback").await.is_empty());
        assert_eq!(world.log_of("tool image dropped").await.len(), odd().len());
    }
}

/// The media type that a body of this wire has for an image of this one.
fn expected(wire: Wire, mime: &str) -> Option<String> {
    (wire != Wire::Ollama).then(|| mime.to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bytes_alone_name_an_image_on_every_wire() {
    let jpeg = picture::noisy(3, 640, 424, ImageFormat::Jpeg);
    let webp = picture::noisy(4, 90, 60, ImageFormat::WebP);
    let mut nameless = toolbox::jpeg(&jpeg);
    nameless.as_object_mut().unwrap().remove("mimeType");
    let called = |mime: &str| toolbox::image(&jpeg, mime);
    let rounds = [
        vec![called("image/png"), called("image/jpg"), called("IMAGE/JPEG"), called("")],
        vec![called("image/jpeg; charset=binary"), nameless, toolbox::image(&webp, "image/png")],
    ];
    let results = rounds.map(|blocks| toolbox::result(&blocks));
    for wire in WIRES {
        let results = results.clone();
        let tools = Toolbox::start(&["give"], move |called| results[called.before].clone().into()).await;
        let script = Script::respond(|received: &Received| {
            if received.turn_results().len() < 2 && received.tool_choice != ToolChoice::None {
                return Step::call("give", json!({}));
            }
            Step::text("done")
        });
        let provider = provider(ProviderOptions { script, ..ProviderOptions::new(*wire) });
        let world = World::build().open();
        let agent = world.agent_with(&provider, *wire, "box", &tools.url()).await;
        // The person's own files have names that lie, too.
        let mut attached = Vec::new();
        for bytes in [&jpeg, &webp] {
            attached.push(world.attach(&agent, "a.jpg", bytes).await.unwrap());
        }
        let mimes: Vec<&str> = attached.iter().map(|view| view.mime.as_str()).collect();
        assert_eq!(mimes, ["image/jpeg", "image/webp"], "{wire}");
        let mark = world.events.mark();
        let ids = attached.into_iter().map(|view| view.id).collect();
        world.send_with(&agent, "go", ids).await.unwrap();
        let told = world.ended(&agent, mark).await;
        assert_eq!(told.stop(), "-", "{wire}: {:?}", told.system());

        let body = provider.requests().pop().unwrap().json();
        let found = images(&body);
        let order = [(&jpeg, "image/jpeg"), (&webp, "image/webp")];
        let six = std::iter::repeat_n(order[0], 6);
        let wanted: Vec<_> = order.into_iter().chain(six).chain([order[1]]).collect();
        assert_eq!(found.len(), wanted.len(), "{wire}");
        for (found, (bytes, mime)) in found.iter().zip(wanted) {
            assert_eq!(declared(&body, found), expected(*wire, mime), "{wire}, {}", found.at);
            // This one takes no WebP: there it goes as a JPEG.
            if mime == "image/jpeg" || *wire != Wire::Ollama {
                assert_eq!(found.sha256, picture::sha256(bytes), "{wire}, {}: byte for byte", found.at);
            }
        }
        for wrong in ["image/jpg", "image/png", "IMAGE/", "charset=binary"] {
            assert!(!body.to_string().contains(wrong), "{wire}: {wrong}");
        }
    }
}

fn raw(data: &str) -> Value {
    json!({"type": "image", "data": data, "mimeType": "image/png"})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_data_url_where_data_belongs_is_unreadable_and_never_goes_out() {
    let parts = ["（読めない部分を省きました）", "（略去了无法读取的部分）"];
    for (tongue, (language, wire)) in TONGUES.into_iter().enumerate().skip(1) {
        let png = picture::base64(&picture::noisy(5, 50, 50, ImageFormat::Png));
        let url = format!("data:image/png;base64,{png}");
        let lies = format!("data:image/jpeg;base64,{png}");
        let blob = json!({"type": "resource", "resource": {"uri": "x://1/a.png", "blob": url, "mimeType": "image/png"}});
        for (block, notice, dropped) in [
            (raw(&url), UNREADABLE[tongue], 1),
            (raw(&lies), UNREADABLE[tongue], 1),
            (blob, parts[tongue - 1], 0),
        ] {
            let result = toolbox::result(&[block, toolbox::text("after")]);
            let (_world, told, provider, _tools) = given(language, wire, result).await;
            assert_eq!(read(&provider), format!("after\n{notice}"), "{wire}");
            assert_eq!(told.tools()[0].dropped.len(), dropped, "{wire}");
            assert!(told.tools()[0].ok, "{wire}: never an error of the whole");
            let body = String::from_utf8(provider.requests().pop().unwrap().body.to_vec()).unwrap();
            assert!(!body.contains("base64,") && !body.contains(&png[..60]), "{wire}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_where_data_belongs_is_asked_for_by_nobody() {
    let listener = Listener::start().await;
    let blocks = [raw(&listener.url("/a.png")), toolbox::text("after")];
    for (tongue, (language, wire)) in TONGUES.into_iter().enumerate() {
        let (_world, _, provider, _tools) = given(language, wire, toolbox::result(&blocks)).await;
        assert_eq!(read(&provider), format!("after\n{}", UNREADABLE[tongue]), "{wire}");
        let body = provider.requests().pop().unwrap().json();
        assert!(images(&body).is_empty() && !body.to_string().contains("a.png"), "{wire}");
    }
    assert_eq!(listener.knocks(), 0);
    // It does count whoever knocks.
    tokio::net::TcpStream::connect(listener.url("").trim_start_matches("http://")).await.unwrap();
    fuseforks_tests::until("the knock", || (listener.knocks() == 1).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn empty_data_is_in_no_request_and_no_record_now_or_later() {
    let jpeg = picture::noisy(6, 100, 100, ImageFormat::Jpeg);
    let blocks = [raw(""), raw("AA=="), toolbox::jpeg(&jpeg), toolbox::text("t")];
    for wire in [Wire::Anthropic, Wire::OpenaiCompat] {
        let (world, told, provider, _tools) = given(Language::En, wire, toolbox::result(&blocks)).await;
        assert_eq!(read(&provider), "t\n(2 images left out: unreadable)", "{wire}");
        assert_eq!(
            (told.tools()[0].images, &told.tools()[0].dropped[..]),
            (1, &["unreadable"; 2].map(str::to_owned)[..])
        );
        let found = images(&provider.requests().pop().unwrap().json());
        assert_eq!(found.len(), 1, "{wire}");
        assert_eq!(found[0].sha256, picture::sha256(&jpeg), "{wire}");
        let agent = told.agent.clone();
        assert_eq!(world.say(&agent, "again").await.stop(), "-", "{wire}");
        let rows = serde_json::to_string(&world.rows().await).unwrap();
        let secrets = std::sync::Arc::clone(&world.app.services().secrets);
        let kept = world.close().await;
        let world = World::again(&kept).secrets(secrets).open();
        world.start(&agent).await;
        assert_eq!(world.say(&agent, "and now?").await.stop(), "-", "{wire}: after a new start");
        for request in provider.requests() {
            assert_eq!(request.status, 200, "{wire}: {:?}", request.refusal);
            let body = String::from_utf8(request.body.to_vec()).unwrap();
            for empty in ["\"data\":\"\"", "base64,\"", "\"images\":[\"\"]", "\"AA==\""] {
                assert!(!body.contains(empty) && !rows.contains(empty), "{wire}: {empty}");
            }
        }
    }
}
