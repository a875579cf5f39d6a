//! A server's form: flat, of simple values. Read from its schema, checked before an answer is sent.

use serde_json::{Map, Value};

use crate::clean;

const TEXT: usize = 300;
const MAX_FIELDS: usize = 64;
const MAX_CHOICES: usize = 500;

/// A form a person can fill in.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// Its fields in the schema's order.
    pub fields: Vec<Field>,
}

/// One field.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its key in the answer.
    pub key: String,
    /// What to write beside it.
    pub label: String,
    /// Help, if any.
    pub description: Option<String>,
    /// What it takes.
    pub kind: FieldKind,
    /// Whether it must have a value.
    pub required: bool,
    /// What it starts with.
    pub default: Option<Value>,
}

/// One value to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The value sent.
    pub value: String,
    /// The text shown.
    pub label: String,
}

/// What a field takes.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldKind {
    /// A text; lengths in characters; format as the schema names it (`email`, `uri`, `date`, `date-time`).
    Text {
        /// Fewest characters.
        min: Option<u64>,
        /// Most characters.
        max: Option<u64>,
        /// The schema's `format`.
        format: Option<String>,
    },
    /// A number.
    Number {
        /// Whole numbers only.
        integer: bool,
        /// Smallest.
        min: Option<f64>,
        /// Largest.
        max: Option<f64>,
    },
    /// Yes or no.
    Flag,
    /// One of these.
    Choice(Vec<Choice>),
    /// Several of these.
    Many {
        /// The choices.
        choices: Vec<Choice>,
        /// Fewest.
        min: Option<u64>,
        /// Most.
        max: Option<u64>,
    },
}

/// Why an answer does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldProblem {
    /// The field's key; empty if the answer as a whole is wrong.
    pub key: String,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// Required and absent.
    Missing,
    /// Of another type.
    Type,
    /// Too short, small or few.
    TooSmall,
    /// Too long, large or many.
    TooLarge,
    /// Not one of the choices.
    NotAChoice,
    /// A key the form does not have.
    UnknownKey,
}

impl Problem {
    /// ASCII key for a log line or a sentence's selector.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Type => "type",
            Self::TooSmall => "too_small",
            Self::TooLarge => "too_large",
            Self::NotAChoice => "not_a_choice",
            Self::UnknownKey => "unknown_key",
        }
    }
}

impl Form {
    /// Reads a schema. None if a required field is more than a simple value.
    pub(crate) fn read(schema: &Value) -> Option<Self> {
        let empty = Map::new();
        let properties = match schema.get("properties") {
            None => &empty,
            Some(properties) => properties.as_object()?,
        };
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let mut fields = Vec::new();
        for (key, property) in properties {
            let is_required = required.contains(&key.as_str());
            match Field::read(key, property, is_required) {
                Some(field) if fields.len() < MAX_FIELDS => fields.push(field),
                _ if is_required => return None,
                _ => {}
            }
        }
        Some(Self { fields })
    }

    /// The values the form starts with, as an answer.
    #[must_use]
    pub fn defaults(&self) -> Value {
        super::defaults(&self.fields)
    }

    /// Whether an answer fits.
    ///
    /// # Errors
    /// The first field that does not.
    pub fn check(&self, answer: &Value) -> Result<(), FieldProblem> {
        let problem = |key: &str, problem| FieldProblem { key: key.to_owned(), problem };
        let Some(answer) = answer.as_object() else {
            return Err(problem("", Problem::Type));
        };
        for field in &self.fields {
            match answer.get(&field.key) {
                None if field.required => return Err(problem(&field.key, Problem::Missing)),
                None => {}
                Some(value) => {
                    field.kind.check(value).map_err(|what| problem(&field.key, what))?;
                }
            }
        }
        match answer.keys().find(|key| !self.fields.iter().any(|field| field.key == **key)) {
            Some(key) => Err(problem(key, Problem::UnknownKey)),
            None => Ok(()),
        }
    }
}

impl Field {
    fn read(key: &str, property: &Value, required: bool) -> Option<Self> {
        let kind = FieldKind::read(property)?;
        let text = |name: &str| {
            let text = clean::line(property.get(name)?.as_str()?, TEXT);
            (!text.is_empty()).then_some(text)
        };
        let default = property.get("default").filter(|value| kind.check(value).is_ok()).cloned();
        Some(Self {
            key: key.to_owned(),
            label: text("title").unwrap_or_else(|| clean::line(key, TEXT)),
            description: text("description"),
            kind,
            required,
            default,
        })
    }
}

impl FieldKind {
    fn read(property: &Value) -> Option<Self> {
        let count = |name: &str| property.get(name).and_then(Value::as_u64);
        let number = |name: &str| property.get(name).and_then(Value::as_f64);
        if let Some(choices) = choices(property) {
            return Some(Self::Choice(choices));
        }
        match property.get("type")?.as_str()? {
            "string" => Some(Self::Text {
                min: count("minLength"),
                max: count("maxLength"),
                format: property.get("format").and_then(Value::as_str).map(|text| clean::line(text, 40)),
            }),
            kind @ ("number" | "integer") => Some(Self::Number {
                integer: kind == "integer",
                min: number("minimum"),
                max: number("maximum"),
            }),
            "boolean" => Some(Self::Flag),
            "array" => Some(Self::Many {
                choices: choices(property.get("items")?)?,
                min: count("minItems"),
                max: count("maxItems"),
            }),
            _ => None,
        }
    }

    fn check(&self, value: &Value) -> Result<(), Problem> {
        match self {
            Self::Text { min, max, .. } => {
                let text = value.as_str().ok_or(Problem::Type)?;
                within(text.chars().count() as u64, *min, *max)
            }
            Self::Number { integer, min, max } => {
                let number = value.as_f64().ok_or(Problem::Type)?;
                if *integer && number.fract() != 0.0 {
                    return Err(Problem::Type);
                }
                within(number, *min, *max)
            }
            Self::Flag => value.is_boolean().then_some(()).ok_or(Problem::Type),
            Self::Choice(choices) => {
                let text = value.as_str().ok_or(Problem::Type)?;
                one_of(choices, text)
            }
            Self::Many { choices, min, max } => {
                let items = value.as_array().ok_or(Problem::Type)?;
                for item in items {
                    one_of(choices, item.as_str().ok_or(Problem::Type)?)?;
                }
                within(items.len() as u64, *min, *max)
            }
        }
    }
}

fn within<N: PartialOrd>(value: N, min: Option<N>, max: Option<N>) -> Result<(), Problem> {
    if min.is_some_and(|min| value < min) {
        return Err(Problem::TooSmall);
    }
    if max.is_some_and(|max| value > max) {
        return Err(Problem::TooLarge);
    }
    Ok(())
}

fn one_of(choices: &[Choice], text: &str) -> Result<(), Problem> {
    choices.iter().any(|choice| choice.value == text).then_some(()).ok_or(Problem::NotAChoice)
}

/// `enum` (with or without `enumNames`), or `oneOf`/`anyOf` of constants with titles.
fn choices(property: &Value) -> Option<Vec<Choice>> {
    if let Some(values) = property.get("enum").and_then(Value::as_array) {
        let names = property.get("enumNames").and_then(Value::as_array);
        return values
            .iter()
            .take(MAX_CHOICES)
            .enumerate()
            .map(|(index, value)| {
                let value = value.as_str()?;
                let name = names.and_then(|names| names.get(index)?.as_str()).unwrap_or(value);
                Some(Choice { value: value.to_owned(), label: clean::line(name, TEXT) })
            })
            .collect();
    }
    let options = ["oneOf", "anyOf"].iter().find_map(|key| property.get(*key)?.as_array())?;
    options
        .iter()
        .take(MAX_CHOICES)
        .map(|option| {
            let value = option.get("const")?.as_str()?;
            let title = option.get("title").and_then(Value::as_str).unwrap_or(value);
            Some(Choice { value: value.to_owned(), label: clean::line(title, TEXT) })
        })
        .collect()
}
