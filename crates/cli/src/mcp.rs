//! `fuseforks mcp`: a server without a village, to see what it offers and gives back.

use crate::{
    args::{McpCommand, McpTarget},
    context::Context,
    output,
    question::Terminal,
};
use fuseforks_mcp::{Limits, Server, config::ServerEntry};
use fuseforks_village::{
    contract::Failure,
    io_failure,
    text::Text,
    tool::{ResultLimits, convert},
};
use serde::Serialize;
use serde_json::{Value, json};
use std::{collections::BTreeMap, path::Path, process::ExitCode, sync::Arc};
use tokio_util::sync::CancellationToken;

#[derive(Serialize)]
struct ImageLine {
    media_type: String,
    bytes: usize,
    width: u32,
    height: u32,
    sha256: String,
}

#[derive(Serialize)]
struct ArtifactLine {
    media_type: String,
    bytes: usize,
    sha256: String,
    save_only: bool,
}

#[derive(Serialize)]
struct ResultLine {
    text: String,
    images: Vec<ImageLine>,
    artifacts: Vec<ArtifactLine>,
    dropped: Vec<&'static str>,
}

fn entry(target: &McpTarget) -> Result<ServerEntry, Failure> {
    if let Some(url) = &target.url {
        let header = |text: &String| {
            let (name, value) = text.split_once('=').ok_or_else(|| {
                Failure::new("bad-header").with("header", text.split('=').next().unwrap_or_default())
            })?;
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        };
        let headers = target.header.iter().map(header).collect::<Result<BTreeMap<_, _>, Failure>>()?;
        return Ok(ServerEntry::http("server", url, headers));
    }
    let (command, args) =
        target.command.split_first().ok_or_else(|| Failure::new("server-unknown").with("server", ""))?;
    Ok(ServerEntry::stdio("server", command, args.to_vec(), BTreeMap::new()))
}

async fn connect(context: &Context, target: &McpTarget) -> Result<Server, Failure> {
    let entry = entry(target)?;
    let host = Arc::new(Terminal { text: context.text() });
    Server::connect(&entry, &Limits::default(), host, None, CancellationToken::new())
        .await
        .map_err(|error| fuseforks_village::connect_failure("server", &error))
}

pub(crate) async fn run(context: &Context, command: McpCommand) -> Result<ExitCode, Failure> {
    match command {
        McpCommand::Tools(target) => {
            let server = connect(context, &target).await?;
            for tool in server.tools() {
                output::json(&json!({
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.input_schema,
                    "read_only": tool.read_only,
                    "destructive": tool.destructive,
                }));
            }
            server.close().await;
        }
        McpCommand::Call(call) => {
            let Some(tool) = call.tool else {
                output::failed(&context.text().cli_tool_missing());
                return Ok(ExitCode::from(2));
            };
            let arguments: Value = match &call.arguments {
                Some(text) => serde_json::from_str(text)
                    .map_err(|error| Failure::new("arguments-json").with("reason", error))?,
                None => json!({}),
            };
            let server = connect(context, &call.target).await?;
            let called = server.call(&tool, arguments, CancellationToken::new(), None).await;
            server.close().await;
            let result = called
                .map_err(|error| Failure::new("tool-call").with("tool", &tool).with("code", error.code()))?;
            let text = Text::of(call.language.unwrap_or(context.language));
            let limits = ResultLimits::default();
            let converted = convert(result, text, &limits, &|| false);
            if let Some(out) = &call.out {
                save(out, &converted)?;
            }
            output::json(&ResultLine {
                text: match (converted.outcome.body(), converted.outcome.images().len()) {
                    (body, _) if !body.trim().is_empty() => body,
                    (_, 0) => text.empty_result(),
                    (_, count) => text.images_only(count),
                },
                images: converted
                    .outcome
                    .images()
                    .iter()
                    .map(|image| ImageLine {
                        media_type: image.media_type().to_owned(),
                        bytes: image.bytes().len(),
                        width: image.width(),
                        height: image.height(),
                        sha256: image.digest().to_string(),
                    })
                    .collect(),
                artifacts: converted
                    .artifacts
                    .iter()
                    .map(|artifact| ArtifactLine {
                        media_type: artifact.mime.to_owned(),
                        bytes: artifact.bytes.len(),
                        sha256: fuseforks_media::Digest::of(&artifact.bytes).to_string(),
                        save_only: artifact.save_only,
                    })
                    .collect(),
                dropped: converted.outcome.dropped.iter().map(|reason| reason.code()).collect(),
            });
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn save(out: &Path, converted: &fuseforks_village::tool::Converted) -> Result<(), Failure> {
    let failure = |error: std::io::Error| io_failure(out, &error);
    std::fs::create_dir_all(out).map_err(failure)?;
    for image in converted.outcome.images() {
        let name = format!("{}.{}", image.digest(), image.format().extension());
        std::fs::write(out.join(name), image.bytes()).map_err(failure)?;
    }
    for artifact in &converted.artifacts {
        let extension = artifact.mime.rsplit('/').next().unwrap_or("bin");
        let name = format!("{}.{extension}", fuseforks_media::Digest::of(&artifact.bytes));
        std::fs::write(out.join(name), &artifact.bytes).map_err(failure)?;
    }
    Ok(())
}
