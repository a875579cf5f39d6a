//! A conversation after a rewrite: what did not change is borrowed, so nothing is copied for it.

use fuseforks_llm::canonical::Message;
use std::borrow::Cow;

/// What a rewrite gives back.
#[derive(Clone, Debug)]
pub enum Rewritten<'a> {
    /// Nothing changed: the very slice that went in.
    Same(&'a [Message]),
    /// Something changed; the other messages are those that went in.
    Changed(Vec<Cow<'a, Message>>),
}

impl<'a> Rewritten<'a> {
    /// Asks for each message whether another one takes its place.
    pub(super) fn by(messages: &'a [Message], change: impl Fn(&Message) -> Option<Message>) -> Self {
        Self::with(
            messages,
            messages.iter().enumerate().filter_map(|(index, message)| Some((index, change(message)?))),
        )
    }

    /// Puts these messages in the places of others.
    pub(super) fn with(messages: &'a [Message], changes: impl Iterator<Item = (usize, Message)>) -> Self {
        let mut changes = changes.peekable();
        if changes.peek().is_none() {
            return Self::Same(messages);
        }
        let mut out: Vec<Cow<'a, Message>> = messages.iter().map(Cow::Borrowed).collect();
        for (index, message) in changes {
            if let Some(place) = out.get_mut(index) {
                *place = Cow::Owned(message);
            }
        }
        Self::Changed(out)
    }

    /// Whether nothing changed.
    #[must_use]
    pub fn is_same(&self) -> bool {
        matches!(self, Self::Same(_))
    }

    /// The messages, in order.
    #[must_use]
    pub fn messages(&self) -> Vec<&Message> {
        match self {
            Self::Same(messages) => messages.iter().collect(),
            Self::Changed(messages) => messages.iter().map(AsRef::as_ref).collect(),
        }
    }

    /// The messages as a conversation of their own, for a request. Copies what did not change.
    #[must_use]
    pub fn into_owned(self) -> Vec<Message> {
        match self {
            Self::Same(messages) => messages.to_vec(),
            Self::Changed(messages) => messages.into_iter().map(Cow::into_owned).collect(),
        }
    }
}
