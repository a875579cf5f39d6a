//! A host that answers from a list and remembers what it was told.

use std::{
    collections::VecDeque,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fuseforks_mcp::host::{Ask, ElicitAnswer, Elicitation, Host, Progress};
use serde_json::Value;

#[derive(Default)]
pub(crate) struct Listener {
    pub(crate) answers: Mutex<VecDeque<ElicitAnswer>>,
    pub(crate) asked: Mutex<Vec<Elicitation>>,
    pub(crate) changed: Mutex<Vec<String>>,
    pub(crate) progress: Mutex<Vec<(String, String, Progress)>>,
    /// How long the person takes.
    pub(crate) thinking: Mutex<Duration>,
    /// Questions that wait for the person now.
    pub(crate) open: AtomicUsize,
}

/// A question on the person's screen.
struct Open<'a>(&'a Listener);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Listener {
    pub(crate) fn answering(answers: impl IntoIterator<Item = ElicitAnswer>) -> Self {
        Self { answers: Mutex::new(answers.into_iter().collect()), ..Self::default() }
    }

    pub(crate) fn changes(&self) -> usize {
        self.changed.lock().unwrap().len()
    }
}

/// Accepts a form with its defaults.
pub(crate) fn defaults(request: &Elicitation) -> ElicitAnswer {
    match &request.ask {
        Ask::Form(form) => ElicitAnswer::Accept(form.defaults()),
        Ask::Url { .. } => ElicitAnswer::Accept(Value::Null),
    }
}

impl Host for Listener {
    fn elicit<'a, 'b>(
        &'a self,
        request: Elicitation,
    ) -> std::pin::Pin<Box<dyn Future<Output = ElicitAnswer> + Send + 'b>>
    where
        'a: 'b,
        Self: 'b,
    {
        Box::pin(async move {
            let thinking = *self.thinking.lock().unwrap();
            self.open.fetch_add(1, Ordering::SeqCst);
            let _open = Open(self);
            self.asked.lock().unwrap().push(request.clone());
            tokio::time::sleep(thinking).await;
            self.answers.lock().unwrap().pop_front().unwrap_or_else(|| defaults(&request))
        })
    }

    fn tools_changed(&self, server: &str) {
        self.changed.lock().unwrap().push(server.to_owned());
    }

    fn progress(&self, server: &str, tool: &str, progress: Progress) {
        self.progress.lock().unwrap().push((server.to_owned(), tool.to_owned(), progress));
    }
}
