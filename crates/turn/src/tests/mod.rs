//! The machine, subject by subject. Each test is a table of events and the effects they must have.

mod any;
mod caps;
mod compact;
mod folding;
mod guard;
mod history;
mod ids;
mod ledger;
mod refusal;
mod results;
mod rounds;
mod stop;
mod strays;
mod support;
mod weighing;
