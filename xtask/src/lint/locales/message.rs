//! One Fluent file as ids with their placeables.

use super::super::Violation;
use fluent_syntax::{
    ast::{self, Expression, InlineExpression, Pattern, PatternElement},
    parser,
};
use std::collections::{BTreeMap, BTreeSet};

/// A value that has words: of a message, a term (`-name`) or an attribute (`message.attribute`).
pub(crate) struct Entry {
    /// The message or term it belongs to.
    pub(crate) id: String,
    /// From 1.
    pub(crate) line: usize,
    /// `$variable`, `message`, `-term`, `message.attribute`.
    pub(crate) placeables: BTreeSet<String>,
}

/// The values of a file, and what is wrong with it alone.
pub(crate) fn read(path: &str, text: &str) -> (BTreeMap<String, Entry>, Vec<Violation>) {
    let mut reader = Reader { path, text, entries: BTreeMap::new(), found: Vec::new() };
    let resource = match parser::parse(text) {
        Ok(resource) => resource,
        Err((resource, errors)) => {
            for error in errors {
                let line = line_of(text, error.pos.start);
                reader.found.push(Violation::new(path, line, format!("not Fluent: {error}")));
            }
            resource
        }
    };
    for entry in &resource.body {
        match entry {
            ast::Entry::Message(message) => {
                reader.values(message.id.name.to_owned(), message.value.as_ref(), &message.attributes);
            }
            ast::Entry::Term(term) => {
                reader.values(format!("-{}", term.id.name), Some(&term.value), &term.attributes);
            }
            _ => {}
        }
    }
    (reader.entries, reader.found)
}

struct Reader<'a> {
    path: &'a str,
    text: &'a str,
    entries: BTreeMap<String, Entry>,
    found: Vec<Violation>,
}

impl Reader<'_> {
    fn values(&mut self, id: String, value: Option<&Pattern<&str>>, attributes: &[ast::Attribute<&str>]) {
        let lines: Vec<usize> = definitions(self.text, &id);
        let line = lines.first().copied().unwrap_or(0);
        if self.entries.values().any(|entry| entry.id == id) {
            let again = lines.get(1).copied().unwrap_or(line);
            self.found.push(Violation::new(self.path, again, format!("`{id}` is here twice. Remove one")));
        }
        for (key, pattern) in value.map(|pattern| (id.clone(), pattern)).into_iter().chain(
            attributes.iter().map(|attribute| (format!("{id}.{}", attribute.id.name), &attribute.value)),
        ) {
            let mut placeables = BTreeSet::new();
            let says_something = pattern_of(pattern, &mut placeables);
            if !says_something {
                self.found.push(Violation::new(
                    self.path,
                    line,
                    format!("`{key}` is empty. Write its words"),
                ));
            }
            self.entries.insert(key, Entry { id: id.clone(), line, placeables });
        }
    }
}

/// Collects placeables. False if one way through the pattern gives nothing but white space.
fn pattern_of(pattern: &Pattern<&str>, placeables: &mut BTreeSet<String>) -> bool {
    let mut says_something = false;
    for element in &pattern.elements {
        says_something |= match element {
            PatternElement::TextElement { value } => !value.trim().is_empty(),
            PatternElement::Placeable { expression } => expression_of(expression, placeables),
        };
    }
    says_something
}

fn expression_of(expression: &Expression<&str>, placeables: &mut BTreeSet<String>) -> bool {
    match expression {
        Expression::Inline(inline) => inline_of(inline, placeables),
        Expression::Select { selector, variants } => {
            inline_of(selector, placeables);
            // Collected first: a short cut at an empty variant would miss placeables of the others.
            let each: Vec<_> =
                variants.iter().map(|variant| pattern_of(&variant.value, placeables)).collect();
            each.into_iter().all(|says_something| says_something)
        }
    }
}

fn inline_of(inline: &InlineExpression<&str>, placeables: &mut BTreeSet<String>) -> bool {
    let dotted = |name: String, attribute: &Option<ast::Identifier<&str>>| match attribute {
        Some(attribute) => format!("{name}.{}", attribute.name),
        None => name,
    };
    match inline {
        InlineExpression::StringLiteral { value } => return !value.trim().is_empty(),
        InlineExpression::NumberLiteral { .. } => {}
        InlineExpression::VariableReference { id } => drop(placeables.insert(format!("${}", id.name))),
        InlineExpression::MessageReference { id, attribute } => {
            placeables.insert(dotted(id.name.to_owned(), attribute));
        }
        InlineExpression::TermReference { id, attribute, arguments } => {
            placeables.insert(dotted(format!("-{}", id.name), attribute));
            arguments.iter().for_each(|arguments| arguments_of(arguments, placeables));
        }
        InlineExpression::FunctionReference { arguments, .. } => arguments_of(arguments, placeables),
        InlineExpression::Placeable { expression } => return expression_of(expression, placeables),
    }
    true
}

fn arguments_of(arguments: &ast::CallArguments<&str>, placeables: &mut BTreeSet<String>) {
    for argument in arguments.positional.iter().chain(arguments.named.iter().map(|named| &named.value)) {
        inline_of(argument, placeables);
    }
}

/// The lines that define an id. The syntax tree has no positions.
fn definitions(text: &str, id: &str) -> Vec<usize> {
    let starts = |line: &str| line.strip_prefix(id).is_some_and(|rest| rest.trim_start().starts_with('='));
    text.lines().enumerate().filter(|(_, line)| starts(line)).map(|(at, _)| at + 1).collect()
}

fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}
