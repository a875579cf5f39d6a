//! `fuseforks village`.

use crate::{args::VillageCommand, context::Context, output};
use fuseforks_village::{Asking, NewVillage, contract::Failure};
use std::{collections::HashMap, process::ExitCode};

pub(crate) async fn run(context: &Context, command: VillageCommand) -> Result<ExitCode, Failure> {
    let text = context.text();
    match command {
        VillageCommand::New { dir, language, name, practice, camera } => {
            let app = context.app(Asking::Nobody, HashMap::new())?;
            let new = NewVillage {
                name: name.unwrap_or_default(),
                language: language.unwrap_or(context.language),
                practice,
                camera,
            };
            app.create(&dir, &new)?;
            let village = app.open(&dir)?.view()?;
            app.close_all().await;
            output::line(&text.cli_village_made(&village.name, &dir.display().to_string()));
            if let (Some(offer), Some(agent)) = (village.offer, village.agents.first()) {
                output::line(&text.cli_village_try(&agent.name, &offer, &dir.display().to_string()));
            }
        }
        VillageCommand::Check { dir } => {
            // What cannot be read is said while it is opened.
            let opened = context.open(&dir)?;
            let view = opened.village.view()?;
            output::line(&text.cli_village_fine(view.templates.len(), &view.name, view.agents.len()));
            opened.app.close_all().await;
            if !view.problems.is_empty() {
                return Ok(ExitCode::from(1));
            }
        }
        VillageCommand::List => {
            for village in context.app(Asking::Nobody, HashMap::new())?.villages() {
                let problem = village.problem.map(|problem| output::sentence(text, &problem));
                output::line(&format!("{}\t{}\t{}", village.name, village.path, problem.unwrap_or_default()));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
