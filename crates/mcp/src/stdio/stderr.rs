//! The tail of a child's error output: always read, so that the child never blocks on it, and kept for the
//! one question that matters when it ends: why.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::{io::AsyncReadExt as _, process::ChildStderr};

use crate::{clean, mask::Mask};

const KEEP: usize = 8 * 1024;
const SHOWN: usize = 2000;

/// The newest bytes of an error output.
#[derive(Clone, Default)]
pub(crate) struct Tail(Arc<Mutex<VecDeque<u8>>>);

impl Tail {
    /// Reads until the stream ends.
    pub(super) fn follow(&self, mut stderr: ChildStderr) {
        let tail = self.clone();
        tokio::spawn(async move {
            let mut chunk = vec![0; 4096];
            while let Ok(read) = stderr.read(&mut chunk).await {
                if read == 0 {
                    break;
                }
                tail.push(&chunk[..read]);
            }
        });
    }

    fn push(&self, bytes: &[u8]) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(bytes);
        let over = kept.len().saturating_sub(KEEP);
        kept.drain(..over);
    }

    /// The last lines, masked, cleaned and bounded.
    pub(crate) fn text(&self, mask: &Mask) -> String {
        let bytes: Vec<u8> = self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        let text = mask.apply(&clean::without_ansi(&String::from_utf8_lossy(&bytes)));
        let text = clean::block(&text, usize::MAX);
        let skip = text.chars().count().saturating_sub(SHOWN);
        text.chars().skip(skip).collect()
    }
}
