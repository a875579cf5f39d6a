//! The canonical conversation: what the turn layer thinks in, before any wire.

mod message;
mod request;
mod usage;

pub use message::{Attachment, AttachmentKind, Echo, Message, ToolCall, ToolResult};
pub use request::{Effort, Request, SystemPart, ToolChoice, ToolSpec};
pub use usage::{Finish, Usage};
