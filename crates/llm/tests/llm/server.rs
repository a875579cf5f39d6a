//! A server for one test: plays a script, one entry a connection, and keeps what it was sent.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::sleep,
};

/// What the server does with one connection.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// A whole answer: status, extra header lines, body.
    Answer(u16, String, String),
    /// A streamed 200: pieces with the pause before each in milliseconds, then an end.
    Stream(Vec<(u64, String)>, End),
    /// Nothing at all, for this long; then the connection closes.
    Silence(u64),
    /// Closes before a word.
    Close,
}

/// How a stream ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum End {
    /// As HTTP ends it.
    Well,
    /// The connection breaks.
    Broken,
    /// The connection stays open for ten seconds.
    Open,
}

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Seen {
    pub(crate) fn line(&self) -> &str {
        self.head.lines().next().unwrap_or_default()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// A running server.
pub(crate) struct Server {
    pub(crate) url: String,
    seen: Arc<Mutex<Vec<Seen>>>,
    /// Connections that the client closed while the server was still writing or waiting.
    pub(crate) dropped: Arc<Mutex<u32>>,
}

impl Server {
    /// Starts one. The last act is played for every further connection.
    pub(crate) async fn start(script: Vec<Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (seen, dropped) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(0)));
        let (keep, count) = (Arc::clone(&seen), Arc::clone(&dropped));
        tokio::spawn(async move {
            for turn in 0.. {
                let Ok((stream, _)) = listener.accept().await else { return };
                let act = script[turn.min(script.len() - 1)].clone();
                let (keep, count) = (Arc::clone(&keep), Arc::clone(&count));
                tokio::spawn(async move {
                    if play(stream, act, &keep).await.is_none() {
                        *count.lock().unwrap() += 1;
                    }
                });
            }
        });
        Self { url, seen, dropped }
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

/// `None` if the client went away first.
async fn play(mut stream: TcpStream, act: Act, seen: &Mutex<Vec<Seen>>) -> Option<()> {
    if matches!(act, Act::Close) {
        return Some(());
    }
    let request = read(&mut stream).await?;
    seen.lock().unwrap().push(request);
    match act {
        Act::Answer(status, headers, body) => {
            let length = body.len();
            let text = format!(
                "HTTP/1.1 {status} X\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n{body}"
            );
            stream.write_all(text.as_bytes()).await.ok()
        }
        Act::Stream(pieces, end) => {
            let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nx-request-id: req-7\r\nconnection: close\r\n\r\n";
            stream.write_all(head.as_bytes()).await.ok()?;
            for (pause, piece) in pieces {
                wait(&mut stream, pause).await?;
                let chunk = format!("{:x}\r\n{piece}\r\n", piece.len());
                stream.write_all(chunk.as_bytes()).await.ok()?;
                stream.flush().await.ok()?;
            }
            match end {
                End::Well => stream.write_all(b"0\r\n\r\n").await.ok(),
                End::Broken => Some(()),
                End::Open => wait(&mut stream, 10_000).await,
            }
        }
        Act::Silence(pause) => wait(&mut stream, pause).await,
        Act::Close => Some(()),
    }
}

/// `None` if the client closes meanwhile.
async fn wait(stream: &mut TcpStream, pause: u64) -> Option<()> {
    tokio::select! {
        () = sleep(Duration::from_millis(pause)) => Some(()),
        _ = stream.read_u8() => None,
    }
}

async fn read(stream: &mut TcpStream) -> Option<Seen> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|w| w == b"\r\n\r\n") {
            break end + 4;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let seen = Seen { head: text, body: String::new() };
    let length: usize = seen.header("content-length").and_then(|n| n.parse().ok()).unwrap_or(0);
    while bytes.len() < head + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    Some(Seen { body: String::from_utf8_lossy(&bytes[head..]).into_owned(), ..seen })
}
