//! Lines of a byte stream, at most so long. No reading, no waiting: chunks in, lines out.

use std::collections::VecDeque;

/// Bytes kept of each end of a line that was too long, to find out whose answer it was.
const KEEP: usize = 512;

/// One line without its line break.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Whole(Vec<u8>),
    /// Longer than the limit: its two ends, the rest was never kept.
    TooLong {
        head: Vec<u8>,
        tail: Vec<u8>,
    },
}

/// Cuts chunks into lines.
pub(super) struct Splitter {
    limit: usize,
    buffer: Vec<u8>,
    /// Head of the line that is being skipped; the buffer then holds its newest bytes.
    skipping: Option<Vec<u8>>,
    ready: VecDeque<Line>,
}

impl Splitter {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, buffer: Vec::new(), skipping: None, ready: VecDeque::new() }
    }

    pub(super) fn next(&mut self) -> Option<Line> {
        self.ready.pop_front()
    }

    pub(super) fn push(&mut self, mut chunk: &[u8]) {
        while let Some(at) = chunk.iter().position(|byte| *byte == b'\n') {
            self.append(&chunk[..at]);
            self.finish();
            chunk = &chunk[at + 1..];
        }
        self.append(chunk);
    }

    fn append(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
        if self.skipping.is_none() && self.buffer.len() > self.limit {
            let head = self.buffer[..KEEP.min(self.buffer.len())].to_vec();
            self.skipping = Some(head);
        }
        if self.skipping.is_some() && self.buffer.len() > 2 * KEEP {
            let cut = self.buffer.len() - KEEP;
            self.buffer.drain(..cut);
            self.buffer.shrink_to(4 * KEEP);
        }
    }

    fn finish(&mut self) {
        let buffer = std::mem::take(&mut self.buffer);
        match self.skipping.take() {
            None => self.ready.push_back(Line::Whole(buffer)),
            Some(head) => {
                let tail = buffer[buffer.len().saturating_sub(KEEP)..].to_vec();
                self.ready.push_back(Line::TooLong { head, tail });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KEEP, Line, Splitter};

    fn lines(limit: usize, chunks: &[&[u8]]) -> Vec<Line> {
        let mut splitter = Splitter::new(limit);
        chunks.iter().for_each(|chunk| splitter.push(chunk));
        std::iter::from_fn(|| splitter.next()).collect()
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    #[test]
    fn lines_are_the_same_however_the_chunks_fall() {
        let text = b"one\n\ntwo\r\nthree\nrest";
        let expected = vec![whole("one"), whole(""), whole("two\r"), whole("three")];
        assert_eq!(lines(100, &[text]), expected);
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(lines(100, &bytes), expected);
    }

    #[test]
    fn a_line_over_the_limit_keeps_its_ends_only_and_the_next_one_is_whole() {
        let mut text = b"HEAD".to_vec();
        text.extend(std::iter::repeat_n(b'x', 100_000));
        text.extend(b"TAIL\nnext\n");
        for size in [1, 7, 4096, 200_000] {
            let chunks: Vec<&[u8]> = text.chunks(size).collect();
            let found = lines(50_000, &chunks);
            let [Line::TooLong { head, tail }, next] = &found[..] else { panic!("{size}") };
            assert!(head.starts_with(b"HEAD") && head.len() == KEEP);
            assert!(tail.ends_with(b"TAIL") && tail.len() == KEEP);
            assert_eq!(next, &whole("next"));
        }
    }

    #[test]
    fn memory_stays_small_while_a_line_is_skipped() {
        let mut splitter = Splitter::new(1000);
        for _ in 0..1000 {
            splitter.push(&[b'x'; 8192]);
        }
        assert!(splitter.buffer.capacity() < 64 * 1024, "{}", splitter.buffer.capacity());
    }
}
