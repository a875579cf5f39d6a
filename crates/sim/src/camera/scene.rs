//! What stands before the camera, painted from (scene, sequence number) alone.
//!
//! Frames must be reproducible, so all of it is integer arithmetic with a seeded generator; the noise is
//! what makes two frames of an unmoving scene differ, as those of a real sensor do.

use std::fmt;
use std::str::FromStr;

use image::RgbImage;

use super::{noise, photo};
use crate::colour::Colour;

/// Width of every frame in pixels, that of the real camera's live view.
pub const WIDTH: u32 = 640;
/// Height of every frame in pixels.
pub const HEIGHT: u32 = 424;

/// A subject.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scene {
    /// The left half in one colour, the right half in another.
    TwoColour {
        /// Colour of the left half.
        left: Colour,
        /// Colour of the right half.
        right: Colour,
    },
    /// A white bar that walks to the right, and the sequence number in large digits.
    Moving,
    /// A landscape: sky, sun, hills, a meadow, a house.
    #[default]
    Photo,
}

impl Scene {
    /// A scene of two colours.
    #[must_use]
    pub fn two_colour(left: Colour, right: Colour) -> Self {
        Self::TwoColour { left, right }
    }

    /// Paints frame number `seq`.
    pub(super) fn paint(self, seq: u64) -> RgbImage {
        let (mut pixels, strength) = match self {
            Self::TwoColour { left, right } => (halves(left, right), 4),
            Self::Moving => (bar(seq), 4),
            Self::Photo => (photo::paint(seq), 2),
        };
        noise::grain(&mut pixels, seq, strength);
        pixels
    }
}

fn halves(left: Colour, right: Colour) -> RgbImage {
    RgbImage::from_fn(WIDTH, HEIGHT, |x, _| image::Rgb(if x < WIDTH / 2 { left.rgb() } else { right.rgb() }))
}

/// The bar is 40 pixels wide and walks 16 a frame; the digits stand in the lower left corner.
fn bar(seq: u64) -> RgbImage {
    let start = u32::try_from((seq * 16) % u64::from(WIDTH)).unwrap_or(0);
    let mut pixels = RgbImage::from_fn(WIDTH, HEIGHT, |x, y| {
        let inside = (x + WIDTH - start) % WIDTH < 40;
        image::Rgb(if inside && y < HEIGHT - 96 { [236, 236, 236] } else { [24, 40, 104] })
    });
    super::digits::draw(&mut pixels, seq, 24, HEIGHT - 80, 8);
    pixels
}

impl fmt::Display for Scene {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoColour { left, right } => write!(formatter, "two-colour:{left},{right}"),
            Self::Moving => formatter.write_str("moving"),
            Self::Photo => formatter.write_str("photo"),
        }
    }
}

/// Text that names no scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownScene(String);

impl fmt::Display for UnknownScene {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "unknown scene {:?}: two-colour:LEFT,RIGHT, moving, photo", self.0)
    }
}

impl std::error::Error for UnknownScene {}

impl FromStr for Scene {
    type Err = UnknownScene;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = || UnknownScene(text.to_owned());
        match text {
            "moving" => Ok(Self::Moving),
            "photo" => Ok(Self::Photo),
            _ => {
                let pair = text.strip_prefix("two-colour:").ok_or_else(unknown)?;
                let (left, right) = pair.split_once(',').ok_or_else(unknown)?;
                Ok(Self::TwoColour {
                    left: left.trim().parse().map_err(|_| unknown())?,
                    right: right.trim().parse().map_err(|_| unknown())?,
                })
            }
        }
    }
}
