//! Small pictures beside names: one file each, made by us from whatever came.
//!
//! Invariant: what is served is a small still WebP by its bytes, whoever wrote the file.

use base64::Engine as _;
use bytes::Bytes;
use fuseforks_contract::Failure;
use fuseforks_media::{DropReason, Kind, Limits};
use sha2::{Digest as _, Sha256};
use std::{fmt::Write as _, fs, io, path::Path};

/// The name of an icon's file.
pub(crate) const ICON_FILE: &str = "icon.webp";
/// Edge of an icon in pixels.
const EDGE: u32 = 128;
/// A larger edge is not ours to show.
const LARGEST_EDGE: u32 = 512;
/// Bytes of a file that is looked at.
const LARGEST: u64 = 1 << 20;
/// Characters of base64 that are taken.
const LONGEST: usize = 48 << 20;

/// The icon in a file, if it is one.
pub(crate) fn read(path: &Path) -> Option<Bytes> {
    let found = fs::metadata(path).ok()?;
    if !found.is_file() || found.len() > LARGEST {
        return None;
    }
    let bytes: Bytes = fs::read(path).ok()?.into();
    let probe = fuseforks_media::probe(&bytes).ok()?;
    let fits = probe.width.max(probe.height) <= LARGEST_EDGE;
    (probe.kind == Kind::WebP && !probe.animated && fits).then_some(bytes)
}

/// What tells the icon in a file from another one; none without an icon.
pub(crate) fn mark(path: &Path) -> Option<String> {
    let bytes = read(path)?;
    let mut hex = String::with_capacity(16);
    for byte in Sha256::digest(&bytes).iter().take(8) {
        let _ = write!(hex, "{byte:02x}");
    }
    Some(hex)
}

/// Makes the icon from base64 of a picture; takes it away for an empty one.
///
/// # Errors
/// `icon-unreadable`, `icon-unsupported`, `icon-too-large`, `file-io`.
pub(crate) fn write(path: &Path, data: &str, limits: &Limits) -> Result<(), Failure> {
    let failure =
        |error: io::Error| Failure::new("file-io").with("file", path.display()).with("reason", error);
    if data.is_empty() {
        return match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failure(error)),
            _ => Ok(()),
        };
    }
    if data.len() > LONGEST {
        return Err(Failure::new("icon-too-large"));
    }
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(data)
        .map_err(|_| Failure::new("icon-unreadable"))?;
    let webp = fuseforks_media::icon(&bytes, EDGE, limits).map_err(|reason| match reason {
        DropReason::TooLarge => Failure::new("icon-too-large"),
        DropReason::Unsupported { format } => Failure::new("icon-unsupported").with("format", format),
        DropReason::Unreadable | DropReason::TooMany | DropReason::Cancelled => {
            Failure::new("icon-unreadable")
        }
    })?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failure)?;
    }
    fuseforks_store::write_atomic(path, &webp).map_err(failure)
}
