//! Which of the two protocols each MCP server spoke last: `eras.json` on this machine.
//!
//! A note that saves time and nothing else: asking costs a server that ignores unknown requests ten seconds
//! at each start. A wrong note costs one more try, so nothing here may fail, and a file that does not parse
//! is neither used nor overwritten. Entries are named by their fingerprint, which holds no secret.

use crate::json_file;
use fuseforks_mcp::Era;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Notes that are kept; who has more starts anew.
const MOST: usize = 2000;

type Notes = BTreeMap<String, Era>;

/// The notes.
#[derive(Debug)]
pub(crate) struct Eras {
    path: PathBuf,
    /// None where the file is there and cannot be read: then there are no notes.
    notes: Mutex<Option<Notes>>,
}

impl Eras {
    pub(crate) fn open(path: &Path) -> Self {
        let notes = json_file::read::<Notes>(path).ok().map(Option::unwrap_or_default);
        Self { path: path.to_owned(), notes: Mutex::new(notes) }
    }

    /// What this entry spoke last.
    pub(crate) fn get(&self, fingerprint: &str) -> Option<Era> {
        let notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.as_ref()?.get(fingerprint).copied()
    }

    /// Notes what an entry speaks, if that is news.
    pub(crate) fn remember(&self, fingerprint: &str, era: Era) {
        let mut held = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(notes) = held.as_mut() else { return };
        if notes.get(fingerprint) == Some(&era) {
            return;
        }
        // Another process may have learned something since.
        if let Ok(Some(newer)) = json_file::read::<Notes>(&self.path) {
            notes.extend(newer);
        }
        if notes.len() >= MOST {
            notes.clear();
        }
        notes.insert(fingerprint.to_owned(), era);
        // Without the note the next start asks again.
        let _ = json_file::write(&self.path, notes);
    }
}

#[cfg(test)]
mod tests {
    use super::Eras;
    use fuseforks_mcp::Era;

    #[test]
    fn what_a_server_spoke_is_known_at_the_next_start_and_may_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("eras.json");
        let eras = Eras::open(&path);
        assert_eq!(eras.get("a"), None);
        eras.remember("a", Era::Legacy);
        eras.remember("b", Era::Modern);
        let again = Eras::open(&path);
        assert_eq!((again.get("a"), again.get("b")), (Some(Era::Legacy), Some(Era::Modern)));
        again.remember("a", Era::Modern);
        assert_eq!(Eras::open(&path).get("a"), Some(Era::Modern));
    }

    #[test]
    fn two_programs_do_not_forget_for_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("eras.json");
        let (one, two) = (Eras::open(&path), Eras::open(&path));
        one.remember("a", Era::Legacy);
        two.remember("b", Era::Modern);
        let all = Eras::open(&path);
        assert_eq!((all.get("a"), all.get("b")), (Some(Era::Legacy), Some(Era::Modern)));
    }

    #[test]
    fn a_file_that_does_not_parse_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("eras.json");
        std::fs::write(&path, "{ mine").unwrap();
        let eras = Eras::open(&path);
        eras.remember("a", Era::Legacy);
        assert_eq!(eras.get("a"), None);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{ mine");
    }
}
