//! Why the store could not do something: facts and a code, no sentence.

use uuid::Uuid;

/// A failed call of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is something else, or was cut to nothing. It was not touched.
    #[error("not a store: {0}")]
    NotAStore(&'static str),
    /// A newer version of the program wrote the file. It was not touched.
    #[error("format {found} is newer than {known}")]
    Newer {
        /// The file's format.
        found: u64,
        /// The newest format this program knows.
        known: u64,
    },
    /// Another process has the file open.
    #[error("in use by another process")]
    InUse,
    /// The file's own checks failed.
    #[error("damaged: {0}")]
    Damaged(String),
    /// The operating system refused.
    #[error("io: {0}")]
    Io(#[from] std::io::Error),
    /// Anything else the database said.
    #[error("storage: {0}")]
    Storage(Box<redb::Error>),
    /// A record did not become JSON.
    #[error("encoding: {0}")]
    Encoding(#[from] serde_json::Error),
    /// There is no such conversation; it may have been deleted.
    #[error("no session {0}")]
    NoSession(Uuid),
    /// An imported file does not fit. Nothing was imported.
    #[error("line {line}: {reason}")]
    Import {
        /// Counted from 1.
        line: u64,
        /// Why.
        reason: String,
    },
}

impl StoreError {
    /// The stable code, `store-...`, that a sentence can be found by.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotAStore(_) => "store-not-a-store",
            Self::Newer { .. } => "store-newer",
            Self::InUse => "store-in-use",
            Self::Damaged(_) => "store-damaged",
            Self::Io(_) => "store-io",
            Self::Storage(_) | Self::Encoding(_) => "store-failed",
            Self::NoSession(_) => "store-no-session",
            Self::Import { .. } => "store-import",
        }
    }

    /// Whether the database may have stopped working with this, so that it must be opened again.
    pub(crate) fn is_fault(&self) -> bool {
        matches!(self, Self::Damaged(_) | Self::Io(_) | Self::Storage(_))
    }
}

impl From<redb::Error> for StoreError {
    fn from(error: redb::Error) -> Self {
        match error {
            redb::Error::DatabaseAlreadyOpen => Self::InUse,
            redb::Error::Corrupted(reason) => Self::Damaged(reason),
            redb::Error::Io(error) => Self::Io(error),
            other => Self::Storage(Box::new(other)),
        }
    }
}

macro_rules! through_the_umbrella {
    ($($kind:ident),*) => {$(
        impl From<redb::$kind> for StoreError {
            fn from(error: redb::$kind) -> Self {
                redb::Error::from(error).into()
            }
        }
    )*};
}

through_the_umbrella!(StorageError, TableError, TransactionError, CommitError, DatabaseError);
