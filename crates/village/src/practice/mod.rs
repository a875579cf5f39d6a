//! The practice model: no AI, and it says so. It calls the tools it has and reports what it measures.
//!
//! It lives here and not beside the wires, because its words come from the locale files. It speaks through
//! the same seam as every model, so that every path of the real thing runs without a key or a network.

mod asking;
mod colours;
mod grammar;
mod memory;
mod model;

pub(crate) use model::PracticeModel;

#[cfg(test)]
mod tests;
