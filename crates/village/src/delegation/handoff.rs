//! One agent hands the conversation on: another one answers in its place.

use super::{
    Errand, NewErrand,
    ask::{Asker, Question},
};
use crate::{
    log::Line,
    village::{Village, Waiting},
};
use fuseforks_contract::work::{TaskState, WorkKind};
use fuseforks_turn::ToolOutcome;
use std::sync::Arc;
use uuid::Uuid;

impl Village {
    /// `transfer_to_agent_N`.
    pub(super) fn transfer(self: &Arc<Self>, asker: &Asker<'_>, to: &str, note: &str) -> ToolOutcome {
        match self.hand_on(asker, to, note) {
            Ok(name) => ToolOutcome { ends_turn: true, ..ToolOutcome::text(self.text().handed_on(&name)) },
            Err(refused) => ToolOutcome::error(refused),
        }
    }

    /// Hands the message on that `asker` works on. Gives the name of who has it now, or why not.
    pub(crate) fn hand_on(
        self: &Arc<Self>,
        asker: &Asker<'_>,
        to: &str,
        note: &str,
    ) -> Result<String, String> {
        let text = self.text();
        let giver = self.agent_file(asker.agent).map_err(|_| text.handoff_denied())?;
        if !giver.handoff {
            return Err(text.handoff_denied());
        }
        let old = asker.errand;
        let whole = match note.trim() {
            "" => old.text.clone(),
            note => format!("{note}\n\n{}\n{}", text.handoff_original(), old.text),
        };
        let Question { to, text: whole } = self.judge(asker, to, &whole).map_err(|refused| refused.text)?;
        if !self.has_room(&to.id) {
            return Err(text.ask_inbox(&to.name));
        }
        if !old.hand_on() {
            return Err(text.handoff_twice());
        }
        let awaited = old.take_awaited();
        let turned = awaited.as_ref().map_or(Ok(()), |one| self.waits().turn_to(one.wait, &to.id));
        if turned.is_err() {
            old.await_again(awaited);
            old.keep();
            return Err(text.ask_cycle(&to.name));
        }
        let note = asker.images.note(text, 0);
        let whole = if note.is_empty() { whole } else { format!("{whole}\n{note}") };
        let place = self.begin_wave(asker, WorkKind::Handoff, [(to.id.clone(), whole.clone())]);
        let errand = Errand::new(
            Arc::clone(&old.request),
            NewErrand {
                id: Uuid::now_v7().to_string(),
                parent: Some(old.id.clone()),
                hop: old.hop + 1,
                from: asker.agent.to_owned(),
                text: whole,
                reply_to: old.reply_to.clone(),
                stop: old.stop.clone(),
                task: place.into_iter().next(),
                awaited,
            },
        );
        let task = errand.task.clone();
        self.write_log(&Line::Handoff { agent: asker.agent.to_owned(), to: to.id.clone() });
        // Room was there a moment ago. If it is not any more, whoever waits is told: the errand is let go.
        if self.enqueue(&to.id, Waiting::of(errand, Vec::new())).is_err()
            && let Some(task) = task
        {
            self.task(&task, TaskState::Failed, Some("INBOX".to_owned()));
        }
        Ok(to.name)
    }
}
