//! `fuseforks image`: what would be sent of each file.

use crate::{args::ImageArgs, context::Context, output};
use fuseforks_media::{Action, Limits, normalise, sniff};
use fuseforks_village::{contract::Failure, io_failure};
use serde::Serialize;
use std::process::ExitCode;

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

impl Line {
    /// Nothing would be sent.
    fn drop(file: String, reason: &'static str, format: Option<&'static str>) -> Self {
        Self {
            file,
            action: "drop",
            reason: Some(reason),
            format,
            width: None,
            height: None,
            bytes: None,
            sha256: None,
        }
    }
}

/// Why a file has no bytes, for programs.
fn reason(failure: &Failure) -> &'static str {
    match failure.code.as_str() {
        "file-missing" | "folder-is-file" => "missing",
        "file-is-folder" => "folder",
        _ => "io",
    }
}

pub(crate) fn run(context: &Context, arguments: &ImageArgs) -> Result<ExitCode, Failure> {
    if let Some(out) = &arguments.out {
        std::fs::create_dir_all(out).map_err(|error| io_failure(out, &error))?;
    }
    let mut code = ExitCode::SUCCESS;
    let limits = Limits::default();
    for file in &arguments.files {
        let bytes = match std::fs::read(file) {
            Ok(bytes) => bytes,
            Err(error) => {
                let failure = io_failure(file, &error);
                output::json(&Line::drop(file.display().to_string(), reason(&failure), None));
                code = output::failed(&output::sentence(context.text(), &failure));
                continue;
            }
        };
        let known = sniff(&bytes).filter(|kind| kind.is_image()).map(|kind| kind.name());
        let name = file.display().to_string();
        let line = match normalise(bytes.into(), &limits, &|| false) {
            Ok(done) => {
                let image = done.image;
                let sha256 = image.digest().to_string();
                if let Some(out) = &arguments.out {
                    let path = out.join(format!("{sha256}.{}", image.format().extension()));
                    std::fs::write(&path, image.bytes()).map_err(|error| io_failure(&path, &error))?;
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
            Err(reason) => Line::drop(name, reason.code(), known),
        };
        output::json(&line);
    }
    Ok(code)
}
