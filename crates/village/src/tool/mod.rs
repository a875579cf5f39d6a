//! What tools give back, made ready for a model and for the person.

mod output;

pub use output::{Converted, NewArtifact, ResultLimits, convert};
