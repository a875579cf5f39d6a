//! Looks for pieces of images in bytes: raw, and as base64 in any of its three alignments.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Bytes of an image that count as a piece of it.
const WINDOW: usize = 32;
/// Bytes between the beginnings of two pieces.
const STEP: usize = 16;
/// Different bytes that a piece must have: thirty-two zeros are no sign of an image.
const DIFFERENT: usize = 8;
/// Bytes by which a piece is looked up.
const KEY: usize = 8;

/// What to look for.
#[derive(Default)]
pub struct Pieces {
    by_start: HashMap<[u8; KEY], Vec<Vec<u8>>>,
    /// The first two bytes of some piece, to pass over most places quickly.
    pairs: Vec<bool>,
}

/// A piece that was found.
#[derive(Clone, Debug)]
pub struct Hit {
    /// The file.
    pub file: PathBuf,
    /// Where in it.
    pub offset: usize,
}

impl Pieces {
    /// Every piece of these images.
    #[must_use]
    pub fn of<'a>(images: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut pieces = Self { pairs: vec![false; 1 << 16], ..Self::default() };
        for image in images {
            for start in (0..image.len().saturating_sub(WINDOW - 1)).step_by(STEP) {
                let window = &image[start..start + WINDOW];
                if window.iter().collect::<HashSet<_>>().len() < DIFFERENT {
                    continue;
                }
                pieces.add(window.to_vec());
                // A group of base64 is three bytes: whole groups of the window, wherever it begins in one.
                for skipped in 0..3 {
                    let groups = &window[skipped..skipped + 30];
                    pieces.add(STANDARD.encode(groups).into_bytes());
                }
            }
        }
        pieces
    }

    fn add(&mut self, piece: Vec<u8>) {
        let mut key = [0; KEY];
        key.copy_from_slice(&piece[..KEY]);
        self.pairs[pair(&key)] = true;
        self.by_start.entry(key).or_default().push(piece);
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_start.values().map(Vec::len).sum()
    }

    /// There are none, so that a search would prove nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_start.is_empty()
    }

    /// Where in `bytes` the first piece is.
    #[must_use]
    pub fn find(&self, bytes: &[u8]) -> Option<usize> {
        let last = bytes.len().checked_sub(KEY)?;
        (0..=last).find(|start| {
            let rest = &bytes[*start..];
            if !self.pairs[pair(rest)] {
                return false;
            }
            let mut key = [0; KEY];
            key.copy_from_slice(&rest[..KEY]);
            self.by_start.get(&key).is_some_and(|pieces| pieces.iter().any(|piece| rest.starts_with(piece)))
        })
    }

    /// Every file below a folder that has a piece. Also says how many files and bytes were read.
    ///
    /// # Panics
    /// When a file cannot be read: what was not read was not searched.
    #[must_use]
    pub fn search(&self, folder: &Path) -> (Vec<Hit>, usize, usize) {
        let (mut hits, mut read) = (Vec::new(), 0);
        let files = files(folder);
        for file in &files {
            let bytes = fs::read(file).unwrap();
            read += bytes.len();
            hits.extend(self.find(&bytes).map(|offset| Hit { file: file.clone(), offset }));
        }
        (hits, files.len(), read)
    }
}

fn pair(bytes: &[u8]) -> usize {
    usize::from(bytes[0]) << 8 | usize::from(bytes[1])
}

/// Every file below a folder, sorted.
///
/// # Panics
/// When a folder cannot be read.
#[must_use]
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// The bytes of every file below a folder, by path.
///
/// # Panics
/// When a file cannot be read.
#[must_use]
pub fn contents(folder: &Path) -> HashMap<PathBuf, Vec<u8>> {
    files(folder).into_iter().map(|file| (file.clone(), fs::read(&file).unwrap())).collect()
}

/// Files below a folder that have `text` in them.
#[must_use]
pub fn mentioning(folder: &Path, text: &str) -> Vec<PathBuf> {
    let has = |bytes: &[u8]| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    contents(folder).into_iter().filter(|(_, bytes)| has(bytes)).map(|(file, _)| file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture;

    #[test]
    fn a_planted_image_is_found_raw_and_in_every_alignment_of_base64() {
        let image = picture::jpeg(1);
        let pieces = Pieces::of([image.as_slice()]);
        assert!(pieces.len() > 1000, "{} pieces", pieces.len());
        for lead in 0..7 {
            let mut raw = vec![b'x'; lead];
            raw.extend_from_slice(&image[100..180]);
            assert!(pieces.find(&raw).is_some(), "raw behind {lead} bytes");
            let mut encoded = vec![b'y'; 5];
            encoded.extend_from_slice(STANDARD.encode(&image[100 + lead..200 + lead]).as_bytes());
            assert!(pieces.find(&encoded).is_some(), "base64 from byte {lead} on");
        }
        assert!(pieces.find(&picture::jpeg(2)[700..]).is_none(), "another image is not this one");
        assert!(pieces.find(&vec![0; 4096]).is_none());
    }
}
