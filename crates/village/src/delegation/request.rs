//! One request and all that it causes: its budget, its cost, and when it is over.
//!
//! Invariant: every charge is settled exactly once, by what the call cost or, if it was dropped, by
//! nothing; and what the budget has booked is what the turns of the request say they cost.

use crate::services::Services;
use fuseforks_contract::{Event, work::MeterView};
use fuseforks_llm::canonical::{Request, Usage};
use fuseforks_turn::{
    Event as TurnEvent,
    compact::{DEFAULT_IMAGE_TOKENS, Meter},
    ledger::{Budget, Effective, Reservation, add, reported_or},
};
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU32, Ordering},
};
use uuid::Uuid;

/// Output tokens that a call is expected to have: what it really has is known when it is over.
const EXPECTED_OUTPUT: u64 = 256;
/// Characters that stand for one token of an answer whose provider reports nothing.
const CHARS_PER_TOKEN: u64 = 4;

struct Money {
    budget: Budget,
    usage: Usage,
}

/// A request while it runs.
pub(crate) struct RequestState {
    pub id: Uuid,
    pub session: Uuid,
    village: String,
    services: Arc<Services>,
    money: Mutex<Money>,
    /// Messages of it that wait or are worked on.
    open: AtomicU32,
}

impl RequestState {
    pub(crate) fn new(
        id: Uuid,
        session: Uuid,
        village: &str,
        services: Arc<Services>,
        budget: u64,
    ) -> Arc<Self> {
        let money = Money { budget: Budget::new(budget), usage: Usage::default() };
        Arc::new(Self {
            id,
            session,
            village: village.to_owned(),
            services,
            money: Mutex::new(money),
            open: AtomicU32::new(0),
        })
    }

    fn money(&self) -> MutexGuard<'_, Money> {
        self.money.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What it cost so far.
    pub(crate) fn meter(&self) -> MeterView {
        let money = self.money();
        MeterView {
            request: self.id.to_string(),
            session: self.session.to_string(),
            spent_tenths: money.budget.spent().tenths(),
            held_tenths: money.budget.reserved().tenths(),
            limit: money.budget.limit().rounded_up(),
            open: self.open.load(Ordering::Relaxed),
        }
    }

    /// Tokens of all its turns so far.
    pub(crate) fn usage(&self) -> Usage {
        self.money().usage
    }

    /// Effective tokens it may cost.
    pub(crate) fn limit(&self) -> u64 {
        self.money().budget.limit().rounded_up()
    }

    fn tell(&self) {
        self.services.events.tell(Event::Meter { village: self.village.clone(), meter: self.meter() });
    }

    /// Books what was spent without a charge, such as a summary.
    pub(crate) fn book(&self, usage: &Usage) {
        if *usage == Usage::default() {
            return;
        }
        {
            let mut money = self.money();
            money.budget.book(usage);
            add(&mut money.usage, usage);
        }
        self.tell();
    }

    pub(super) fn opened(&self) {
        self.open.fetch_add(1, Ordering::AcqRel);
    }

    /// A message of it is over; with the last one the request is.
    pub(super) fn closed(&self) {
        if self.open.fetch_sub(1, Ordering::AcqRel) == 1 {
            let (village, meter) = (self.village.clone(), self.meter());
            self.services.events.tell(Event::RequestEnded { village, meter });
        }
    }

    /// Holds what a model call is expected to cost; `None` when the budget does not cover it.
    pub(crate) fn charge(self: &Arc<Self>, request: &Request) -> Option<Charge> {
        let input = Meter::default().tokens(request, DEFAULT_IMAGE_TOKENS);
        let expected =
            request.max_output_tokens.map_or(EXPECTED_OUTPUT, |most| EXPECTED_OUTPUT.min(most.into()));
        let estimate = Usage { uncached: input, output: expected, ..Usage::default() };
        let held = self.money().budget.reserve(Effective::of(&estimate)).ok()?;
        self.tell();
        Some(Charge { request: Arc::clone(self), held: Some(held), input })
    }
}

/// What a model call holds of the budget until it is settled.
#[must_use = "a charge that is dropped books nothing"]
pub(crate) struct Charge {
    request: Arc<RequestState>,
    held: Option<Reservation>,
    input: u64,
}

impl Charge {
    /// Books what the call cost.
    pub(crate) fn settle(mut self, usage: &Usage) {
        self.book(usage);
    }

    /// What a call costs whose provider may have reported nothing.
    pub(crate) fn cost(&self, reported: Usage, text: &str) -> Usage {
        reported_or(reported, self.input, (text.chars().count() as u64).div_ceil(CHARS_PER_TOKEN))
    }

    fn book(&mut self, usage: &Usage) {
        let Some(held) = self.held.take() else { return };
        {
            let mut money = self.request.money();
            money.budget.settle(held, usage);
            add(&mut money.usage, usage);
        }
        self.request.tell();
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.book(&Usage::default());
    }
}

/// The charge of a turn's running model call.
#[derive(Default)]
pub(crate) struct Held(Option<Charge>);

impl Held {
    /// A call begins.
    pub(crate) fn begin(&mut self, charge: Charge) {
        self.0 = Some(charge);
    }

    /// Books a call that is over, and puts into the event what was booked.
    pub(crate) fn over(&mut self, mut event: TurnEvent) -> TurnEvent {
        let cost = match &mut event {
            TurnEvent::ModelReplied(reply) => Some((&mut reply.usage, reply.text.as_str())),
            TurnEvent::ModelFailed(error) => {
                error.partial.as_mut().map(|partial| (&mut partial.usage, partial.text.as_str()))
            }
            _ => return event,
        };
        let Some(charge) = self.0.take() else { return event };
        let booked = cost.map_or_else(Usage::default, |(usage, text)| {
            *usage = charge.cost(*usage, text);
            *usage
        });
        charge.settle(&booked);
        event
    }

    /// Books a call that is given up, by what had streamed, and says what that was.
    pub(crate) fn given_up(&mut self, streamed: &str) -> Usage {
        let Some(charge) = self.0.take() else { return Usage::default() };
        let cost = match streamed.is_empty() {
            true => Usage::default(),
            false => charge.cost(Usage::default(), streamed),
        };
        charge.settle(&cost);
        cost
    }
}
