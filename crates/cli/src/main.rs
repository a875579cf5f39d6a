//! `fuseforks`: the same village without a window.

use std::process::ExitCode;

fn main() -> ExitCode {
    fuseforks_cli::run()
}
