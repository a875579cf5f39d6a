//! Questions that a server asks the person in the middle of a call.

use crate::wire_types;
use serde_json::Value;

wire_types! {
    /// One value to choose.
    #[derive(Eq)]
    pub struct QuestionChoice {
        /// What is sent.
        pub value: String,
        /// What is shown.
        pub label: String,
    }

    /// What a field takes.
    #[serde(tag = "kind")]
    pub enum FieldTakes {
        /// A text; lengths in characters.
        Text {
            /// Fewest.
            min: Option<u32>,
            /// Most.
            max: Option<u32>,
            /// `email`, `uri`, `date`, `date-time` or what the server invented.
            format: Option<String>,
        },
        /// A number.
        Number {
            /// Whole numbers only.
            integer: bool,
            /// Smallest.
            min: Option<f64>,
            /// Largest.
            max: Option<f64>,
        },
        /// Yes or no.
        Flag,
        /// One of these.
        Choice {
            /// The choices.
            choices: Vec<QuestionChoice>,
        },
        /// Several of these.
        Many {
            /// The choices.
            choices: Vec<QuestionChoice>,
            /// Fewest.
            min: Option<u32>,
            /// Most.
            max: Option<u32>,
        },
    }

    /// One field of a form. The server's words are bounded and cleaned, and untrusted.
    pub struct QuestionField {
        /// Its key in the answer.
        pub key: String,
        /// What stands beside it.
        pub label: String,
        /// Help.
        pub description: Option<String>,
        /// It must have a value.
        pub required: bool,
        /// What it starts with.
        #[ts(type = "unknown")]
        pub default: Option<Value>,
        /// What it takes.
        pub takes: FieldTakes,
    }

    /// What a question wants.
    #[serde(tag = "kind")]
    pub enum QuestionAsk {
        /// A flat form.
        Form {
            /// Its fields, in order.
            fields: Vec<QuestionField>,
        },
        /// That the person opens an address outside. Consenting is not finishing.
        Url {
            /// The whole of it, to be shown whole. Nothing fetches it.
            url: String,
            /// Its host, to be shown apart: it decides whether to trust it.
            host: String,
        },
    }

    /// A question that waits for the person.
    pub struct QuestionView {
        /// Its id.
        pub id: String,
        /// The agent whose call it belongs to.
        pub agent: String,
        /// The server that asks, by its name in `mcp.json`.
        pub server: String,
        /// The tool whose call asks, by the server's own name.
        pub tool: Option<String>,
        /// The server's words; bounded, cleaned, untrusted.
        pub message: String,
        /// What it wants.
        pub ask: QuestionAsk,
    }

    /// Questions that wait for the person.
    pub struct Questions {
        /// Oldest first.
        pub questions: Vec<QuestionView>,
    }

    /// The person's answer. The three are different things to a server.
    #[derive(Copy, Eq)]
    pub enum QuestionAction {
        /// Yes: the values of the form, or consent to open the address.
        Accept,
        /// No.
        Decline,
        /// Neither: put away.
        Cancel,
    }

    /// Answers a question. Refused with `question-field` and `field`, `problem` when a value does not fit;
    /// then the question still waits.
    pub struct QuestionAnswer {
        /// The village.
        pub village: String,
        /// The question.
        pub id: String,
        /// What the person does.
        pub action: QuestionAction,
        /// The values of a form, by their keys; null for anything else.
        #[serde(default)]
        #[ts(type = "Record<string, unknown> | null")]
        pub values: Value,
    }
}
