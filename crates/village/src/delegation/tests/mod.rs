mod marker;
mod plan;
mod waits;
