//! A cursor over request JSON that knows where it is.
//!
//! Validation is written against raw values, never against structs: serde would drop unknown fields and
//! accept what a vendor refuses.

use serde_json::{Map, Value};

use super::fault::{Check, Fault, Kind};

/// A value and its path in the request.
#[derive(Clone)]
pub(super) struct Node<'a> {
    pub(super) value: &'a Value,
    pub(super) path: String,
}

impl<'a> Node<'a> {
    pub(super) fn root(value: &'a Value) -> Self {
        Self { value, path: String::new() }
    }

    /// A refusal of this value.
    pub(super) fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::invalid(self.path.clone(), message)
    }

    fn wrong(&self, kind: Kind, path: String, message: &str) -> Fault {
        Fault { kind, status: 400, path, message: message.to_owned(), code: None }
    }

    fn child(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    pub(super) fn object(&self) -> Check<&'a Map<String, Value>> {
        self.value.as_object().ok_or_else(|| self.wrong(Kind::Type, self.path.clone(), "object"))
    }

    /// Refuses every key that is not in `allowed`.
    pub(super) fn only(&self, allowed: &[&str]) -> Check<()> {
        match self.object()?.keys().find(|key| !allowed.contains(&key.as_str())) {
            Some(key) => Err(self.wrong(Kind::Unknown, self.child(key), key)),
            None => Ok(()),
        }
    }

    /// The value at `key`; `null` counts as there.
    pub(super) fn get(&self, key: &str) -> Option<Self> {
        self.value.get(key).map(|value| Self { value, path: self.child(key) })
    }

    /// The value at `key`; `null` counts as absent.
    pub(super) fn some(&self, key: &str) -> Option<Self> {
        self.get(key).filter(|node| !node.value.is_null())
    }

    pub(super) fn need(&self, key: &str) -> Check<Self> {
        self.object()?;
        self.get(key).ok_or_else(|| self.wrong(Kind::Missing, self.child(key), key))
    }

    pub(super) fn text(&self) -> Check<&'a str> {
        self.value.as_str().ok_or_else(|| self.wrong(Kind::Type, self.path.clone(), "string"))
    }

    /// A string that says something.
    pub(super) fn filled(&self) -> Check<&'a str> {
        let text = self.text()?;
        if text.trim().is_empty() { Err(self.fault("must not be empty")) } else { Ok(text) }
    }

    pub(super) fn flag(&self) -> Check<bool> {
        self.value.as_bool().ok_or_else(|| self.wrong(Kind::Type, self.path.clone(), "boolean"))
    }

    pub(super) fn number(&self) -> Check<f64> {
        self.value.as_f64().ok_or_else(|| self.wrong(Kind::Type, self.path.clone(), "number"))
    }

    pub(super) fn whole(&self, least: i64) -> Check<i64> {
        match self.value.as_i64() {
            None => Err(self.wrong(Kind::Type, self.path.clone(), "integer")),
            Some(number) if number < least => {
                Err(self.fault(format!("Input should be greater than or equal to {least}")))
            }
            Some(number) => Ok(number),
        }
    }

    pub(super) fn list(&self) -> Check<Vec<Self>> {
        let list = self.value.as_array();
        let list = list.ok_or_else(|| self.wrong(Kind::Type, self.path.clone(), "array"))?;
        let item = |(index, value)| Self { value, path: self.child(&format!("{index}")) };
        Ok(list.iter().enumerate().map(item).collect())
    }

    pub(super) fn one_of(&self, allowed: &[&str]) -> Check<&'a str> {
        let text = self.text()?;
        if allowed.contains(&text) {
            return Ok(text);
        }
        Err(self.fault(format!("Input should be one of {}", allowed.join(", "))))
    }

    /// Whether anything is at `key`; checks its type if so.
    pub(super) fn maybe<T>(&self, key: &str, read: impl Fn(&Self) -> Check<T>) -> Check<Option<T>> {
        self.get(key).map(|node| read(&node)).transpose()
    }
}
