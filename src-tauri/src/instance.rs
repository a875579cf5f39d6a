//! Two launches on one machine folder: the second shows the window of the first and ends.

use serde::{Deserialize, Serialize};
use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
    time::Duration,
};

const LIMIT: Duration = Duration::from_secs(2);

#[derive(Serialize, Deserialize)]
struct Knock {
    address: SocketAddr,
    path: String,
}

/// Leaves word where this launch can be reached. The file is the person's alone.
pub(crate) fn announce(home: &Path, address: SocketAddr, path: String) -> std::io::Result<()> {
    let file = home.join("instance.json");
    std::fs::create_dir_all(home)?;
    let text = serde_json::to_vec(&Knock { address, path })?;
    let _ = std::fs::remove_file(&file);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)?.write_all(&text)
}

/// Asks the launch that left word to show its window. False when there is none.
pub(crate) fn knock(home: &Path) -> bool {
    let knock = || -> Option<bool> {
        let text = std::fs::read(home.join("instance.json")).ok()?;
        let Knock { address, path } = serde_json::from_slice(&text).ok()?;
        if !address.ip().is_loopback() || path.contains(char::is_whitespace) {
            return None;
        }
        let mut stream = TcpStream::connect_timeout(&address, LIMIT).ok()?;
        stream.set_read_timeout(Some(LIMIT)).ok()?;
        stream.set_write_timeout(Some(LIMIT)).ok()?;
        write!(
            stream,
            // not prose: HTTP
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )
        .ok()?;
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).ok()?;
        Some(answer.ends_with(b"204"))
    };
    knock().unwrap_or(false)
}
