//! What a request has cost and may still cost, in effective tokens.
//!
//! Owns the weights and the arithmetic of a budget. It must never decide what happens when a budget is
//! spent, and never round on the way: parts of a token are kept, so that the sum over all turns is the
//! sum over all calls.
//!
//! Invariant: spent is exactly the weighted sum of every usage that was settled, and what is reserved is
//! exactly what open reservations hold.

use fuseforks_llm::canonical::Usage;

/// Effective tokens that one request may cost by default, with all it causes.
pub const DEFAULT_BUDGET: u64 = 1_000_000;

/// Weighted tokens, kept in tenths because a cached token counts a tenth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effective {
    tenths: u64,
}

impl Effective {
    /// Whole tokens.
    #[must_use]
    pub fn tokens(tokens: u64) -> Self {
        Self { tenths: tokens.saturating_mul(10) }
    }

    /// What a usage weighs: uncached input and what was written to a cache once, cached input a tenth,
    /// output four times (reasoning is part of it).
    #[must_use]
    pub fn of(usage: &Usage) -> Self {
        let uncached = usage.uncached.saturating_add(usage.cache_write).saturating_mul(10);
        let output = usage.output.saturating_mul(40);
        Self { tenths: uncached.saturating_add(usage.cache_read).saturating_add(output) }
    }

    /// Tenths of a token: the exact value.
    #[must_use]
    pub fn tenths(self) -> u64 {
        self.tenths
    }

    /// Whole tokens, a begun one counted whole: for showing.
    #[must_use]
    pub fn rounded_up(self) -> u64 {
        self.tenths.div_ceil(10)
    }

    fn plus(self, other: Self) -> Self {
        Self { tenths: self.tenths.saturating_add(other.tenths) }
    }

    fn minus(self, other: Self) -> Self {
        Self { tenths: self.tenths.saturating_sub(other.tenths) }
    }
}

/// The budget of one request: one user message or schedule firing and all that it causes.
#[derive(Debug)]
pub struct Budget {
    limit: Effective,
    spent: Effective,
    reserved: Effective,
}

/// What a call that is about to be made holds of a budget. Give it back with [`Budget::settle`].
#[derive(Debug, PartialEq, Eq)]
#[must_use = "a reservation that is not settled stays reserved"]
pub struct Reservation {
    held: Effective,
}

/// The budget does not cover the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("budget exhausted")]
pub struct Exhausted {
    /// What was free.
    pub free: Effective,
}

impl Budget {
    /// A budget of `limit` effective tokens.
    #[must_use]
    pub fn new(limit: u64) -> Self {
        Self { limit: Effective::tokens(limit), spent: Effective::default(), reserved: Effective::default() }
    }

    /// Holds `estimate` for a call that is about to be made. A budget of which nothing is free covers
    /// nothing, an estimate of 0 included.
    ///
    /// # Errors
    /// [`Exhausted`] if the budget does not cover it; then nothing is held.
    pub fn reserve(&mut self, estimate: Effective) -> Result<Reservation, Exhausted> {
        let free = self.free();
        if free == Effective::default() || estimate > free {
            return Err(Exhausted { free });
        }
        self.reserved = self.reserved.plus(estimate);
        Ok(Reservation { held: estimate })
    }

    /// Gives a reservation back and books what the call really cost: nothing if it was never made. May
    /// go over the limit, as an estimate can be too low.
    #[expect(clippy::needless_pass_by_value, reason = "a reservation is settled once")]
    pub fn settle(&mut self, reservation: Reservation, usage: &Usage) {
        self.reserved = self.reserved.minus(reservation.held);
        self.spent = self.spent.plus(Effective::of(usage));
    }

    /// Books what was spent without asking, such as a summary. May go over the limit.
    pub fn book(&mut self, usage: &Usage) {
        self.spent = self.spent.plus(Effective::of(usage));
    }

    /// What was booked.
    #[must_use]
    pub fn spent(&self) -> Effective {
        self.spent
    }

    /// What open reservations hold.
    #[must_use]
    pub fn reserved(&self) -> Effective {
        self.reserved
    }

    /// What is neither booked nor held.
    #[must_use]
    pub fn free(&self) -> Effective {
        self.limit.minus(self.spent).minus(self.reserved)
    }

    /// The limit.
    #[must_use]
    pub fn limit(&self) -> Effective {
        self.limit
    }
}

/// Adds a call's usage to a sum. A provider that reports absurd numbers cannot overflow it.
pub fn add(sum: &mut Usage, call: &Usage) {
    sum.uncached = sum.uncached.saturating_add(call.uncached);
    sum.cache_read = sum.cache_read.saturating_add(call.cache_read);
    sum.cache_write = sum.cache_write.saturating_add(call.cache_write);
    sum.output = sum.output.saturating_add(call.output);
    sum.reasoning = sum.reasoning.saturating_add(call.reasoning);
    sum.reported |= call.reported;
}

/// A usage as reported, or an estimate in its place (`reported` stays false), so that a provider that
/// reports nothing is not free of charge. Both numbers are tokens.
#[must_use]
pub fn reported_or(usage: Usage, input: u64, output: u64) -> Usage {
    match usage.reported {
        true => usage,
        false => Usage { uncached: input, output, ..Usage::default() },
    }
}
