//! The only place of xtask that prints.

/// A line on standard output.
#[expect(clippy::print_stdout, reason = "a chore talks to the person at the terminal")]
pub(crate) fn line(text: &str) {
    println!("{text}");
}

/// The reason a chore stopped, on standard error.
pub(crate) fn error(text: &str) {
    eprintln!("error: {text}");
}
