//! Huffman tables (ITU-T T.81, Annex C and F.2.2) as look-ups of the next twelve bits.
//!
//! Invariant: an entry never says more than the bits it was looked up with can prove; a code that is
//! longer has the entry 0 and goes the slow way. So a table that is wrong gives wrong numbers or
//! `None`, never an index out of range.

/// Bits of a look-up.
pub(super) const LOOK: u32 = 12;
const SIZE: usize = 1 << LOOK;
/// An advance that ends any block.
pub(super) const END: u32 = 64;

/// One table as the file has it.
#[derive(Clone)]
pub(super) struct Codes {
    /// Of the codes of each length, left-aligned in 16 bits: the first value that is none of them.
    limit: [u32; 17],
    /// Index of a length's first symbol, minus its first code.
    offset: [i32; 17],
    symbols: Vec<u8>,
}

/// A code that was recognised.
#[derive(Clone, Copy)]
pub(super) struct Code {
    pub(super) length: u32,
    pub(super) symbol: u8,
}

impl Codes {
    /// `counts[i]` codes have the length `i + 1`; `symbols` in their order. `None` if these are no codes.
    pub(super) fn new(counts: &[u8; 16], symbols: &[u8]) -> Option<Self> {
        let (mut limit, mut offset) = ([0; 17], [0; 17]);
        let (mut code, mut index) = (0_u32, 0_u32);
        for (length, &count) in (1..).zip(counts) {
            offset[length] = index as i32 - code as i32;
            code += u32::from(count);
            index += u32::from(count);
            if code > 1 << length {
                return None;
            }
            limit[length] = code << (16 - length);
            code <<= 1;
        }
        (symbols.len() == index as usize).then(|| Self { limit, offset, symbols: symbols.to_vec() })
    }

    /// The code at the top of `bits` (64 of them).
    pub(super) fn find(&self, bits: u64) -> Option<Code> {
        let top = (bits >> 48) as u32;
        let length = (1..=16).find(|&length| top < self.limit[length])?;
        let index = (top >> (16 - length)) as i32 + self.offset[length];
        let symbol = *self.symbols.get(usize::try_from(index).ok()?)?;
        Some(Code { length: length as u32, symbol })
    }

    /// The code that begins `skip` bits into a look-up, if its bits end within it.
    fn within(&self, window: usize, skip: u32) -> Option<Code> {
        let bits = (window as u64) << (64 - LOOK) << skip;
        self.find(bits).filter(|code| skip + code.length <= LOOK)
    }
}

/// A number of `size` bits as T.81 F.2.2.1 extends it.
#[inline(always)]
pub(super) fn extend(raw: u32, size: u32) -> i32 {
    let half = (1 << size) >> 1;
    if raw < half { raw as i32 - (1 << size) + 1 } else { raw as i32 }
}

/// Codes with a look-up of their symbols.
pub(super) struct Symbols {
    codes: Codes,
    /// Symbol << 8 | length.
    look: Box<[u16; SIZE]>,
}

impl Symbols {
    pub(super) fn new(codes: Codes) -> Self {
        let entry =
            |window| codes.within(window, 0).map_or(0, |c| u16::from(c.symbol) << 8 | c.length as u16);
        Self { look: table(entry), codes }
    }

    /// Length of the code and its symbol.
    #[inline(always)]
    pub(super) fn find(&self, bits: u64) -> Option<(u32, u32)> {
        let entry = self.look[(bits >> (64 - LOOK)) as usize];
        if entry != 0 {
            return Some((u32::from(entry & 255), u32::from(entry >> 8)));
        }
        self.codes.find(bits).map(|code| (code.length, u32::from(code.symbol)))
    }
}

/// Codes of first coefficients: a symbol is a size.
pub(super) struct Dc(Symbols);

impl Dc {
    /// `None` if a symbol is no size (T.81, table F.1, with what 12 bits may have).
    pub(super) fn new(codes: Codes) -> Option<Self> {
        codes.symbols.iter().all(|&size| size <= 15).then(|| Self(Symbols::new(codes)))
    }

    /// Length of the code and size of the number after it.
    #[inline(always)]
    pub(super) fn find(&self, bits: u64) -> Option<(u32, u32)> {
        self.0.find(bits)
    }
}

/// Codes of the other coefficients: a symbol is a run of zeros and a size.
pub(super) struct Ac {
    codes: Codes,
    /// As [`Step`], with the number itself where it lies within the look-up.
    steps: Box<[u32; SIZE]>,
    /// As [`Leap`].
    leaps: Box<[u32; SIZE]>,
}

/// One symbol with its number: bits of both, advance in the block, size of a number that must still be
/// read out of these bits, or the number.
#[derive(Clone, Copy)]
pub(super) struct Step(u32);

impl Step {
    fn new(bits: u32, advance: u32, size: u32, number: i32) -> Self {
        Self(bits | size << 5 | advance << 9 | (number as u32) << 16)
    }

    #[inline(always)]
    pub(super) fn bits(self) -> u32 {
        self.0 & 31
    }

    #[inline(always)]
    pub(super) fn advance(self) -> u32 {
        self.0 >> 9 & 127
    }

    /// The number, out of the bits that the symbol was found in.
    #[inline(always)]
    pub(super) fn number(self, bits: u64) -> i32 {
        let size = self.0 >> 5 & 15;
        if size == 0 {
            return self.0 as i32 >> 16;
        }
        let raw = (bits << (self.bits() - size) >> (64 - size)) as u32;
        extend(raw, size)
    }
}

/// Several symbols at once, of which only the length counts.
#[derive(Clone, Copy)]
pub(super) struct Leap(u32);

impl Leap {
    #[inline(always)]
    pub(super) fn bits(self) -> u32 {
        self.0 & 31
    }

    /// Coefficients that are passed, [`END`] or more if the block ends.
    #[inline(always)]
    pub(super) fn advance(self) -> u32 {
        self.0 >> 16
    }

    /// The same without the last symbol.
    #[inline(always)]
    fn before_last(self) -> u32 {
        self.0 >> 8 & 255
    }

    /// Whether the last symbol ends a block.
    #[inline(always)]
    pub(super) fn ends(self) -> bool {
        self.advance() - self.before_last() == END
    }
}

impl Ac {
    pub(super) fn new(codes: Codes) -> Self {
        let step = |window| codes.within(window, 0).map_or(0, |code| looked_up(code, window).0);
        let (steps, leaps) = (table(step), table(|window| leap(&codes, window).0));
        Self { codes, steps, leaps }
    }

    #[inline(always)]
    pub(super) fn step(&self, bits: u64) -> Option<Step> {
        match self.steps[(bits >> (64 - LOOK)) as usize] {
            0 => self.slow(bits),
            entry => Some(Step(entry)),
        }
    }

    /// The symbols at the top of `bits`, the first of which is for the coefficient `next`. `None` if not
    /// even one lies within the look-up, or not all belong to the block.
    #[inline(always)]
    pub(super) fn leap(&self, bits: u64, next: u32) -> Option<Leap> {
        let leap = Leap(self.leaps[(bits >> (64 - LOOK)) as usize]);
        (leap.0 != 0 && next + leap.before_last() < 64).then_some(leap)
    }

    #[cold]
    fn slow(&self, bits: u64) -> Option<Step> {
        self.codes.find(bits).map(to_be_read)
    }
}

/// A symbol whose number is not known yet.
fn to_be_read(code: Code) -> Step {
    let size = u32::from(code.symbol & 15);
    Step::new(code.length + size, advance(code.symbol), size, 0)
}

fn looked_up(code: Code, window: usize) -> Step {
    let size = u32::from(code.symbol & 15);
    let bits = code.length + size;
    if size == 0 || bits > LOOK {
        return to_be_read(code);
    }
    let raw = window as u32 >> (LOOK - bits) & ((1 << size) - 1);
    Step::new(bits, advance(code.symbol), 0, extend(raw, size))
}

fn advance(symbol: u8) -> u32 {
    // Of the symbols without a number, only sixteen zeros do not end a block.
    if symbol & 15 == 0 && symbol != 0xF0 { END } else { u32::from(symbol >> 4) + 1 }
}

fn leap(codes: &Codes, window: usize) -> Leap {
    let (mut bits, mut before, mut all) = (0, 0, 0);
    while all < END
        && bits < LOOK
        && let Some(code) = codes.within(window, bits)
    {
        bits += code.length + u32::from(code.symbol & 15);
        before = all;
        all += advance(code.symbol);
    }
    Leap(bits | before << 8 | all << 16)
}

fn table<T: Copy + Default>(entry: impl Fn(usize) -> T) -> Box<[T; SIZE]> {
    let mut table = Box::new([T::default(); SIZE]);
    for (window, to) in table.iter_mut().enumerate() {
        *to = entry(window);
    }
    table
}

#[cfg(test)]
mod tests;
