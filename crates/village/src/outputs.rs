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
/// Bytes of their texts at most: a tool that is polled all day can say much. The newest stays whatever it weighs.
const TEXTS: usize = 8 * 1024 * 1024;

#[derive(Default)]
struct State {
    views: VecDeque<ToolOutputView>,
    /// Bytes of their texts.
    texts: usize,
    /// Oldest first, for dropping.
    order: VecDeque<String>,
    images: HashMap<String, Image>,
    bytes: usize,
}

/// Bytes of an output's texts.
fn weight(view: &ToolOutputView) -> usize {
    view.input.len() + view.output.len() + view.pane.len() + view.user_text.len()
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
        state.texts += weight(&view);
        state.views.push_back(view);
        while state.views.len() > 1 && (state.views.len() > KEPT || state.texts > TEXTS) {
            if let Some(oldest) = state.views.pop_front() {
                state.texts -= weight(&oldest);
            }
        }
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

#[cfg(test)]
mod tests {
    use super::{KEPT, Outputs, TEXTS};
    use fuseforks_contract::chat::ToolOutputView;

    fn output(call: usize, bytes: usize) -> ToolOutputView {
        ToolOutputView {
            call: call.to_string(),
            agent: "a".to_owned(),
            name: "box__poll".to_owned(),
            input: String::new(),
            output: "x".repeat(bytes / 2),
            pane: String::new(),
            user_text: "y".repeat(bytes - bytes / 2),
            ok: true,
            seen: Vec::new(),
            dropped: Vec::new(),
            at_ms: 0,
        }
    }

    fn kept(outputs: &Outputs) -> Vec<String> {
        outputs.views().into_iter().map(|view| view.call).collect()
    }

    #[test]
    fn the_oldest_go_when_there_are_too_many_or_their_texts_weigh_too_much() {
        let outputs = Outputs::new(0);
        (0..KEPT + 2).for_each(|call| outputs.push(output(call, 10)));
        let calls = kept(&outputs);
        assert_eq!((calls.len(), calls[0].as_str()), (500, "2"));
        assert!(!outputs.has("1") && outputs.has("501"));

        let outputs = Outputs::new(0);
        (0..100).for_each(|call| outputs.push(output(call, TEXTS / 10)));
        assert_eq!(kept(&outputs), (90..100).map(|call| call.to_string()).collect::<Vec<_>>());
        outputs.push(output(100, TEXTS * 2));
        assert_eq!(kept(&outputs), ["100"], "the newest is always there");
        outputs.push(output(101, 10));
        assert_eq!(kept(&outputs), ["101"]);
    }
}
