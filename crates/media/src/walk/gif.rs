//! GIF (89a): not sent to a model, but shown to the person, so its size and wholeness matter.

use crate::{DropReason, Limits};

/// A walked GIF.
pub(crate) struct Gif {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) frames: u32,
}

pub(crate) fn walk(bytes: &[u8], limits: &Limits) -> Result<Gif, DropReason> {
    let head = bytes.get(6..13).ok_or(DropReason::Unreadable)?;
    let width = u32::from(u16::from_le_bytes([head[0], head[1]]));
    let height = u32::from(u16::from_le_bytes([head[2], head[3]]));
    limits.guard(width, height)?;
    if width == 0 || height == 0 {
        return Err(DropReason::Unreadable);
    }
    let frames = blocks(bytes, 13 + table(head[4]), limits)?;
    if frames == 0 { Err(DropReason::Unreadable) } else { Ok(Gif { width, height, frames }) }
}

/// Bytes of the colour table that the flags announce.
fn table(flags: u8) -> usize {
    if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) }
}

fn blocks(bytes: &[u8], mut at: usize, limits: &Limits) -> Result<u32, DropReason> {
    let mut frames = 0;
    loop {
        match bytes.get(at) {
            Some(0x3B) => return Ok(frames),
            Some(0x21) => at = sub_blocks(bytes, at + 2)?,
            Some(0x2C) => {
                let frame = bytes.get(at + 1..at + 10).ok_or(DropReason::Unreadable)?;
                let side = |i: usize| u32::from(u16::from_le_bytes([frame[i], frame[i + 1]]));
                limits.guard(side(4), side(6))?;
                frames += 1;
                at = sub_blocks(bytes, at + 11 + table(frame[8]))?;
            }
            _ => return Err(DropReason::Unreadable),
        }
    }
}

fn sub_blocks(bytes: &[u8], mut at: usize) -> Result<usize, DropReason> {
    loop {
        let size = usize::from(*bytes.get(at).ok_or(DropReason::Unreadable)?);
        at += 1 + size;
        if size == 0 {
            return Ok(at);
        }
    }
}
