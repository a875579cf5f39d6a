//! Why a request is refused, before a vendor words it.

/// The outcome of a check.
pub(super) type Check<T> = Result<T, Fault>;

/// What is wrong. A vendor gives each its own words and error type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A field the vendor does not know.
    Unknown,
    /// A field is missing.
    Missing,
    /// A value of a wrong JSON type.
    Type,
    /// Anything else that is wrong with the request.
    Invalid,
    /// An image that cannot be taken.
    Image,
    /// No key or a wrong one.
    Auth,
    /// No such path or model.
    NotFound,
    /// More bytes than the vendor takes.
    TooLarge,
    /// An error that a test asked for.
    Asked,
}

/// A refusal.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) kind: Kind,
    pub(super) status: u16,
    /// Where in the request, in the vendor's notation.
    pub(super) path: String,
    /// The vendor's sentence, or the wanted type for [`Kind::Type`].
    pub(super) message: String,
    /// A machine-readable code, where the vendor has one.
    pub(super) code: Option<&'static str>,
}

impl Fault {
    /// A 400 with these words.
    pub(super) fn invalid(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { kind: Kind::Invalid, status: 400, path: path.into(), message: message.into(), code: None }
    }

    /// Any other refusal.
    pub(super) fn new(kind: Kind, status: u16, message: impl Into<String>) -> Self {
        Self { kind, status, path: String::new(), message: message.into(), code: None }
    }

    pub(super) fn with_code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// One line for records and test failures.
    pub(super) fn line(&self) -> String {
        format!("{} {:?} {}: {}", self.status, self.kind, self.path, self.message)
    }
}

/// The body text with which image refusals really arrive, by status.
///
/// 404 is what a router in front of several providers says, 422 is what a typed parser of parts says,
/// 500 is llama.cpp without a projector.
pub(super) fn image_refusal(status: u16) -> &'static str {
    match status {
        404 => "No endpoints found that support image input",
        413 => "request entity too large",
        422 => {
            "Failed to deserialize the JSON body into the target type: image content does not support images for this model, unsupported_image_media_type"
        }
        500..=599 => {
            "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"
        }
        _ => "This model does not support image input",
    }
}
