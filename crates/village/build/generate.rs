//! Writes the Rust file: the sources of each language and one method a sentence.

use super::{
    catalogue::Catalogue,
    check::{Checked, method},
};
use std::fmt::Write;

/// Words that cannot be names of parameters.
const KEYWORDS: &[&str] = &[
    "as", "box", "break", "const", "continue", "do", "dyn", "else", "enum", "false", "fn", "for", "gen",
    "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "unsafe", "use", "where", "while", "yield",
];

/// The code for `text/generated.rs` to include.
pub(crate) fn rust(checked: &Checked, languages: &[Catalogue]) -> String {
    let mut code = String::new();
    // Writing into a String cannot fail.
    let _ = write(&mut code, checked, languages);
    code
}

fn write(code: &mut String, checked: &Checked, languages: &[Catalogue]) -> std::fmt::Result {
    for language in languages {
        writeln!(code, "const {}: &[&str] = &[", language.language.to_uppercase())?;
        for path in &language.files {
            writeln!(code, "    include_str!({:?}),", path.display().to_string())?;
        }
        writeln!(code, "];")?;
    }
    writeln!(code, "\n/// Variables that are numbers wherever they occur, sorted.")?;
    let numbers: Vec<&String> = checked.numbers.iter().collect();
    writeln!(code, "const NUMBERS: &[&str] = &{numbers:?};")?;

    writeln!(code, "\nimpl Text {{")?;
    for (name, variables) in &checked.sentences {
        writeln!(code, "    /// ```text")?;
        if let Some(found) = languages.first().and_then(|language| language.entries.get(name)) {
            for line in found.source.lines() {
                writeln!(code, "    /// {line}")?;
            }
        }
        writeln!(code, "    /// ```\n    #[must_use]")?;
        let parameters: String = variables
            .iter()
            .map(|variable| {
                let kind = if checked.numbers.contains(variable) { "impl Number" } else { "&str" };
                format!(", {}: {kind}", parameter(variable))
            })
            .collect();
        let values: Vec<String> = variables
            .iter()
            .map(|variable| {
                let make = if checked.numbers.contains(variable) { "number_value" } else { "text_value" };
                format!("({variable:?}, {make}({}))", parameter(variable))
            })
            .collect();
        writeln!(code, "    pub fn {}(&self{parameters}) -> String {{", escape(&method(name)))?;
        writeln!(code, "        self.format({name:?}, [{}])\n    }}", values.join(", "))?;
    }
    writeln!(code, "}}")
}

fn parameter(variable: &str) -> String {
    escape(&method(variable))
}

fn escape(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("r#{name}") } else { name.to_owned() }
}
