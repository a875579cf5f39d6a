//! A fastmcp server over both transports: the stateless era, files of many kinds, readers.

use crate::support::{Person, Process, address, call, command, connect, python, sources};
use fuseforks_mcp::{Era, Server};
use fuseforks_tests::{PATIENCE, picture};
use image::ImageFormat;
use serde_json::json;
use std::{fs, path::Path, process::Command, sync::Arc};
use tempfile::TempDir;

/// The files that the server serves.
struct Files {
    folder: TempDir,
    jpeg: Vec<u8>,
    webp: Vec<u8>,
    wav: Vec<u8>,
}

/// A second of silence, 8 kHz, one channel, 8 bits (RIFF WAVE).
fn wav() -> Vec<u8> {
    let samples = 8000_u32;
    let mut file = b"RIFF".to_vec();
    file.extend((36 + samples).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    file.extend(1_u16.to_le_bytes());
    file.extend(1_u16.to_le_bytes());
    file.extend(8000_u32.to_le_bytes());
    file.extend(8000_u32.to_le_bytes());
    file.extend(1_u16.to_le_bytes());
    file.extend(8_u16.to_le_bytes());
    file.extend(b"data");
    file.extend(samples.to_le_bytes());
    file.resize(file.len() + samples as usize, 128);
    file
}

fn files() -> Files {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect("a file");
    let jpeg = picture::jpeg(11);
    let webp = picture::noisy(12, 200, 100, ImageFormat::WebP);
    let wav = wav();
    write("picture.jpg", &jpeg);
    write("picture.webp", &webp);
    write("picture.gif", &picture::noisy(13, 20, 10, ImageFormat::Gif));
    write("tone.wav", &wav);
    write("paper.pdf", b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
    write("table.csv", b"lens,mm\nnikkor,40\n");
    Files { folder, jpeg, webp, wav }
}

async fn gives_what_it_promises(server: &Server, files: &Files) {
    assert_eq!(server.era(), Some(Era::Modern));
    assert_eq!(server.info().expect("connected").protocol, "2026-07-28");
    let digests = |converted: &fuseforks_village::tool::Converted| {
        let images = converted.outcome.images();
        images
            .iter()
            .map(|image| (image.media_type().to_owned(), image.digest().to_string()))
            .collect::<Vec<_>>()
    };
    // Byte for byte where a model takes the format.
    let jpeg = call(server, "jpeg", json!({})).await;
    assert_eq!(digests(&jpeg), [("image/jpeg".to_owned(), picture::sha256(&files.jpeg))]);
    assert!(jpeg.artifacts.is_empty());
    let webp = call(server, "webp", json!({})).await;
    assert_eq!(digests(&webp), [("image/webp".to_owned(), picture::sha256(&files.webp))]);
    // One that it does not take is dropped alone, and named.
    let gif = call(server, "gif", json!({})).await;
    assert!(gif.outcome.images().is_empty());
    assert_eq!(gif.outcome.dropped.iter().map(|reason| reason.code()).collect::<Vec<_>>(), ["unsupported"]);
    let body = gif.outcome.body();
    assert!(body.contains("moving") && body.contains("(1 image left out: GIF is not supported)"), "{body}");

    let wav = call(server, "wav", json!({})).await;
    assert!(wav.outcome.images().is_empty());
    assert_eq!(wav.outcome.body(), "(audio does not go to the model; the user can play it)");
    assert_eq!(wav.artifacts.len(), 1);
    assert_eq!((wav.artifacts[0].mime, &wav.artifacts[0].bytes[..]), ("audio/wav", &files.wav[..]));

    let pdf = call(server, "pdf", json!({})).await;
    let body = pdf.outcome.body();
    assert!(body.starts_with("(not text: ") && body.contains("application/pdf, 1 KB)"), "{body}");
    assert!(pdf.artifacts.is_empty());
    assert!(call(server, "csv", json!({})).await.outcome.body().contains("nikkor,40"));

    let person = call(server, "for_the_person", json!({})).await;
    assert!(person.outcome.images().is_empty());
    assert_eq!(picture::sha256(&person.artifacts[0].bytes), picture::sha256(&files.jpeg));
    assert!(person.outcome.body().contains("shown"), "{}", person.outcome.body());
    let model = call(server, "for_the_model", json!({})).await;
    assert_eq!(digests(&model), [("image/jpeg".to_owned(), picture::sha256(&files.jpeg))]);
    assert!(model.artifacts.is_empty());
    let words = call(server, "words", json!({})).await;
    assert_eq!(
        (words.outcome.body().as_str(), words.user_text.as_str()),
        ("for the model", "for the person")
    );

    let numbers = call(server, "numbers", json!({})).await.outcome.body();
    assert!(["1", "2", "3"].iter().all(|digit| numbers.contains(digit)), "{numbers}");
    let broken = call(server, "broken", json!({})).await.outcome.body();
    assert!(broken.starts_with("the tool returned an error:\n"), "{broken}");
    assert!(broken.contains("the lens cap is on"), "{broken}");
}

fn script() -> String {
    sources().join("files.py").display().to_string()
}

fn path(folder: &Path) -> String {
    folder.display().to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_stdio() {
    let files = files();
    let entry = command(&python(), &[&script(), &path(files.folder.path())]);
    let server = connect(&entry, &Arc::new(Person::default())).await;
    gives_what_it_promises(&server, &files).await;
    tokio::time::timeout(PATIENCE, server.close()).await.expect("it closes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_http() {
    let files = files();
    let folder = path(files.folder.path());
    let process = Process::start(|port| {
        let mut command = Command::new(python());
        command.args([&script(), &folder, "http", &port.to_string()]);
        command
    })
    .await;
    let entry = address(&format!("http://127.0.0.1:{}/mcp", process.port));
    let server = connect(&entry, &Arc::new(Person::default())).await;
    gives_what_it_promises(&server, &files).await;
    tokio::time::timeout(PATIENCE, server.close()).await.expect("it closes");
}
