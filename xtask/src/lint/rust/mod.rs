//! Rust source as far as the rules need it: tokens, what is an attribute, what is a test, what is a macro.
//!
//! It must never guess a grammar: everything here follows from brackets and attributes, so it reads code
//! that does not compile yet.

pub(crate) mod lex;
pub(crate) mod paths;
pub(crate) mod source;

pub(crate) use source::Source;
