//! Questions of servers that wait for the person's answer.
//!
//! Invariant: an answer that does not fit its form never reaches the server; it is refused and the question
//! still waits.

use fuseforks_contract::{
    Failure,
    question::{
        FieldTakes, QuestionAction, QuestionAnswer, QuestionAsk, QuestionChoice, QuestionField, QuestionView,
    },
};
use fuseforks_mcp::host::{Ask, Choice, ElicitAnswer, Elicitation, Field, FieldKind, Form};
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};
use tokio::sync::oneshot;
use uuid::Uuid;

struct Waiting {
    view: QuestionView,
    form: Option<Form>,
    answer: oneshot::Sender<ElicitAnswer>,
}

/// The questions that wait, oldest first.
#[derive(Default)]
pub(crate) struct Questions(Mutex<BTreeMap<String, Waiting>>);

impl Questions {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to wait.
    pub(crate) fn ask(
        &self,
        agent: &str,
        asked: &Elicitation,
    ) -> (QuestionView, oneshot::Receiver<ElicitAnswer>) {
        let (answer, receiver) = oneshot::channel();
        let mut view = question_view(agent, asked);
        // Version 7 ids sort by time.
        view.id = Uuid::now_v7().to_string();
        let form = match &asked.ask {
            Ask::Form(form) => Some(form.clone()),
            Ask::Url { .. } => None,
        };
        self.lock().insert(view.id.clone(), Waiting { view: view.clone(), form, answer });
        (view, receiver)
    }

    /// Answers one.
    ///
    /// # Errors
    /// `question-gone`, or `question-field` when a value does not fit; then it still waits.
    pub(crate) fn answer(&self, answer: &QuestionAnswer) -> Result<(), Failure> {
        let mut waiting = self.lock();
        let gone = || Failure::new("question-gone");
        let one = waiting.get(&answer.id).ok_or_else(gone)?;
        let said = match (answer.action, &one.form) {
            (QuestionAction::Accept, Some(form)) => {
                form.check(&answer.values).map_err(|wrong| field_failure(form, &wrong))?;
                ElicitAnswer::Accept(answer.values.clone())
            }
            (QuestionAction::Accept, None) => ElicitAnswer::Accept(serde_json::Value::Null),
            (QuestionAction::Decline, _) => ElicitAnswer::Decline,
            (QuestionAction::Cancel, _) => ElicitAnswer::Cancel,
        };
        let one = waiting.remove(&answer.id).ok_or_else(gone)?;
        one.answer.send(said).map_err(|_| gone())
    }

    /// Waits no more.
    pub(crate) fn give_up(&self, id: &str) {
        self.lock().remove(id);
    }

    /// Those that wait, oldest first.
    pub(crate) fn views(&self) -> Vec<QuestionView> {
        self.lock().values().map(|waiting| waiting.view.clone()).collect()
    }
}

fn field_failure(form: &Form, wrong: &fuseforks_mcp::host::FieldProblem) -> Failure {
    let label = form.fields.iter().find(|field| field.key == wrong.key).map(|field| field.label.as_str());
    Failure::new("question-field")
        .with("key", crate::text::one_line(&wrong.key, 100))
        .with("field", crate::text::one_line(label.unwrap_or(&wrong.key), 100))
        .with("problem", wrong.problem.key())
}

/// A question as the person is shown it; it has no id yet.
#[must_use]
pub fn question_view(agent: &str, asked: &Elicitation) -> QuestionView {
    QuestionView {
        id: String::new(),
        agent: agent.to_owned(),
        server: crate::text::one_line(&asked.server, 100),
        tool: asked.tool.as_deref().map(|tool| crate::text::one_line(tool, 128)),
        message: asked.message.clone(),
        ask: match &asked.ask {
            Ask::Form(form) => QuestionAsk::Form { fields: form.fields.iter().map(field).collect() },
            Ask::Url { url, host } => QuestionAsk::Url { url: url.clone(), host: host.clone() },
        },
    }
}

fn field(field: &Field) -> QuestionField {
    let count = |count: &Option<u64>| count.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    QuestionField {
        key: field.key.clone(),
        label: field.label.clone(),
        description: field.description.clone(),
        required: field.required,
        default: field.default.clone(),
        takes: match &field.kind {
            FieldKind::Text { min, max, format } => {
                FieldTakes::Text { min: count(min), max: count(max), format: format.clone() }
            }
            FieldKind::Number { integer, min, max } => {
                FieldTakes::Number { integer: *integer, min: *min, max: *max }
            }
            FieldKind::Flag => FieldTakes::Flag,
            FieldKind::Choice(some) => FieldTakes::Choice { choices: choices(some) },
            FieldKind::Many { choices: some, min, max } => {
                FieldTakes::Many { choices: choices(some), min: count(min), max: count(max) }
            }
        },
    }
}

fn choices(choices: &[Choice]) -> Vec<QuestionChoice> {
    let view = |choice: &Choice| QuestionChoice { value: choice.value.clone(), label: choice.label.clone() };
    choices.iter().map(view).collect()
}
