//! Reads the sentence files of one language: which messages there are and which variables they need.

use fluent_syntax::{
    ast::{
        Attribute, CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement, Resource,
        VariantKey,
    },
    parser,
    serializer::serialize,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

/// A sentence file.
pub(crate) struct File {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// What is in it.
    pub(crate) text: String,
}

/// All sentences of a language.
#[derive(Debug)]
pub(crate) struct Catalogue {
    /// `en`, `ja` or `zh`.
    pub(crate) language: &'static str,
    /// The files in the order of their names.
    pub(crate) files: Vec<PathBuf>,
    /// Messages with a text and attributes (`message.attribute`), and terms (`-term`), by name.
    pub(crate) entries: BTreeMap<String, Found>,
    /// Variables that choose by a plural category (`one`, `other`, ...) or a number.
    pub(crate) plurals: BTreeSet<String>,
}

/// A sentence.
#[derive(Debug)]
pub(crate) struct Found {
    /// The file it stands in.
    pub(crate) path: PathBuf,
    /// Variables it needs, those of the sentences it refers to included.
    pub(crate) variables: BTreeSet<String>,
    /// How it is written.
    pub(crate) source: String,
    references: BTreeSet<String>,
}

/// Reads and resolves the files of one language.
///
/// # Errors
/// Every problem, with file and key: not Fluent, a name given twice, a reference to nothing or in a
/// circle, a function.
pub(crate) fn read(language: &'static str, files: &[File]) -> Result<Catalogue, Vec<String>> {
    let mut catalogue = Catalogue {
        language,
        files: files.iter().map(|file| file.path.clone()).collect(),
        entries: BTreeMap::new(),
        plurals: BTreeSet::new(),
    };
    let mut problems = Vec::new();
    for file in files {
        match parser::parse(file.text.as_str()) {
            Ok(resource) => catalogue.take(file, &resource, &mut problems),
            Err((_, errors)) => problems.extend(errors.iter().map(|error| {
                let line =
                    file.text.get(..error.pos.start).map_or(0, |before| before.matches('\n').count() + 1);
                format!("{}:{line}: {}", file.path.display(), error.kind)
            })),
        }
    }
    if problems.is_empty() {
        catalogue.resolve(&mut problems);
    }
    if problems.is_empty() { Ok(catalogue) } else { Err(problems) }
}

impl Catalogue {
    fn take(&mut self, file: &File, resource: &Resource<&str>, problems: &mut Vec<String>) {
        for entry in &resource.body {
            let source = serialize(&Resource { body: vec![entry.clone()] });
            let (name, value, attributes) = match entry {
                Entry::Message(message) => {
                    (message.id.name.to_owned(), message.value.as_ref(), &message.attributes)
                }
                Entry::Term(term) => (format!("-{}", term.id.name), Some(&term.value), &term.attributes),
                Entry::Comment(_)
                | Entry::GroupComment(_)
                | Entry::ResourceComment(_)
                | Entry::Junk { .. } => continue,
            };
            if let Some(value) = value {
                self.add(file, name.clone(), value, source.clone(), problems);
            }
            for Attribute { id, value } in attributes {
                self.add(file, format!("{name}.{}", id.name), value, source.clone(), problems);
            }
        }
    }

    fn add(
        &mut self,
        file: &File,
        name: String,
        value: &Pattern<&str>,
        source: String,
        problems: &mut Vec<String>,
    ) {
        let mut walk = Walk::default();
        walk.pattern(value);
        for function in walk.functions {
            problems
                .push(format!("{}: {name}: functions are not used here: {function}", file.path.display()));
        }
        self.plurals.extend(walk.plurals);
        let found =
            Found { path: file.path.clone(), variables: walk.variables, source, references: walk.references };
        if let Some(first) = self.entries.insert(name.clone(), found) {
            problems.push(format!(
                "{}: {name} is given twice, first in {}",
                file.path.display(),
                first.path.display()
            ));
        }
    }

    /// Adds the variables of what a sentence refers to, however deep.
    fn resolve(&mut self, problems: &mut Vec<String>) {
        let names: Vec<String> = self.entries.keys().cloned().collect();
        for name in names {
            let mut variables = BTreeSet::new();
            if let Err(problem) = self.gather(&name, &mut Vec::new(), &mut variables) {
                problems.push(problem);
            } else if let Some(found) = self.entries.get_mut(&name) {
                found.variables = variables;
            }
        }
    }

    fn gather(&self, name: &str, path: &mut Vec<String>, into: &mut BTreeSet<String>) -> Result<(), String> {
        let Some(found) = self.entries.get(name) else {
            return Err(format!(
                "{}: {} refers to {name}, which does not exist",
                self.language,
                path.join(", ")
            ));
        };
        if path.iter().any(|seen| seen == name) {
            return Err(format!("{}: {name} refers to itself", found.path.display()));
        }
        into.extend(found.variables.iter().cloned());
        path.push(name.to_owned());
        for reference in &found.references {
            self.gather(reference, path, into)?;
        }
        path.pop();
        Ok(())
    }
}

#[derive(Default)]
struct Walk {
    variables: BTreeSet<String>,
    references: BTreeSet<String>,
    plurals: BTreeSet<String>,
    functions: BTreeSet<String>,
}

impl Walk {
    fn pattern(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.expression(expression);
            }
        }
    }

    fn expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector);
                if let InlineExpression::VariableReference { id } = selector
                    && variants.iter().any(|variant| is_plural(&variant.key))
                {
                    self.plurals.insert(id.name.to_owned());
                }
                for variant in variants {
                    self.pattern(&variant.value);
                }
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
            InlineExpression::FunctionReference { id, .. } => {
                self.functions.insert(id.name.to_owned());
            }
            InlineExpression::MessageReference { id, attribute } => {
                self.references.insert(dotted(id.name, attribute.as_ref().map(|attribute| attribute.name)));
            }
            InlineExpression::TermReference { id, attribute, arguments } => {
                let name = format!("-{}", id.name);
                self.references.insert(dotted(&name, attribute.as_ref().map(|attribute| attribute.name)));
                if let Some(CallArguments { positional, named }) = arguments {
                    positional.iter().for_each(|value| self.inline(value));
                    named.iter().for_each(|argument| self.inline(&argument.value));
                }
            }
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.to_owned());
            }
            InlineExpression::Placeable { expression } => self.expression(expression),
        }
    }
}

/// `other` alone says nothing: it is also how a language shows that it does not use a variable.
fn is_plural(key: &VariantKey<&str>) -> bool {
    match key {
        VariantKey::NumberLiteral { .. } => true,
        VariantKey::Identifier { name } => matches!(*name, "zero" | "one" | "two" | "few" | "many"),
    }
}

fn dotted(name: &str, attribute: Option<&str>) -> String {
    attribute.map_or_else(|| name.to_owned(), |attribute| format!("{name}.{attribute}"))
}
