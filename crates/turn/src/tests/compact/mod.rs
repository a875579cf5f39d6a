//! Compaction, rule by rule.

mod estimate;
mod micro;
mod mime;
mod slim;
mod split;
mod support;
mod told;
mod trigger;
