//! `fuseforks session`.

use crate::{args::SessionCommand, context::Context, output};
use fuseforks_village::{
    Village,
    contract::{Failure, chat::RowBody, context::Summarise},
};
use std::process::ExitCode;

/// The conversation that changed last.
const LAST: &str = "last";

/// Rows of a page while a whole conversation is shown.
const PAGE: u32 = 500;

pub(crate) async fn run(context: &Context, command: SessionCommand) -> Result<ExitCode, Failure> {
    let text = context.text();
    match command {
        SessionCommand::List { dir } => {
            let opened = context.open(&dir)?;
            for session in opened.village.session_list()?.sessions {
                output::line(&format!("{}\t{}\t{}", session.id, session.messages, session.title));
            }
            opened.app.close_all().await;
        }
        SessionCommand::Show { dir, which } => {
            let opened = context.open(&dir)?;
            let session = chosen(&opened.village, which);
            let mut pages = Vec::new();
            let mut before: Option<String> = None;
            loop {
                let thread = opened.village.thread(&session, None, before.as_deref(), PAGE)?;
                before = thread.rows.first().map(|row| row.id.clone());
                let more = thread.more;
                pages.push(thread.rows);
                if !more || before.is_none() {
                    break;
                }
            }
            for row in pages.into_iter().rev().flatten() {
                if let Some(line) = shown(text, &row.body) {
                    output::line(&line);
                }
            }
            opened.app.close_all().await;
        }
        SessionCommand::Search { dir, query } => {
            let opened = context.open(&dir)?;
            for hit in opened.village.session_search(&query)?.hits {
                output::line(&format!("{}\t{}\t{}", hit.session.id, hit.message, hit.excerpt));
            }
            opened.app.close_all().await;
        }
        SessionCommand::Export { dir, which } => {
            let opened = context.open(&dir)?;
            output::line(&opened.village.session_export(&chosen(&opened.village, which))?.path);
            opened.app.close_all().await;
        }
        SessionCommand::Summarise { dir, agent } => {
            let opened = context.open(&dir)?;
            let agent = opened.village.find_agent(&agent)?;
            let session = opened.village.session().to_string();
            let ask = Summarise { village: opened.village.id().to_owned(), agent: Some(agent.clone()) };
            let done = opened.village.summarise(ask).await;
            let rows = opened.village.thread(&session, Some(&agent), None, 1)?.rows;
            opened.app.close_all().await;
            if let Some(problem) = done?.problems.into_iter().next() {
                return Err(problem);
            }
            if let Some(RowBody::Summary { text, .. }) = rows.last().map(|row| &row.body) {
                output::line(text);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The id of the conversation that was named; without a name it is the last.
fn chosen(village: &Village, which: Option<String>) -> String {
    which.filter(|which| which != LAST).unwrap_or_else(|| village.session().to_string())
}

fn shown(text: &fuseforks_village::text::Text, body: &RowBody) -> Option<String> {
    match body {
        RowBody::Message { from, to, text, .. } => Some(format!("{from} -> {to}: {text}")),
        RowBody::Tool(tool) => Some(text.cli_tool_gone(&tool.name)),
        RowBody::Artifact { artifact, tool } => {
            Some(format!("{tool}: {} ({}, {} B)", artifact.name, artifact.mime, artifact.bytes))
        }
        RowBody::System(failure) => Some(output::sentence(text, failure)),
        RowBody::Summary { text: summary, .. } => Some(format!("{}: {summary}", text.cli_summary())),
        RowBody::Turn { .. } => None,
    }
}
