//! Tells Tauri which commands there are, so that a capability can name them.

fn main() {
    tauri_build::build();
}
