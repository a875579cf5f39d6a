//! One agent asks several at once and gets all answers together.

use super::{ask::Asker, errand::Answer};
use crate::{
    text::{defuse, sender_line},
    village::Village,
};
use fuseforks_contract::work::WorkKind;
use fuseforks_turn::ToolOutcome;
use serde_json::{Map, Value};
use std::{collections::BTreeSet, sync::Arc};
use tokio_util::sync::CancellationToken;

/// The questions of a call, in order, each once; and how many were there more than once.
pub(super) fn questions(arguments: &Map<String, Value>) -> (Vec<(String, String)>, usize) {
    let asked = arguments.get("asks").and_then(Value::as_array).map_or(&[] as &[Value], Vec::as_slice);
    let word = |entry: &Value, name: &str| {
        entry.get(name).and_then(Value::as_str).map_or_else(String::new, |word| word.trim().to_owned())
    };
    let mut seen = BTreeSet::new();
    let mut folded = 0;
    let mut questions = Vec::new();
    for entry in asked {
        let question = (word(entry, "to"), word(entry, "message"));
        if seen.insert(question.clone()) {
            questions.push(question);
        } else {
            folded += 1;
        }
    }
    (questions, folded)
}

impl Village {
    /// `plan`.
    pub(super) async fn plan(
        self: &Arc<Self>,
        asker: &Asker<'_>,
        arguments: &Map<String, Value>,
        forward: bool,
        cancel: CancellationToken,
    ) -> ToolOutcome {
        let text = self.text();
        let (questions, folded) = questions(arguments);
        if questions.is_empty() {
            return ToolOutcome::error(text.ask_empty());
        }
        let most = self.services.limits.plan;
        if questions.len() > most {
            return ToolOutcome::error(text.plan_too_many(most));
        }
        let judged: Vec<_> =
            questions.into_iter().map(|(to, said)| (self.judge(asker, &to, &said), to)).collect();
        let sent = judged.iter().filter_map(|(judged, _)| judged.as_ref().ok());
        let places = self.begin_wave(
            asker,
            WorkKind::Plan,
            sent.map(|question| (question.to.id.clone(), question.text.clone())),
        );
        let receiver = match forward {
            true => self.first_that_sees(judged.iter().filter_map(|(one, _)| one.as_ref().ok())).await,
            false => None,
        };
        let mut places = places.into_iter();
        let mut nth = 0_usize;
        let work = judged.into_iter().map(|(judged, to)| {
            let sent = judged.is_ok();
            let (place, gets_images) =
                if sent { (places.next(), receiver == Some(nth)) } else { (None, false) };
            nth += usize::from(sent);
            let cancel = cancel.child_token();
            async move {
                match judged {
                    Ok(question) => {
                        let name = sender_line(self.text(), &question.to.name, &question.to.id);
                        (name, self.put(asker, question, gets_images, place, cancel).await)
                    }
                    Err(refused) => (sender_line(self.text(), &to, "?"), refused),
                }
            }
        });
        let answers: Vec<(String, Answer)> = futures_util::future::join_all(work).await;
        let mut pieces: Vec<String> =
            answers.iter().map(|(line, answer)| format!("{line}\n{}", defuse(&answer.text))).collect();
        if folded > 0 {
            pieces.push(text.plan_folded(folded));
        }
        let body = pieces.join("\n\n");
        match answers.iter().any(|(_, answer)| answer.ok) {
            true => ToolOutcome::text(body),
            false => ToolOutcome::error(body),
        }
    }

    /// Which of the receivers gets the images.
    async fn first_that_sees<'a>(
        self: &Arc<Self>,
        questions: impl Iterator<Item = &'a super::ask::Question>,
    ) -> Option<usize> {
        let receivers: Vec<_> = questions.map(|question| question.to.clone()).collect();
        for (index, agent) in receivers.iter().enumerate() {
            if self.can_see(agent).await {
                return Some(index);
            }
        }
        None
    }
}
