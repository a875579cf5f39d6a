use super::{Focus, Sounds, router};
use fuseforks_village::{
    App, AppLimits, AppOptions, Asking, Home, Language, clock::SystemClock, media, secret::MemorySecrets,
};
use std::{collections::HashMap, fs, net::SocketAddr, path::PathBuf, sync::Arc};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

const TOKEN: &str = "0123456789abcdef";
const SOUND: &str = "00000000-0000-4000-8000-00000000000a";
const PICTURE: &str = "00000000-0000-4000-8000-00000000000b";

/// A second of silence: WAV (RIFF, PCM, 8000 samples of 8 bits).
fn wav() -> Vec<u8> {
    let samples = [128; 8000];
    let mut file = b"RIFF".to_vec();
    file.extend_from_slice(&8036_u32.to_le_bytes());
    file.extend_from_slice(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    file.extend_from_slice(&8000_u32.to_le_bytes());
    file.extend_from_slice(&8000_u32.to_le_bytes());
    file.extend_from_slice(b"\x01\0\x08\0data");
    file.extend_from_slice(&8000_u32.to_le_bytes());
    file.extend_from_slice(&samples);
    file
}

/// One pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55\
    \0\0\0\x0aIDATx\x9cc`\0\0\0\x02\0\x01H\xaf\xa4q\0\0\0\0IEND\xaeB`\x82";

struct Bench {
    address: SocketAddr,
    folder: PathBuf,
    app: Arc<App>,
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The router over a village with a sound and a picture that a person sent.
async fn bench() -> Bench {
    let folder =
        std::env::temp_dir().join(format!("fuseforks-loopback-{}", fuseforks_village::random_token()));
    let app = App::new(AppOptions {
        home: Home::at(folder.join("home")),
        clock: Arc::new(SystemClock),
        secrets: Arc::new(MemorySecrets::default()),
        variables: HashMap::new(),
        asking: Asking::Person,
        limits: AppLimits::default(),
        language: Language::En,
    });
    let app = app.unwrap();
    let village = app.open_practice(Language::En).unwrap();
    let sent = village.folder().join("attachments");
    fs::create_dir_all(&sent).unwrap();
    fs::write(sent.join(SOUND), wav()).unwrap();
    fs::write(sent.join(PICTURE), PNG).unwrap();
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let served = Arc::clone(&app);
    let answer: Sounds = Arc::new(move |method, path, range| media::sound(&served, method, path, range));
    let shown: Focus = Arc::new(|| true);
    let router = router(address, TOKEN, answer, shown);
    tokio::spawn(async move { axum::serve(listener, router).await });
    Bench { address, folder, app }
}

/// Status, head and body of an answer.
async fn ask(bench: &Bench, line: &str, host: &str, more: &str) -> (u16, String, Vec<u8>) {
    let mut stream = TcpStream::connect(bench.address).await.unwrap();
    let request = format!("{line} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
    let head = String::from_utf8(answer[..end].to_vec()).unwrap().to_ascii_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head, answer[end..].to_vec())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sound_is_served_by_the_rules_of_media_and_only_to_who_knows_the_address() {
    let bench = bench().await;
    let host = bench.address.to_string();
    let sound = format!("/{TOKEN}/media/attachment/{SOUND}");

    let (status, head, body) = ask(&bench, &format!("GET {sound}"), &host, "").await;
    assert_eq!((status, body), (200, wav()));
    for line in [
        "content-type: audio/wav\r\n",
        "content-length: 8044\r\n",
        "accept-ranges: bytes\r\n",
        "content-disposition: inline\r\n",
        "x-content-type-options: nosniff\r\n",
        "cache-control: private, no-store\r\n",
    ] {
        assert!(head.contains(line), "{line} {head}");
    }
    assert!(!head.contains("access-control"), "no page may read it: {head}");

    let (status, head, body) = ask(&bench, &format!("GET {sound}"), &host, "Range: bytes=8-15\r\n").await;
    assert_eq!((status, body.as_slice()), (206, &b"WAVEfmt "[..]));
    assert!(head.contains("content-range: bytes 8-15/8044\r\n"), "{head}");
    let (status, head, body) = ask(&bench, &format!("GET {sound}"), &host, "Range: bytes=8044-\r\n").await;
    assert_eq!((status, body.len()), (416, 0));
    assert!(head.contains("content-range: bytes */8044\r\n"), "{head}");
    let (status, head, body) = ask(&bench, &format!("HEAD {sound}"), &host, "").await;
    assert_eq!((status, body.len()), (200, 0));
    assert!(head.contains("content-length: 8044\r\n"), "{head}");
    assert_eq!(ask(&bench, &format!("POST {sound}"), &host, "").await.0, 405);

    let port = bench.address.port();
    for other in [format!("localhost:{port}"), "127.0.0.1".to_owned(), format!("evil.example:{port}")] {
        let (status, _, body) = ask(&bench, &format!("GET {sound}"), &other, "").await;
        assert_eq!((status, body.len()), (403, 0), "{other}");
    }
    for path in [
        format!("/fedcba9876543210/media/attachment/{SOUND}"),
        format!("/media/attachment/{SOUND}"),
        format!("/{TOKEN}/media/attachment/../attachment/{SOUND}"),
        format!("/{TOKEN}"),
        "/".to_owned(),
    ] {
        assert_eq!(ask(&bench, &format!("GET {path}"), &host, "").await.0, 404, "{path}");
    }
    assert_eq!(ask(&bench, "POST /fedcba9876543210/focus", &host, "").await.0, 404);
    assert_eq!(ask(&bench, &format!("POST /{TOKEN}/focus"), "evil.example", "").await.0, 403);
    assert_eq!(ask(&bench, &format!("POST /{TOKEN}/focus"), &host, "").await.0, 204);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_is_nothing_but_sound() {
    let bench = bench().await;
    assert_eq!(media::answer(&bench.app, "GET", &format!("attachment/{PICTURE}"), None).status, 200);
    let (status, _, body) =
        ask(&bench, &format!("GET /{TOKEN}/media/attachment/{PICTURE}"), &bench.address.to_string(), "")
            .await;
    assert_eq!((status, body.len()), (404, 0));
}
