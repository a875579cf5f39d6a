//! What tools gave back in this run: in memory only, bounded, for the person to look at.

use fuseforks_contract::chat::{SeenImage, ToolOutputView};
use fuseforks_media::Image;
use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};
use uuid::Uuid;

/// Outputs kept at most.
const KEPT: usize = 500;

#[derive(Default)]
struct State {
    views: VecDeque<ToolOutputView>,
    /// Oldest first, for dropping.
    order: VecDeque<String>,
    images: HashMap<String, Image>,
    bytes: usize,
}

/// The outputs and the images that went to models.
pub(crate) struct Outputs {
    state: Mutex<State>,
    limit: usize,
}

impl Outputs {
    /// Keeps at most `limit` bytes of images.
    pub(crate) fn new(limit: usize) -> Self {
        Self { state: Mutex::default(), limit }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps images so that they can be looked at.
    pub(crate) fn keep_images(&self, images: &[Image]) -> Vec<SeenImage> {
        let mut state = self.lock();
        let mut seen = Vec::with_capacity(images.len());
        for image in images {
            let id = Uuid::now_v7().to_string();
            state.bytes += image.bytes().len();
            state.order.push_back(id.clone());
            state.images.insert(id.clone(), image.clone());
            seen.push(SeenImage {
                id,
                format: image.format().name().to_owned(),
                width: image.width(),
                height: image.height(),
                bytes: u32::try_from(image.bytes().len()).unwrap_or(u32::MAX),
                sha256: image.digest().to_string(),
            });
        }
        while state.bytes > self.limit {
            let Some(oldest) = state.order.pop_front() else { break };
            if let Some(image) = state.images.remove(&oldest) {
                state.bytes -= image.bytes().len();
            }
        }
        seen
    }

    /// Keeps an output.
    pub(crate) fn push(&self, view: ToolOutputView) {
        let mut state = self.lock();
        if state.views.len() == KEPT {
            state.views.pop_front();
        }
        state.views.push_back(view);
    }

    /// The outputs, oldest first.
    pub(crate) fn views(&self) -> Vec<ToolOutputView> {
        self.lock().views.iter().cloned().collect()
    }

    /// Is the output of this call still here?
    pub(crate) fn has(&self, call: &str) -> bool {
        self.lock().views.iter().any(|view| view.call == call)
    }

    /// An image that went to a model.
    pub(crate) fn image(&self, id: &str) -> Option<Image> {
        self.lock().images.get(id).cloned()
    }
}
