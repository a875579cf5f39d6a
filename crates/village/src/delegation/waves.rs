//! Who set whom to work: what the work status shows. In memory only.

use crate::village::Village;
use fuseforks_contract::{
    Event,
    work::{TaskState, TaskView, WaveView, Waves as WavesView},
};
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// A task's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TaskRef {
    wave: String,
    index: usize,
    /// The row that its message has while it waits.
    pub row: String,
}

/// The newest waves.
#[derive(Debug, Default)]
pub(crate) struct Waves {
    next: u64,
    list: VecDeque<WaveView>,
}

fn hold(waves: &Mutex<Waves>) -> MutexGuard<'_, Waves> {
    waves.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Village {
    /// Work was given out. Gives the place of each task.
    pub(super) fn wave(&self, mut wave: WaveView) -> Vec<TaskRef> {
        {
            let mut waves = hold(&self.delegation.waves);
            waves.next += 1;
            wave.id = format!("w{}", waves.next);
            waves.list.push_back(wave.clone());
            while waves.list.len() > self.services.limits.waves.max(1) {
                waves.list.pop_front();
            }
        }
        let place = |(index, task): (usize, &TaskView)| TaskRef {
            wave: wave.id.clone(),
            index,
            row: task.row.clone(),
        };
        let places = wave.tasks.iter().enumerate().map(place).collect();
        self.tell(Event::Wave { village: self.id.clone(), wave });
        places
    }

    /// A task got further. One that is over stays over.
    pub(crate) fn task(&self, place: &TaskRef, state: TaskState, code: Option<String>) {
        let now = self.services.now_ms();
        let changed: Option<TaskView> = {
            let mut waves = hold(&self.delegation.waves);
            let wave = waves.list.iter_mut().find(|wave| wave.id == place.wave);
            wave.and_then(|wave| wave.tasks.get_mut(place.index)).filter(|task| task.ended_ms.is_none()).map(
                |task| {
                    task.state = state;
                    task.code = code;
                    task.ended_ms = (!matches!(state, TaskState::Queued | TaskState::Running)).then_some(now);
                    task.clone()
                },
            )
        };
        if let Some(task) = changed {
            let index = u32::try_from(place.index).unwrap_or(u32::MAX);
            let (village, wave) = (self.id.clone(), place.wave.clone());
            self.tell(Event::Task { village, wave, index, task });
        }
    }

    /// The newest waves, oldest first.
    #[must_use]
    pub fn waves(&self) -> WavesView {
        WavesView { waves: hold(&self.delegation.waves).list.iter().cloned().collect() }
    }
}
