//! Bytes in, facts or bytes out: sniff, probe, normalise, digest, sizes.
//!
//! Owns every judgement about media: what kind some bytes are, whether a model may get them, and in
//! which form. It must never do IO, read a clock or know a language: a reason is a value, the
//! sentence is made elsewhere. The only things it waits for are its own memory and its own few decode
//! threads (large decodes take turns), so callers run it off the async threads.
//!
//! Invariant: an [`Image`] is sendable by construction (JPEG or still WebP inside the limits it was
//! made with), so nobody downstream judges bytes again.

#![forbid(unsafe_code)]

mod aside;
mod audio;
mod base64;
mod colour;
mod decode;
mod digest;
mod encode;
mod exif;
mod icon;
mod image;
mod kind;
mod limits;
mod normalise;
mod permit;
mod pieces;
mod raster;
mod shrink;
mod sniff;
mod strip;
mod walk;

pub use audio::audio_kind;
pub use base64::{Base64Error, decode_base64};
pub use digest::Digest;
pub use icon::icon;
pub use image::{Image, ImageFormat};
pub use kind::Kind;
pub use limits::{DropReason, Limits};
pub use normalise::{Action, Normalised, Pixels, normalise, normalise_attachment, pixels, to_jpeg};
pub use sniff::sniff;
pub use walk::{Probe, guard_for_user, probe};
