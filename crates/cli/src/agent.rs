//! `fuseforks agent`.

use crate::{
    args::{AgentArgs, AgentCommand},
    context::Context,
    output, template,
};
use fuseforks_village::{
    Village,
    contract::{
        Failure,
        agent::{AgentNew, AgentSet},
    },
    io_failure,
};
use std::{process::ExitCode, sync::Arc};

pub(crate) async fn run(context: &Context, command: AgentCommand) -> Result<ExitCode, Failure> {
    match command {
        AgentCommand::List { dir } => {
            let opened = context.open(&dir)?;
            for agent in opened.village.view()?.agents {
                output::line(&format!("{}\t{}\t{}", agent.id, agent.name, agent.template));
            }
            opened.app.close_all().await;
        }
        AgentCommand::Add(arguments) => {
            let opened = context.open(&arguments.dir)?;
            let village = &opened.village;
            let template = arguments.template.as_deref().map(|wanted| template::id_of(village, wanted));
            let text = read_mcp(&arguments)?;
            for other in &arguments.tie {
                village.find_agent(other)?;
            }
            let new = AgentNew {
                village: village.id().to_owned(),
                name: arguments.name.clone(),
                template: template.transpose()?.unwrap_or_default(),
            };
            let agent = village.agent_new(&new)?.id;
            if let Err(failure) = apply(village, &agent, &arguments, text).await {
                village.agent_delete(&agent).await?;
                return Err(failure);
            }
            output::line(&agent);
            opened.app.close_all().await;
        }
        AgentCommand::Set(arguments) => {
            let opened = context.open(&arguments.dir)?;
            let village = &opened.village;
            let agent = village.find_agent(&arguments.name)?;
            let template = arguments.template.as_deref().map(|wanted| template::id_of(village, wanted));
            let text = read_mcp(&arguments)?;
            let set = AgentSet {
                village: village.id().to_owned(),
                agent: agent.clone(),
                template: template.transpose()?,
                ..AgentSet::default()
            };
            village.agent_set(&set)?;
            apply(village, &agent, &arguments, text).await?;
            opened.app.close_all().await;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The text of the file that was named, if it can be used: before anything is made or changed.
fn read_mcp(arguments: &AgentArgs) -> Result<Option<String>, Failure> {
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).map_err(|error| io_failure(path, &error))?;
        Village::mcp_check(path, &text)?;
        Ok(text)
    };
    arguments.mcp_json.as_ref().map(read).transpose()
}

async fn apply(
    village: &Arc<Village>,
    agent: &str,
    arguments: &AgentArgs,
    mcp_json: Option<String>,
) -> Result<(), Failure> {
    if let Some(text) = mcp_json {
        // Typing the file's name on this machine is the person's agreement to what it names.
        village.mcp_set(Some(agent), &text, true).await?;
    }
    for other in &arguments.tie {
        village.tie_set(agent, &village.find_agent(other)?, true)?;
    }
    if arguments.max_rounds.is_some() {
        village.agent_set(&AgentSet {
            village: village.id().to_owned(),
            agent: agent.to_owned(),
            max_rounds: arguments.max_rounds,
            ..AgentSet::default()
        })?;
    }
    Ok(())
}
