//! The blackboard: one text that the person and the agents of a village share.

use crate::wire_types;

wire_types! {
    /// The blackboard as it is.
    pub struct BoardView {
        /// The text. Untrusted: agents write it too.
        pub text: String,
        /// Another one for another text.
        pub mark: String,
        /// Who wrote last in this run: `user`, an agent id, or empty.
        pub by: String,
        /// When that was, in milliseconds since 1970 UTC; 0 when nobody did.
        #[ts(type = "number")]
        pub at_ms: i64,
    }

    /// Replaces the text.
    pub struct BoardSet {
        /// The village.
        pub village: String,
        /// The new text.
        pub text: String,
        /// The mark of the text that the person changed: what was written since is not lost.
        pub mark: String,
    }
}
