//! `fuseforks-sim`: the stand-ins as programs.
//!
//! Prints one JSON line when ready and runs until it is told to end: SIGINT, SIGTERM, or the end of a
//! piped standard input, so that a stand-in never outlives the program that started it.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use fuseforks_sim::camera::{self, CameraOptions, Odd, Permission, Scene};
use fuseforks_sim::provider::{self, Cut, ProviderOptions, Script, Wire};
use serde_json::{Value, json};
use tokio::sync::oneshot;

/// Stand-ins for tests and practice.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// A camera behind MCP.
    Camera {
        /// Port on 127.0.0.1 [default: a free one]
        #[arg(long)]
        port: Option<u16>,
        /// two-colour:LEFT,RIGHT, moving or photo
        #[arg(long, default_value = "photo")]
        scene: Scene,
        /// Milliseconds that every image takes
        #[arg(long, default_value_t = 0)]
        delay: u64,
        /// Milliseconds until the camera's owner says yes, or deny
        #[arg(long, value_parser = permission)]
        permission: Option<Permission>,
        /// The first N image calls fail
        #[arg(long, default_value_t = 0, value_name = "N")]
        fail: u64,
        /// An odd answer in place of a frame
        #[arg(long, value_name = "NAME")]
        odd: Option<Odd>,
    },
    /// A strict model provider.
    Provider {
        /// Its protocol
        wire: Wire,
        /// Port on 127.0.0.1 [default: a free one]
        #[arg(long)]
        port: Option<u16>,
        /// Writes every request into this folder
        #[arg(long, value_name = "DIR")]
        record: Option<PathBuf>,
        /// Answers requests with images with this status
        #[arg(long, value_name = "STATUS", value_parser = status)]
        refuse_images: Option<u16>,
        /// Answers requests with a WebP with 400
        #[arg(long)]
        refuse_webp: bool,
        /// Takes images and does not see them
        #[arg(long)]
        ignore_images: bool,
        /// Ends every answer of a model after so many bytes
        #[arg(long, value_name = "BYTES")]
        cut: Option<usize>,
        /// Answers every model call with this status
        #[arg(long, value_name = "CODE", value_parser = status)]
        status: Option<u16>,
        /// A JSON list of steps
        #[arg(long, value_name = "FILE")]
        script: Option<PathBuf>,
    },
}

fn permission(text: &str) -> Result<Permission, String> {
    match text {
        "deny" => Ok(Permission::Denied),
        _ => text
            .parse()
            .map(|ms| Permission::After(Duration::from_millis(ms)))
            .map_err(|_| "MS or deny".into()),
    }
}

fn status(text: &str) -> Result<u16, String> {
    text.parse().ok().filter(|code| (400..600).contains(code)).ok_or_else(|| "400 to 599".into())
}

fn main() -> ExitCode {
    match run(Cli::parse().what) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody is left to tell if this fails too.
            let _ = writeln!(io::stderr(), "fuseforks-sim: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(what: What) -> io::Result<()> {
    match what {
        What::Camera { port, scene, delay, permission, fail, odd } => {
            let camera = camera::start(CameraOptions {
                port,
                scene,
                delay: Duration::from_millis(delay),
                permission: permission.unwrap_or_default(),
                fail_first: fail,
                odd,
            })?;
            announce(&json!({"url": camera.url(), "scene": scene.to_string()}))?;
            wait()?;
            camera.shutdown();
        }
        What::Provider {
            wire,
            port,
            record,
            refuse_images,
            refuse_webp,
            ignore_images,
            cut,
            status,
            script,
        } => {
            let script = match script {
                Some(file) => Script::from_json(&fs::read_to_string(&file)?)
                    .map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?,
                None => Script::default(),
            };
            let provider = provider::start(ProviderOptions {
                port,
                script,
                record,
                refuse_images,
                refuse_webp,
                ignore_images,
                cut: cut.map(|after| Cut { after, reset: false }),
                status,
                ..ProviderOptions::new(wire)
            })?;
            announce(&json!({"url": provider.url(), "wire": wire.name()}))?;
            wait()?;
            provider.shutdown();
        }
    }
    Ok(())
}

fn announce(line: &Value) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Returns when the process is told to end.
fn wait() -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let input = end_of_input();
    runtime.block_on(async {
        tokio::select! {
            result = tokio::signal::ctrl_c() => result,
            result = terminated() => result,
            Ok(()) = input => Ok(()),
        }
    })
}

#[cfg(unix)]
async fn terminated() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    signal(SignalKind::terminate())?.recv().await;
    Ok(())
}

#[cfg(not(unix))]
async fn terminated() -> io::Result<()> {
    std::future::pending().await
}

/// Fires when a piped standard input ends. Without a pipe it never does: a shell gives a background job
/// the null device, which is at its end from the start.
fn end_of_input() -> oneshot::Receiver<()> {
    let (ended, input) = oneshot::channel();
    std::thread::spawn(move || {
        if !is_piped() {
            return;
        }
        let mut buffer = [0; 256];
        while matches!(io::stdin().read(&mut buffer), Ok(read) if read > 0) {}
        let _ = ended.send(());
    });
    input
}

#[cfg(unix)]
fn is_piped() -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    fs::metadata("/dev/stdin").is_ok_and(|data| data.file_type().is_fifo() || data.file_type().is_socket())
}

#[cfg(not(unix))]
fn is_piped() -> bool {
    use std::io::IsTerminal as _;
    !io::stdin().is_terminal()
}
