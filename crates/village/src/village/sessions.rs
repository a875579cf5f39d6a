//! Conversations of a village.

use super::{Village, hold, media_failure, store_failure};
use fuseforks_contract::{
    Event, Failure,
    village::{SavedFile, SearchHit, SearchHits, SessionView, Sessions},
};
use fuseforks_store::{SearchLimits, Session};
use std::sync::Arc;
use uuid::Uuid;

/// Hits of a search.
const HITS: usize = 50;

pub(crate) fn view(session: &Session) -> SessionView {
    SessionView {
        id: session.id.to_string(),
        title: session.title.clone(),
        started_ms: session.started_ms,
        changed_ms: session.changed_ms,
        messages: u32::try_from(session.messages).unwrap_or(u32::MAX),
    }
}

impl Village {
    pub(crate) fn session_id(text: &str) -> Result<Uuid, Failure> {
        Uuid::parse_str(text).map_err(|_| Failure::new("session-unknown").with("session", text))
    }

    fn stored(&self, id: Uuid) -> Result<Session, Failure> {
        self.store.session(id).map_err(|error| store_failure(&error))
    }

    /// The view of the open conversation.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn session_view(&self) -> Result<SessionView, Failure> {
        Ok(view(&self.stored(self.session())?))
    }

    pub(crate) fn tell_session(&self, id: Uuid) {
        if let Ok(session) = self.stored(id) {
            let open = id == self.session();
            self.tell(Event::Session { village: self.id.clone(), session: view(&session), open });
        }
    }

    /// Conversations, last changed first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn session_list(&self) -> Result<Sessions, Failure> {
        let sessions = self.store.sessions().map_err(|error| store_failure(&error))?;
        Ok(Sessions { sessions: sessions.iter().map(view).collect() })
    }

    /// Begins a conversation and shows it. An open one that is still empty is kept instead.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn session_new(&self) -> Result<SessionView, Failure> {
        let open = self.stored(self.session())?;
        if open.messages == 0 {
            return Ok(view(&open));
        }
        let session =
            self.store.create_session(self.services.now_ms()).map_err(|error| store_failure(&error))?;
        *hold(&self.session) = session.id;
        self.tell_session(session.id);
        Ok(view(&session))
    }

    /// Shows a conversation. Turns that run stay in theirs.
    ///
    /// # Errors
    /// `session-unknown`.
    pub fn session_open(&self, id: &str) -> Result<SessionView, Failure> {
        let session = self.stored(Self::session_id(id)?)?;
        *hold(&self.session) = session.id;
        self.tell_session(session.id);
        Ok(view(&session))
    }

    /// Renames a conversation.
    ///
    /// # Errors
    /// `session-unknown`, or when the store cannot be written.
    pub fn session_rename(&self, id: &str, title: &str) -> Result<SessionView, Failure> {
        let id = Self::session_id(id)?;
        let title: String = title.chars().filter(|c| !c.is_control()).take(200).collect();
        self.store.rename(id, title.trim()).map_err(|error| store_failure(&error))?;
        self.tell_session(id);
        Ok(view(&self.stored(id)?))
    }

    /// Deletes a conversation and its media. The open one is replaced by the newest other, or a new one.
    ///
    /// # Errors
    /// `session-busy` while a turn runs in it, `session-unknown`.
    pub fn session_delete(self: &Arc<Self>, id: &str) -> Result<Sessions, Failure> {
        let id = Self::session_id(id)?;
        if id == self.session() && self.busy() {
            return Err(Failure::new("session-busy"));
        }
        self.store.delete(id).map_err(|error| store_failure(&error))?;
        self.media.delete_session(id).map_err(|error| media_failure(&error))?;
        if id == self.session() {
            let next =
                self.store.sessions().map_err(|error| store_failure(&error))?.first().map(|one| one.id);
            let next = match next {
                Some(next) => next,
                None => {
                    let now = self.services.now_ms();
                    self.store.create_session(now).map_err(|error| store_failure(&error))?.id
                }
            };
            *hold(&self.session) = next;
            self.tell_session(next);
        }
        self.session_list()
    }

    /// Looks for text in all conversations.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn session_search(&self, query: &str) -> Result<SearchHits, Failure> {
        let limits = SearchLimits { hits: HITS, ..SearchLimits::default() };
        let found = self.store.search(query, limits).map_err(|error| store_failure(&error))?;
        let hits = found
            .hits
            .into_iter()
            .map(|hit| SearchHit {
                session: view(&hit.session),
                message: super::view::row_id(hit.seq),
                excerpt: hit.excerpt,
            })
            .collect();
        Ok(SearchHits { hits })
    }

    /// Writes a conversation as JSON lines into `exports/`.
    ///
    /// # Errors
    /// `session-unknown`, `file-io`.
    pub fn session_export(&self, id: &str) -> Result<SavedFile, Failure> {
        let id = Self::session_id(id)?;
        self.stored(id)?;
        let mut text = Vec::new();
        self.store.export_jsonl(id, &mut text).map_err(|error| store_failure(&error))?;
        let path = self.folder.join("exports").join(format!("{id}.jsonl"));
        let failure = |error: std::io::Error| {
            Failure::new("file-io").with("file", path.display()).with("reason", error)
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(failure)?;
        }
        fuseforks_store::write_atomic(&path, &text).map_err(failure)?;
        Ok(SavedFile { path: path.display().to_string() })
    }
}
