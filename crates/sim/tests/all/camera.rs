//! The camera over raw MCP messages, in both protocol eras.

use std::collections::HashSet;
use std::io::Cursor;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fuseforks_sim::camera::{self, Camera, CameraOptions, HEIGHT, Odd, Permission, Scene, WIDTH};
use fuseforks_sim::colour::Colour;
use image::RgbImage;
use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::http;

fn camera(options: CameraOptions) -> Camera {
    camera::start(options).expect("camera")
}

fn two(left: &str, right: &str) -> Scene {
    Scene::two_colour(left.parse().expect("colour"), right.parse().expect("colour"))
}

/// A request of the stateless era: version and client in `_meta` and headers, no session.
fn modern(camera: &Camera, method: &str, mut params: Value) -> RequestBuilder {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "0"},
    });
    let name = params["name"].as_str().map(str::to_owned);
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let request = http::client()
        .post(camera.url())
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", method)
        .json(&body);
    match name {
        Some(name) => request.header("mcp-name", name),
        None => request,
    }
}

/// The JSON-RPC answer in a JSON or SSE body.
fn answer(body: &str) -> Value {
    let json =
        body.lines().filter_map(|line| line.strip_prefix("data:")).find(|data| data.contains("jsonrpc"));
    serde_json::from_str(json.unwrap_or(body)).expect("JSON-RPC")
}

async fn send(request: RequestBuilder) -> Value {
    let response = request.send().await.expect("sent");
    assert_eq!(response.status(), StatusCode::OK);
    answer(&response.text().await.expect("body"))
}

async fn call(camera: &Camera, name: &str) -> Value {
    send(modern(camera, "tools/call", json!({"name": name, "arguments": {}}))).await
}

async fn look(camera: &Camera) -> Value {
    call(camera, "live_view_image").await
}

fn bytes_of(block: &Value) -> Vec<u8> {
    STANDARD.decode(block["data"].as_str().expect("data")).expect("base64")
}

fn mean(pixels: &RgbImage, from: u32, to: u32) -> [u8; 3] {
    let mut sums = [0_u64; 3];
    for y in 0..pixels.height() {
        for x in from..to {
            for (sum, value) in sums.iter_mut().zip(pixels.get_pixel(x, y).0) {
                *sum += u64::from(value);
            }
        }
    }
    sums.map(|sum| u8::try_from(sum / u64::from((to - from) * pixels.height())).expect("byte"))
}

#[tokio::test]
async fn a_frame_is_one_jpeg_of_the_real_size_and_its_facts_as_text() {
    let camera = camera(CameraOptions { scene: two("red", "blue"), ..Default::default() });
    let result = &look(&camera).await["result"];
    let content = result["content"].as_array().expect("content");
    assert_eq!(content.len(), 2);
    assert_eq!(content[0]["mimeType"], "image/jpeg");
    let jpeg = bytes_of(&content[0]);
    assert!((15_000..=30_000).contains(&jpeg.len()), "{} bytes", jpeg.len());
    let expected = format!(r#"{{"height":424,"jpeg_bytes":{},"seq":1,"width":640}}"#, jpeg.len());
    assert_eq!(content[1]["text"], expected);
    let pixels = image::load_from_memory(&jpeg).expect("JPEG").into_rgb8();
    assert_eq!(pixels.dimensions(), (640, 424));
    let shot = &camera.shots()[0];
    let digest: String = Sha256::digest(&jpeg).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!((shot.seq, shot.len, shot.sha256.as_str()), (1, jpeg.len(), digest.as_str()));
    assert_eq!(shot.jpeg.as_deref(), Some(&jpeg[..]));
}

#[tokio::test]
async fn the_older_era_gets_a_session_and_the_same_frame() {
    let camera = camera(CameraOptions::default());
    let post = |body: Value| {
        http::client().post(camera.url()).header("accept", "application/json, text/event-stream").json(&body)
    };
    let hello = post(json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}}))
    .send()
    .await
    .expect("sent");
    let session = hello.headers()["mcp-session-id"].to_str().expect("ascii").to_owned();
    assert_eq!(answer(&hello.text().await.expect("body"))["result"]["protocolVersion"], "2025-06-18");
    let post =
        |body| post(body).header("mcp-session-id", &session).header("mcp-protocol-version", "2025-06-18");
    let noted =
        post(json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).send().await.expect("sent");
    assert_eq!(noted.status(), StatusCode::ACCEPTED);
    let call =
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "live_view_image"}});
    let result = send(post(call)).await;
    assert_eq!(result["result"]["content"][0]["type"], "image");
}

#[tokio::test]
async fn the_tools_are_the_real_ones_and_read_only() {
    let camera = camera(CameraOptions::default());
    let list = send(modern(&camera, "tools/list", json!({}))).await;
    let tools = list["result"]["tools"].as_array().expect("tools");
    let mut names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().expect("name")).collect();
    names.sort_unstable();
    assert_eq!(names, ["camera_status", "live_view_image"]);
    assert!(tools.iter().all(|tool| tool["annotations"]["readOnlyHint"] == true));
    let status = call(&camera, "camera_status").await;
    let content = status["result"]["content"].as_array().expect("content");
    assert_eq!(content.len(), 1);
    let facts: Value = serde_json::from_str(content[0]["text"].as_str().expect("text")).expect("JSON");
    assert!(facts["model"].is_string() && facts["battery"].is_u64() && facts["mode"].is_string());
    assert_eq!((camera.calls(), camera.status_calls()), (0, 1));
}

#[tokio::test]
async fn every_frame_differs_but_the_same_camera_repeats_itself() {
    let run = || async {
        let camera = camera(CameraOptions { scene: two("green", "green"), ..Default::default() });
        for _ in 0..3 {
            look(&camera).await;
        }
        camera.shots().into_iter().map(|shot| shot.sha256).collect::<Vec<_>>()
    };
    let (first, second) = (run().await, run().await);
    assert_eq!(first, second);
    assert_eq!(first.iter().collect::<HashSet<_>>().len(), 3);
}

#[tokio::test]
async fn halves_have_the_colours_of_their_names_and_a_real_frame_size() {
    let camera = camera(CameraOptions::default());
    let colours: Vec<Colour> = Colour::all().collect();
    for (place, left) in colours.iter().enumerate() {
        let right = colours[(place + 5) % colours.len()];
        camera.set_scene(Scene::two_colour(*left, right));
        let jpeg = bytes_of(&look(&camera).await["result"]["content"][0]);
        assert!((15_000..=30_000).contains(&jpeg.len()), "{left},{right}: {} bytes", jpeg.len());
        let pixels = image::load_from_memory(&jpeg).expect("JPEG").into_rgb8();
        for (colour, from, to) in [(*left, 0, WIDTH / 2), (right, WIDTH / 2, WIDTH)] {
            let seen = mean(&pixels, from, to);
            let far = seen.iter().zip(colour.rgb()).map(|(a, b)| a.abs_diff(b)).max();
            assert!(far <= Some(8), "{colour}: {seen:?}");
            assert_eq!(Colour::nearest(seen), colour);
        }
    }
}

#[tokio::test]
async fn the_other_scenes_have_a_real_size_too() {
    for (scene, count) in [(Scene::Moving, 5), (Scene::Photo, 5)] {
        let camera = camera(CameraOptions { scene, ..Default::default() });
        for _ in 0..count {
            let jpeg = bytes_of(&look(&camera).await["result"]["content"][0]);
            assert!((15_000..=32_000).contains(&jpeg.len()), "{scene}: {} bytes", jpeg.len());
            let pixels = image::load_from_memory(&jpeg).expect("JPEG");
            assert_eq!((pixels.width(), pixels.height()), (WIDTH, HEIGHT));
        }
    }
}

#[test]
fn scenes_are_read_as_written() {
    for text in ["photo", "moving", "two-colour:red,blue", "two-colour:grey,cyan"] {
        assert_eq!(text.parse::<Scene>().expect(text).to_string(), text);
    }
    for text in ["", "two-colour", "two-colour:red", "two-colour:red,mauve", "PHOTO"] {
        assert!(text.parse::<Scene>().is_err(), "{text:?}");
    }
}

#[tokio::test]
async fn foreign_hosts_and_pages_are_refused() {
    for odd in [None, Some(Odd::Png)] {
        let camera = camera(CameraOptions { odd, ..Default::default() });
        let list = || modern(&camera, "tools/list", json!({}));
        for (name, value) in [("host", "evil.example"), ("origin", "http://evil.example"), ("origin", "null")]
        {
            let response = list().header(name, value).send().await.expect("sent");
            assert_eq!(response.status(), StatusCode::FORBIDDEN, "{name}: {value}");
        }
        let response = list().header("origin", "http://localhost:5173").send().await.expect("sent");
        assert_eq!(response.status(), StatusCode::OK);
    }
}

#[tokio::test]
async fn the_first_calls_fail_when_told_to() {
    let camera = camera(CameraOptions { fail_first: 2, ..Default::default() });
    for expected in [true, true, false] {
        let failed = look(&camera).await["result"]["isError"] == true;
        assert_eq!(failed, expected);
    }
    assert_eq!((camera.calls(), camera.shots().len()), (3, 1));
}

#[tokio::test]
async fn permission_is_waited_for_once_or_denied() {
    let wait = Duration::from_secs(3);
    let camera = camera(CameraOptions { permission: Permission::After(wait), ..Default::default() });
    let start = Instant::now();
    look(&camera).await;
    assert!(start.elapsed() >= wait);
    let start = Instant::now();
    look(&camera).await;
    assert!(start.elapsed() < wait);
    let denied = self::camera(CameraOptions { permission: Permission::Denied, ..Default::default() });
    let result = look(&denied).await;
    assert_eq!(result["result"]["isError"], true);
    assert!(denied.shots().is_empty());
}

#[tokio::test]
async fn a_caller_that_leaves_is_noticed() {
    let camera = camera(CameraOptions { delay: Duration::from_secs(30), ..Default::default() });
    let request = modern(&camera, "tools/call", json!({"name": "live_view_image", "arguments": {}}));
    assert!(request.timeout(Duration::from_millis(300)).send().await.is_err() || camera.calls() == 1);
    let deadline = Instant::now() + Duration::from_secs(5);
    while camera.cancelled() == 0 && Instant::now() < deadline {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!((camera.cancelled(), camera.shots().len()), (1, 0));
}

#[tokio::test]
async fn a_stopped_camera_frees_its_port_and_can_come_back_on_it() {
    let first = camera(CameraOptions::default());
    let url = first.url();
    let port = url.rsplit_once(':').and_then(|(_, rest)| rest.strip_suffix("/mcp")).expect("port");
    let port: u16 = port.parse().expect("number");
    first.shutdown();
    assert!(http::client().get(&url).send().await.is_err());
    let second = camera(CameraOptions { port: Some(port), ..Default::default() });
    assert_eq!(second.url(), url);
    look(&second).await;
}

#[tokio::test]
async fn odd_files_are_what_their_names_say() {
    let expected = [
        (Odd::Png, "image/png", Some((image::ImageFormat::Png, 640, 424))),
        (Odd::Webp, "image/webp", Some((image::ImageFormat::WebP, 640, 424))),
        (Odd::WebpAnimated, "image/webp", Some((image::ImageFormat::WebP, 64, 64))),
        (Odd::Gif, "image/gif", Some((image::ImageFormat::Gif, 64, 64))),
        (Odd::Bmp, "image/bmp", Some((image::ImageFormat::Bmp, 64, 64))),
        (Odd::BigPng, "image/png", Some((image::ImageFormat::Png, 3000, 2000))),
        (Odd::WrongMime, "image/jpeg", Some((image::ImageFormat::Png, 640, 424))),
        (Odd::Svg, "image/svg+xml", None),
        (Odd::Html, "image/jpeg", None),
        (Odd::Truncated, "image/jpeg", None),
        (Odd::Corrupt, "image/jpeg", None),
        (Odd::HugeHeader, "image/png", None),
    ];
    for (odd, mime, decoded) in expected {
        let camera = camera(CameraOptions { odd: Some(odd), ..Default::default() });
        let block = look(&camera).await["result"]["content"][0].clone();
        assert_eq!(block["mimeType"], mime, "{}", odd.name());
        let bytes = bytes_of(&block);
        let pixels = image::load_from_memory(&bytes);
        match decoded {
            Some((format, width, height)) => {
                let pixels = pixels.unwrap_or_else(|error| panic!("{}: {error}", odd.name()));
                assert_eq!(image::guess_format(&bytes).expect("format"), format);
                assert_eq!((pixels.width(), pixels.height()), (width, height), "{}", odd.name());
            }
            None => assert!(pixels.is_err() || odd == Odd::Truncated, "{}", odd.name()),
        }
    }
    let bomb = camera(CameraOptions { odd: Some(Odd::HugeHeader), ..Default::default() });
    let bytes = bytes_of(&look(&bomb).await["result"]["content"][0]);
    assert_eq!(bytes.len(), 41);
    // CRC-32 of the header, computed with Python's zlib.
    assert_eq!(bytes[29..33], zlib_crc());
}

/// `zlib.crc32(b"IHDR" + struct.pack(">IIBBBBB", 8_000_000, 0xFFFFFFFF, 16, 6, 0, 0, 0))`.
fn zlib_crc() -> [u8; 4] {
    CRC.to_be_bytes()
}
const CRC: u32 = 0x4A0A_5F9F;

#[tokio::test]
async fn the_animated_webp_has_two_frames() {
    use image::AnimationDecoder as _;
    let camera = camera(CameraOptions { odd: Some(Odd::WebpAnimated), ..Default::default() });
    let bytes = bytes_of(&look(&camera).await["result"]["content"][0]);
    let decoder = image::codecs::webp::WebPDecoder::new(std::io::Cursor::new(bytes)).expect("WebP");
    let frames = decoder.into_frames().collect_frames().expect("frames");
    assert_eq!(frames.len(), 2);
    assert_ne!(frames[0].buffer().get_pixel(3, 3), frames[1].buffer().get_pixel(3, 3));
}

#[tokio::test]
async fn odd_shapes_are_what_their_names_say() {
    type Check = fn(&Value) -> bool;
    let images = |result: &Value| {
        result["content"]
            .as_array()
            .map_or(0, |list| list.iter().filter(|block| block["type"] == "image").count())
    };
    for (odd, count) in
        [(Odd::Four, 4), (Odd::Five, 5), (Odd::Nine, 9), (Odd::Empty, 0), (Odd::BadAudience, 3)]
    {
        let camera = camera(CameraOptions { odd: Some(odd), ..Default::default() });
        assert_eq!(images(&look(&camera).await["result"]), count, "{}", odd.name());
        assert_eq!(camera.shots().len(), count.max(1));
    }
    let checks: [(Odd, Check); 20] = [
        (Odd::UnknownBlock, |r| r["content"][1]["type"] == "hologram" && r["content"][2]["type"] == "text"),
        (Odd::NoMime, |r| r["content"][0].get("mimeType").is_none()),
        (Odd::UserAudience, |r| r["content"][0]["annotations"]["audience"] == json!(["user"])),
        (Odd::AssistantAudience, |r| r["content"][0]["annotations"]["audience"] == json!(["assistant"])),
        (Odd::BothAudience, |r| r["content"][0]["annotations"]["audience"] == json!(["user", "assistant"])),
        (Odd::Audio, |r| bytes_of(&r["content"][0]).starts_with(b"RIFF")),
        (Odd::AudioUser, |r| r["content"][0]["annotations"]["audience"] == json!(["user"])),
        (Odd::ResourceBlobImage, |r| r["content"][0]["resource"]["mimeType"] == "image/jpeg"),
        (Odd::ResourceText, |r| r["content"][0]["resource"]["text"].is_string()),
        (Odd::ResourceLink, |r| r["content"][0]["type"] == "resource_link"),
        (Odd::StructuredOnly, |r| r["content"] == json!([]) && r["structuredContent"].is_object()),
        (Odd::StructuredRepeat, |r| r["structuredContent"]["result"] == r["content"]),
        (Odd::ErrorWithImage, |r| r["isError"] == true && r["content"][1]["type"] == "image"),
        (Odd::Whitespace, |r| r["content"][0]["text"].as_str().is_some_and(|text| text.trim().is_empty())),
        (Odd::LineWrappedBase64, |r| {
            r["content"][0]["data"]
                .as_str()
                .is_some_and(|text| text.lines().all(|l| l.len() <= 76) && text.contains('\n'))
        }),
        (Odd::DataUri, |r| {
            r["content"][0]["data"].as_str().is_some_and(|text| text.starts_with("data:image/jpeg;base64,"))
        }),
        (Odd::MalformedBase64, |r| STANDARD.decode(r["content"][0]["data"].as_str().expect("data")).is_err()),
        (Odd::LongText, |r| r["content"][0]["text"].as_str().is_some_and(|text| text.len() == 200_000)),
        (Odd::Gif, |r| r["resultType"] == "complete"),
        (Odd::Html, |r| bytes_of(&r["content"][0]).starts_with(b"<!doctype")),
    ];
    for (odd, check) in checks {
        let camera = camera(CameraOptions { odd: Some(odd), ..Default::default() });
        let result = look(&camera).await["result"].clone();
        assert!(check(&result), "{}", odd.name());
    }
    let camera = camera(CameraOptions { odd: Some(Odd::RpcError), ..Default::default() });
    assert_eq!(look(&camera).await["error"]["code"], -32603);
}

#[tokio::test]
async fn odd_answers_reach_clients_of_the_older_era_too() {
    let camera = camera(CameraOptions { odd: Some(Odd::Empty), ..Default::default() });
    let post = |body: Value| http::client().post(camera.url()).json(&body);
    let hello = |version: &str| {
        json!({"jsonrpc": "2.0", "id": "a", "method": "initialize",
            "params": {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}})
    };
    let greeted = send(post(hello("2025-03-26"))).await;
    assert_eq!((&greeted["id"], &greeted["result"]["protocolVersion"]), (&json!("a"), &json!("2025-03-26")));
    assert_eq!(send(post(hello("1999-01-01"))).await["result"]["protocolVersion"], "2025-11-25");
    let noted = post(json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).send().await;
    assert_eq!(noted.expect("sent").status(), StatusCode::ACCEPTED);
    let call =
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "live_view_image"}});
    assert_eq!(send(post(call)).await["result"], json!({"content": []}));
    let unknown = json!({"jsonrpc": "2.0", "id": 3, "method": "roots/list"});
    assert_eq!(send(post(unknown)).await["error"]["code"], -32601);
}

#[tokio::test]
async fn a_hang_hangs_and_a_drop_drops() {
    let call = json!({"name": "live_view_image", "arguments": {}});
    let hang = camera(CameraOptions { odd: Some(Odd::Hang), ..Default::default() });
    let request = modern(&hang, "tools/call", call.clone()).timeout(Duration::from_millis(400));
    assert!(request.send().await.expect_err("no answer").is_timeout());
    let drop = camera(CameraOptions { odd: Some(Odd::DropConnection), ..Default::default() });
    let response = modern(&drop, "tools/call", call).send().await.expect("headers");
    assert!(response.bytes().await.is_err());
}

#[tokio::test]
async fn the_huge_ones_are_four_different_files_of_45_megapixels() {
    let camera = camera(CameraOptions { odd: Some(Odd::FourHuge), ..Default::default() });
    let content = look(&camera).await["result"]["content"].take();
    let files: Vec<Vec<u8>> = content
        .as_array()
        .expect("blocks")
        .iter()
        .map(|block| STANDARD.decode(block["data"].as_str().expect("data")).expect("base64"))
        .collect();
    assert_eq!(files.len(), 4);
    for file in &files {
        let reader = image::ImageReader::new(Cursor::new(file)).with_guessed_format().expect("format");
        assert_eq!(reader.into_dimensions().expect("a header"), (8256, 5504));
        assert!((1_000_000..12_000_000).contains(&file.len()), "{} bytes", file.len());
    }
    assert_ne!(files[0], files[1]);
}

#[test]
fn odd_names_are_read_as_written() {
    for odd in Odd::ALL {
        assert_eq!(odd.name().parse::<Odd>(), Ok(*odd));
    }
    assert!("nonsense".parse::<Odd>().is_err());
}
