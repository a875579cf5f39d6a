//! The colour names that scenes are made of and that measured pixels are given.
//!
//! A name stands for one value well inside the region people call by that name, so that JPEG loss and
//! camera noise never move a patch into a neighbour. Magenta and cyan are beyond the eleven basic names
//! and exist because tests of two-colour pictures like them.

use std::fmt;
use std::str::FromStr;

/// Every name and its sRGB value.
const TABLE: [(&str, [u8; 3]); 13] = [
    ("black", [14, 14, 14]),
    ("white", [242, 242, 242]),
    ("grey", [128, 128, 128]),
    ("red", [214, 32, 36]),
    ("orange", [245, 130, 20]),
    ("yellow", [244, 216, 32]),
    ("green", [32, 150, 60]),
    ("blue", [32, 74, 204]),
    ("purple", [122, 40, 170]),
    ("pink", [244, 146, 186]),
    ("brown", [112, 66, 32]),
    ("magenta", [228, 24, 200]),
    ("cyan", [24, 200, 220]),
];

/// A colour with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(usize);

impl Colour {
    /// All colours that a scene may be made of.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..TABLE.len()).map(Self)
    }

    /// The English name, lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        TABLE[self.0].0
    }

    /// The sRGB value that scenes paint.
    #[must_use]
    pub fn rgb(self) -> [u8; 3] {
        TABLE[self.0].1
    }

    /// The named colour nearest to an sRGB value.
    ///
    /// Distance is "redmean", a weighted RGB distance close to what the eye sees: plain RGB calls a dark
    /// orange red and a pale blue grey.
    #[must_use]
    pub fn nearest(rgb: [u8; 3]) -> Self {
        let distance = |index: &usize| {
            let other = TABLE[*index].1;
            let [red, green, blue] =
                [0, 1, 2].map(|channel| i64::from(rgb[channel]) - i64::from(other[channel]));
            let mean = (i64::from(rgb[0]) + i64::from(other[0])) / 2;
            (((512 + mean) * red * red) >> 8) + 4 * green * green + (((767 - mean) * blue * blue) >> 8)
        };
        Self((0..TABLE.len()).min_by_key(distance).unwrap_or(0))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A colour name that is not in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownColour(pub String);

impl fmt::Display for UnknownColour {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "unknown colour {:?}", self.0)
    }
}

impl std::error::Error for UnknownColour {}

impl FromStr for Colour {
    type Err = UnknownColour;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let wanted = if name == "gray" { "grey" } else { name };
        Self::all().find(|colour| colour.name() == wanted).ok_or_else(|| UnknownColour(name.to_owned()))
    }
}
