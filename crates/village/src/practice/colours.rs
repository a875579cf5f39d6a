//! Colours by name, measured from pixels: the eleven basic colour terms of Berlin and Kay (1969).

use fuseforks_media::Pixels;

/// A basic colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Colour {
    /// Black
    Black,
    /// White
    White,
    /// Grey
    Grey,
    /// Red
    Red,
    /// Orange
    Orange,
    /// Yellow
    Yellow,
    /// Green
    Green,
    /// Blue
    Blue,
    /// Purple
    Purple,
    /// Pink
    Pink,
    /// Brown
    Brown,
}

const COUNT: usize = 11;

impl Colour {
    /// All of them.
    pub(crate) const ALL: [Self; COUNT] = [
        Self::Black,
        Self::White,
        Self::Grey,
        Self::Red,
        Self::Orange,
        Self::Yellow,
        Self::Green,
        Self::Blue,
        Self::Purple,
        Self::Pink,
        Self::Brown,
    ];
}

/// What was measured in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Measured {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// The most common colour of the left half.
    pub left: Colour,
    /// The most common colour of the right half.
    pub right: Colour,
    /// The most common colour of the upper half.
    pub top: Colour,
    /// The most common colour of the lower half.
    pub bottom: Colour,
    /// Mean relative luminance, 0 to 100.
    pub brightness: u32,
}

/// Names the colour of one 8-bit sRGB pixel.
#[must_use]
pub(crate) fn name(rgb: [u8; 3]) -> Colour {
    let [r, g, b] = rgb.map(i32::from);
    let max = r.max(g).max(b);
    let min = r.min(g).min(b);
    let chroma = max - min;
    if max < 45 {
        return Colour::Black;
    }
    // Colours with little chroma for their brightness are greys.
    if chroma * 100 < max * 16 || chroma < 18 {
        return match max {
            0..=60 => Colour::Black,
            215.. => Colour::White,
            _ => Colour::Grey,
        };
    }
    let sixth = match max {
        _ if max == r => (60 * (g - b) / chroma).rem_euclid(360),
        _ if max == g => 120 + 60 * (b - r) / chroma,
        _ => 240 + 60 * (r - g) / chroma,
    };
    let pale = chroma * 100 < max * 55 && max > 190;
    match sixth {
        0..14 | 346..=360 if pale => Colour::Pink,
        0..14 | 346..=360 => Colour::Red,
        14..40 if max < 175 => Colour::Brown,
        14..40 if pale && max > 225 => Colour::Pink,
        14..44 => Colour::Orange,
        44..68 if max < 110 => Colour::Brown,
        44..68 => Colour::Yellow,
        68..165 => Colour::Green,
        165..255 => Colour::Blue,
        255..296 => Colour::Purple,
        // Magenta of full strength is called purple, its light relatives pink.
        296..330 if chroma * 100 > max * 70 && max < 240 => Colour::Purple,
        _ => Colour::Pink,
    }
}

/// Measures a picture.
#[must_use]
pub(crate) fn measure(pixels: &Pixels, width: u32, height: u32) -> Measured {
    let (mut left, mut right, mut top, mut bottom) = ([0_u32; COUNT], [0; COUNT], [0; COUNT], [0; COUNT]);
    let mut light = 0_u64;
    let row = pixels.width.max(1) as usize;
    for (index, pixel) in pixels.rgb.chunks_exact(3).enumerate() {
        let [r, g, b] = [pixel[0], pixel[1], pixel[2]];
        let colour = name([r, g, b]) as usize;
        // ITU-R BT.709 luma weights.
        light += u64::from(r) * 2126 + u64::from(g) * 7152 + u64::from(b) * 722;
        let (x, y) = (index % row, index / row);
        if x * 2 < row {
            left[colour] += 1
        } else {
            right[colour] += 1
        }
        if y * 2 < pixels.height as usize { top[colour] += 1 } else { bottom[colour] += 1 }
    }
    let count = (pixels.rgb.len() as u64 / 3).max(1);
    Measured {
        width,
        height,
        left: most(&left),
        right: most(&right),
        top: most(&top),
        bottom: most(&bottom),
        brightness: u32::try_from(light / count * 100 / (255 * 10_000)).unwrap_or(100),
    }
}

fn most(counts: &[u32; COUNT]) -> Colour {
    let mut best = (0, Colour::Black);
    for (count, colour) in counts.iter().zip(Colour::ALL) {
        if *count > best.0 {
            best = (*count, colour);
        }
    }
    best.1
}
