//! A note of what was installed from, kept beside the builds: the whole text, compared byte for byte.

use crate::failure::{Named, Result};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// One note.
pub(super) struct Stamp {
    path: PathBuf,
}

impl Stamp {
    /// The note of that name in a build folder.
    pub(super) fn new(target: &Path, name: &str) -> Self {
        Self { path: target.join("xtask").join(name) }
    }

    /// Whether the last installation was from this text.
    pub(super) fn holds(&self, text: &[u8]) -> bool {
        fs::read(&self.path).is_ok_and(|kept| kept == text)
    }

    /// Notes an installation that succeeded.
    pub(super) fn set(&self, text: &[u8]) -> Result<()> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).named(folder.display())?;
        fs::write(&self.path, text).named(self.path.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_holds_for_the_same_text_only() {
        let target = tempfile::tempdir().unwrap();
        let stamp = Stamp::new(target.path(), "npm");
        assert!(!stamp.holds(b"a"));
        stamp.set(b"a").unwrap();
        assert!(stamp.holds(b"a") && !stamp.holds(b"b"));
        assert!(!Stamp::new(target.path(), "pip").holds(b"a"));
    }
}
