//! Stories across crates.
