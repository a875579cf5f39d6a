//! From text to entries: which object of the file holds the servers, and where each stands.

use jsonc_parser::{
    CollectOptions, ParseOptions,
    ast::{Object, ObjectProp, Value as Ast},
    common::Ranged as _,
    parse_to_ast,
};
use serde_json::Value;

use super::{
    entry::{ServerEntry, ServerSet},
    error::{ConfigError, ConfigReason},
    read::{self, Problem},
};

const MAX_BYTES: usize = 1024 * 1024;
const MAX_SERVERS: usize = 500;
/// Fields that make an object a server, whatever client wrote it.
const SERVER_FIELDS: [&str; 4] = ["command", "url", "httpUrl", "serverUrl"];

/// Whose file it is, where that changes the meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Any client's.
    #[default]
    Any,
    /// Gemini CLI's: a bare `$NAME` is a variable there, and `url` without `type` means SSE.
    Gemini,
}

/// Reads a whole file; the first problem refuses it.
///
/// # Errors
/// The place and reason of the first problem.
pub fn parse(text: &str) -> Result<ServerSet, ConfigError> {
    parse_dialect(text, Dialect::Any)
}

/// [`parse`] for a file whose client is known.
///
/// # Errors
/// The place and reason of the first problem.
pub fn parse_dialect(text: &str, dialect: Dialect) -> Result<ServerSet, ConfigError> {
    let (set, problems) = parse_lenient(text, dialect)?;
    match problems.into_iter().next() {
        Some(problem) => Err(problem),
        None => Ok(set),
    }
}

/// Reads what can be read: servers with a problem are left out and listed.
///
/// # Errors
/// A text that is no JSON with comments, or holds no servers in a known shape.
pub fn parse_lenient(text: &str, dialect: Dialect) -> Result<(ServerSet, Vec<ConfigError>), ConfigError> {
    let place = |offset: usize, reason| locate(text, offset, reason);
    if text.len() > MAX_BYTES {
        return Err(place(0, ConfigReason::TooLong { limit: MAX_BYTES }));
    }
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut shift = text.len() - body.len();
    if body.trim().is_empty() {
        return Ok((ServerSet::default(), Vec::new()));
    }
    // People copy `"name": {...}` out of a file, without the braces around it.
    let wrapped;
    let mut source = body;
    if body.trim_start().starts_with('"') {
        wrapped = format!("{{{body}}}");
        if parse_to_ast(&wrapped, &CollectOptions::default(), &options()).is_ok() {
            source = &wrapped;
            // One brace more in front: offsets come out one too high.
            shift = shift.wrapping_sub(1);
        }
    }
    let at = |offset: usize| offset.wrapping_add(shift);

    let parsed = parse_to_ast(source, &CollectOptions::default(), &options())
        .map_err(|error| place(at(error.range().start), ConfigReason::Syntax))?;
    let Some(root) = parsed.value else {
        return Ok((ServerSet::default(), Vec::new()));
    };
    let start = root.range().start;
    let Ast::Object(object) = &root else {
        return Err(place(at(start), ConfigReason::NotAnObject));
    };
    let layout = Layout::of(&root, object).ok_or_else(|| place(at(start), ConfigReason::NoServers))?;
    if layout.servers.len() > MAX_SERVERS {
        return Err(place(at(start), ConfigReason::TooMany { limit: MAX_SERVERS }));
    }
    let mut set = ServerSet { servers: Vec::new(), rest: layout.rest, layout: layout.key };
    let mut problems = Vec::new();
    for (name, start, object) in layout.servers {
        match one(&set, name, start, object, dialect) {
            Ok(entry) => set.servers.push(entry),
            Err(Problem { offset, reason }) => problems.push(place(at(offset), reason)),
        }
    }
    Ok((set, problems))
}

fn options() -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

fn one(
    set: &ServerSet,
    name: String,
    start: usize,
    value: &Ast<'_>,
    dialect: Dialect,
) -> Result<ServerEntry, Problem> {
    if name.trim().is_empty() {
        return Err(Problem { offset: start, reason: ConfigReason::EmptyName });
    }
    if set.get(&name).is_some() {
        return Err(Problem { offset: start, reason: ConfigReason::Duplicate { server: name } });
    }
    let Ast::Object(object) = value else {
        return Err(Problem { offset: start, reason: ConfigReason::NotAServer { server: name } });
    };
    read::entry(&name, start, object, dialect)
}

/// Where the servers are, and everything else of the file.
struct Layout<'a, 'b> {
    servers: Vec<(String, usize, &'b Ast<'a>)>,
    rest: serde_json::Map<String, Value>,
    key: Option<&'static str>,
}

impl<'a, 'b> Layout<'a, 'b> {
    fn of(whole: &'b Ast<'a>, root: &'b Object<'a>) -> Option<Self> {
        let mut servers = Vec::new();
        let mut rest = serde_json::Map::new();
        let mut found = None;
        for prop in &root.properties {
            let nested = match (prop.name.as_str(), &prop.value) {
                ("mcpServers", Ast::Object(object)) => Some((object, "mcpServers")),
                ("servers", Ast::Object(object)) => Some((object, "servers")),
                // VS Code's settings.json keeps them one level deeper.
                ("mcp", Ast::Object(object)) => object.get_object("servers").map(|list| (list, "servers")),
                _ => None,
            };
            match nested {
                Some((object, key)) => {
                    found = Some(key);
                    servers.extend(object.properties.iter().map(named));
                }
                None => {
                    rest.insert(prop.name.as_str().to_owned(), prop.value.clone().into());
                }
            }
        }
        if found.is_some() || root.properties.is_empty() {
            return Some(Self { servers, rest, key: found });
        }
        if looks_like_server(root) {
            let name = root.get_string("name").map_or("server", |name| name.value.as_ref());
            let servers = vec![(name.to_owned(), root.range.start, whole)];
            return Some(Self { servers, rest: serde_json::Map::new(), key: None });
        }
        let is_map = root.properties.iter().any(|prop| prop.value.as_object().is_some_and(looks_like_server));
        is_map.then(|| Self {
            servers: root.properties.iter().map(named).collect(),
            rest: serde_json::Map::new(),
            key: None,
        })
    }
}

fn named<'a, 'b>(prop: &'b ObjectProp<'a>) -> (String, usize, &'b Ast<'a>) {
    (prop.name.as_str().to_owned(), prop.range.start, &prop.value)
}

fn looks_like_server(object: &Object<'_>) -> bool {
    SERVER_FIELDS.iter().any(|field| object.get(field).is_some())
}

fn locate(text: &str, offset: usize, reason: ConfigReason) -> ConfigError {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &text[..offset];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    ConfigError { line, column, reason }
}
