//! `fuseforks template`.

use crate::{
    args::{TemplateAdd, TemplateCommand, VisionArg},
    context::Context,
    output,
};
use fuseforks_llm::Wire;
use fuseforks_village::{
    contract::{
        Failure,
        app::SecretPlace,
        template::{TemplateSave, TemplateView, Vision, VisionTest},
    },
    likely_wants_key,
};
use std::{
    io::{IsTerminal as _, Read as _},
    process::ExitCode,
};

/// Longest key that is read from stdin, in bytes.
const KEY_LIMIT: u64 = 16 * 1024;

pub(crate) async fn run(context: &Context, command: TemplateCommand) -> Result<ExitCode, Failure> {
    match command {
        TemplateCommand::Add(arguments) => add(context, arguments).await,
        TemplateCommand::List { dir } => {
            let opened = context.open(&dir)?;
            for template in opened.village.view()?.templates {
                output::line(&format!(
                    "{}\t{}\t{}\t{}\t{}\tvision={}\ttest={}",
                    template.id,
                    template.name,
                    template.wire,
                    template.base_url,
                    template.model,
                    eyes(&template),
                    template.vision_test.map_or("-", verdict)
                ));
            }
            opened.app.close_all().await;
            Ok(ExitCode::SUCCESS)
        }
        TemplateCommand::Test { dir, name } => {
            let opened = context.open(&dir)?;
            let template = find(&opened.village.view()?.templates, &name)?;
            let report = opened.village.vision_test(&template).await;
            // What the server says is beside the point of the test: no answer is no failure here.
            let asked = if report.is_ok() { opened.village.template_ask(&template).await.ok() } else { None };
            opened.app.close_all().await;
            let report = report?;
            let text = context.text();
            output::line(&match report.verdict {
                VisionTest::Sees => text.cli_vision_sees(&name),
                VisionTest::DoesNotSee => text.cli_vision_blind(&name),
                VisionTest::Invents => text.cli_vision_invents(&name),
            });
            output::line(report.answer.trim());
            if let Some(told) = asked.and_then(|template| template.told) {
                output::line(&match told.vision {
                    Some(true) => text.cli_told_sees(),
                    Some(false) => text.cli_told_blind(),
                    None => text.cli_told_silent(),
                });
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// What is known about a model's eyes, and who says so.
fn eyes(template: &TemplateView) -> &'static str {
    match (template.vision, template.told.as_ref().and_then(|told| told.vision)) {
        (Vision::Yes, _) => "yes:person",
        (Vision::No, _) => "no:person",
        (Vision::Auto, Some(true)) => "yes:server",
        (Vision::Auto, Some(false)) => "no:server",
        (Vision::Auto, None) => "unknown",
    }
}

fn verdict(verdict: VisionTest) -> &'static str {
    match verdict {
        VisionTest::Sees => "sees",
        VisionTest::DoesNotSee => "does_not_see",
        VisionTest::Invents => "invents",
    }
}

/// The template with this id, or the one with this name.
fn find(templates: &[TemplateView], wanted: &str) -> Result<String, Failure> {
    if templates.iter().any(|template| template.id == wanted) {
        return Ok(wanted.to_owned());
    }
    let mut named = templates.iter().filter(|template| template.name == wanted);
    match (named.next(), named.next()) {
        (Some(template), None) => Ok(template.id.clone()),
        (Some(_), Some(_)) => Err(Failure::new("template-ambiguous").with("template", wanted)),
        (None, _) => Err(Failure::new("template-unknown").with("template", wanted)),
    }
}

/// The template with this id or name, for other commands.
pub(crate) fn id_of(village: &fuseforks_village::Village, wanted: &str) -> Result<String, Failure> {
    find(&village.view()?.templates, wanted)
}

async fn add(context: &Context, arguments: TemplateAdd) -> Result<ExitCode, Failure> {
    let text = context.text();
    let chose = arguments.no_key || arguments.key_stdin || arguments.key_env.is_some();
    if !chose && Wire::find(&arguments.wire).is_some() && likely_wants_key(&arguments.base_url) {
        return Err(Failure::new("key-choice").with("url", arguments.base_url.trim()));
    }
    let key = if arguments.key_stdin {
        let mut key = String::new();
        std::io::stdin()
            .take(KEY_LIMIT)
            .read_to_string(&mut key)
            .map_err(|error| Failure::new("file-io").with("file", "stdin").with("reason", error))?;
        Some(key)
    } else {
        None
    };
    let opened = context.open(&arguments.dir)?;
    let village = &opened.village;
    let saved = village.template_save(TemplateSave {
        village: village.id().to_owned(),
        id: None,
        name: arguments.name,
        wire: arguments.wire,
        base_url: arguments.base_url,
        model: arguments.model,
        needs_key: key.is_some() || arguments.key_env.is_some(),
        vision: match arguments.vision {
            VisionArg::Yes => Vision::Yes,
            VisionArg::No => Vision::No,
            VisionArg::Auto => Vision::Auto,
        },
        effort: None,
        temperature: arguments.temperature,
        max_output_tokens: arguments.max_output,
        context_window: arguments.window,
        tools: !arguments.no_tools,
    })?;
    if let Some(key) = key {
        let stored = village.key_set(&saved.id, &key);
        if let Err(failure) = stored {
            village.template_delete(&saved.id)?;
            return Err(failure);
        }
        if stored.is_ok_and(|stored| stored.place == SecretPlace::ThisRunOnly) {
            // This run ends with this command, and the key with it.
            village.template_delete(&saved.id)?;
            return Ok(output::failed(&text.cli_key_not_kept()));
        }
    }
    if let Some(variable) = arguments.key_env {
        village.key_variable(&saved.id, &variable)?;
    }
    if !(arguments.no_key || saved.needs_key) && std::io::stderr().is_terminal() {
        output::note(&text.cli_template_no_key());
    }
    output::line(&saved.id);
    opened.app.close_all().await;
    Ok(ExitCode::SUCCESS)
}
