//! Help texts from the locale files: `cli-help-<command>-<subcommand>` and `cli-arg-<name>`.

use clap::Command;
use fuseforks_village::text::Text;
use std::collections::BTreeMap;

fn look(text: &Text, key: &str) -> Option<String> {
    text.message(key, &BTreeMap::new())
}

/// The command with its help in the person's language.
pub(crate) fn worded(command: Command, text: &'static Text) -> Command {
    word(command, text, "cli-help")
}

fn word(mut command: Command, text: &'static Text, key: &str) -> Command {
    if let Some(about) = look(text, key) {
        command = command.about(about);
    }
    let arguments: Vec<String> =
        command.get_arguments().map(|argument| argument.get_id().as_str().to_owned()).collect();
    for name in arguments {
        if let Some(help) = look(text, &format!("cli-arg-{}", name.replace('_', "-"))) {
            command = command.mut_arg(name, |argument| argument.help(help));
        }
    }
    let names: Vec<String> = command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    for name in names {
        let key = format!("{key}-{name}");
        command = command.mut_subcommand(&name, |one| word(one, text, &key));
    }
    command
}

#[cfg(test)]
mod tests {
    use super::look;
    use crate::args::Cli;
    use clap::{Command, CommandFactory as _};
    use fuseforks_village::{Language, text::Text};

    fn check(command: &Command, text: &Text, key: &str) {
        assert!(look(text, key).is_some(), "no {key}");
        for argument in command.get_arguments().map(|argument| argument.get_id().as_str()) {
            if !matches!(argument, "help" | "version") {
                let key = format!("cli-arg-{}", argument.replace('_', "-"));
                assert!(look(text, &key).is_some(), "no {key}");
            }
        }
        for one in command.get_subcommands() {
            check(one, text, &format!("{key}-{}", one.get_name()));
        }
    }

    #[test]
    fn every_command_and_argument_has_help_in_three_languages() {
        for language in Language::ALL {
            check(&Cli::command(), Text::of(language), "cli-help");
        }
    }

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}
