//! `fuseforks image`: what would be sent of each file.

use crate::{args::ImageArgs, output};
use fuseforks_media::{Action, Limits, normalise, sniff};
use fuseforks_village::contract::Failure;
use serde::Serialize;
use std::{path::Path, process::ExitCode};

#[derive(Serialize)]
struct Line {
    file: String,
    action: &'static str,
    reason: Option<&'static str>,
    format: Option<&'static str>,
    width: Option<u32>,
    height: Option<u32>,
    bytes: Option<usize>,
    sha256: Option<String>,
}

fn io(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new("file-io").with("file", path.display()).with("reason", error)
}

pub(crate) fn run(arguments: &ImageArgs) -> Result<ExitCode, Failure> {
    if let Some(out) = &arguments.out {
        std::fs::create_dir_all(out).map_err(|error| io(out, &error))?;
    }
    let limits = Limits::default();
    for file in &arguments.files {
        let bytes = std::fs::read(file).map_err(|error| io(file, &error))?;
        let known = sniff(&bytes).filter(|kind| kind.is_image()).map(|kind| kind.name());
        let name = file.display().to_string();
        let line = match normalise(bytes.into(), &limits, &|| false) {
            Ok(done) => {
                let image = done.image;
                let sha256 = image.digest().to_string();
                if let Some(out) = &arguments.out {
                    let path = out.join(format!("{sha256}.{}", image.format().extension()));
                    std::fs::write(&path, image.bytes()).map_err(|error| io(&path, &error))?;
                }
                Line {
                    file: name,
                    action: match done.action {
                        Action::Pass => "pass",
                        Action::Reencode => "reencode",
                    },
                    reason: None,
                    format: Some(image.format().name()),
                    width: Some(image.width()),
                    height: Some(image.height()),
                    bytes: Some(image.bytes().len()),
                    sha256: Some(sha256),
                }
            }
            Err(reason) => Line {
                file: name,
                action: "drop",
                reason: Some(reason.code()),
                format: known,
                width: None,
                height: None,
                bytes: None,
                sha256: None,
            },
        };
        output::json(&line);
    }
    Ok(ExitCode::SUCCESS)
}
