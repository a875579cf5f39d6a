//! Model registrations.

use crate::wire_types;

wire_types! {
    /// What is known about a model's eyes.
    #[derive(Copy, Eq)]
    pub enum Vision {
        /// Images go to it.
        Yes,
        /// No image goes to it.
        No,
        /// Asked of the server where it says, else tried.
        Auto,
    }

    /// The result of a vision test.
    #[derive(Copy, Eq)]
    pub enum VisionTest {
        /// It named the colours.
        Sees,
        /// It said that there is no picture, or the server refused it.
        DoesNotSee,
        /// It named colours that were not there.
        Invents,
    }

    /// How hard the model should think.
    #[derive(Copy, Eq)]
    pub enum EffortLevel {
        /// Not at all.
        None,
        /// Little.
        Low,
        /// Usual.
        Medium,
        /// Much.
        High,
    }

    /// What a server said about a model; what it left open is absent.
    pub struct Told {
        /// It takes images.
        pub vision: Option<bool>,
        /// It calls tools.
        pub tools: Option<bool>,
        /// Context window in tokens.
        pub window: Option<u32>,
        /// Most output tokens.
        pub max_output: Option<u32>,
        /// When, in milliseconds since 1970.
        #[ts(type = "number")]
        pub at_ms: i64,
    }

    /// A model registration as the window shows it. It has no field for a secret.
    pub struct TemplateView {
        /// Its id.
        pub id: String,
        /// The name a person gave.
        pub name: String,
        /// Wire id.
        pub wire: String,
        /// Base URL; empty for the practice model.
        pub base_url: String,
        /// The provider's model name.
        pub model: String,
        /// The template wants a key.
        pub needs_key: bool,
        /// A key for this origin is at hand.
        pub has_key: bool,
        /// What is known about its eyes.
        pub vision: Vision,
        /// The result of its last vision test.
        pub vision_test: Option<VisionTest>,
        /// What its server said about the model when it was asked.
        pub told: Option<Told>,
        /// Reasoning effort.
        pub effort: Option<EffortLevel>,
        /// Sampling temperature.
        pub temperature: Option<f32>,
        /// Output cap in tokens.
        pub max_output_tokens: Option<u32>,
        /// Context window in tokens.
        pub context_window: Option<u32>,
        /// The model may use tools.
        pub tools: bool,
        /// Kinds of a person's attachments that its wire carries: `image`, `audio`, `video`, `pdf`.
        pub carries: Vec<String>,
    }

    /// Makes a template, or changes the one with this id.
    pub struct TemplateSave {
        /// The village.
        pub village: String,
        /// The template to change; absent makes one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub id: Option<String>,
        /// Its name.
        pub name: String,
        /// Wire id.
        pub wire: String,
        /// Base URL.
        pub base_url: String,
        /// Model name.
        pub model: String,
        /// It wants a key.
        pub needs_key: bool,
        /// What is known about its eyes.
        pub vision: Vision,
        /// Reasoning effort.
        pub effort: Option<EffortLevel>,
        /// Sampling temperature.
        pub temperature: Option<f32>,
        /// Output cap in tokens.
        pub max_output_tokens: Option<u32>,
        /// Context window in tokens.
        pub context_window: Option<u32>,
        /// The model may use tools.
        pub tools: bool,
    }

    /// Names a template.
    pub struct TemplateId {
        /// The village.
        pub village: String,
        /// The template.
        pub template: String,
    }

    /// Puts a key into the store, bound to the template's origin. The key never comes back.
    pub struct KeySet {
        /// The village.
        pub village: String,
        /// The template.
        pub template: String,
        /// The key.
        pub key: String,
    }

    /// Where a kept key went.
    pub struct KeyStored {
        /// The place.
        pub place: crate::app::SecretPlace,
    }

    /// Asks an endpoint for its models, before or after a template exists.
    pub struct ModelsAsk {
        /// The village.
        pub village: String,
        /// Wire id.
        pub wire: String,
        /// Base URL.
        pub base_url: String,
        /// A key typed just now; absent means the stored one of this origin.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub key: Option<String>,
    }

    /// What an endpoint offers.
    pub struct Models {
        /// Model names.
        pub models: Vec<String>,
    }

    /// A known provider, to fill the form with.
    pub struct Preset {
        /// Its name.
        pub name: String,
        /// Wire id.
        pub wire: String,
        /// Base URL.
        pub base_url: String,
        /// It wants a key.
        pub needs_key: bool,
        /// A model to begin with.
        pub model: String,
    }

    /// The known providers and wires.
    pub struct Presets {
        /// Providers.
        pub presets: Vec<Preset>,
        /// Wire ids.
        pub wires: Vec<String>,
    }

    /// A model server that runs on this computer.
    pub struct LocalServer {
        /// The program's name.
        pub name: String,
        /// Wire id.
        pub wire: String,
        /// Base URL.
        pub base_url: String,
        /// Models that answer, in the server's order; at least one.
        pub models: Vec<String>,
    }

    /// The model servers that answered.
    pub struct LocalModels {
        /// Servers.
        pub servers: Vec<LocalServer>,
    }

    /// What a vision test found.
    pub struct VisionReport {
        /// The verdict.
        pub verdict: VisionTest,
        /// The model's own words, bounded.
        pub answer: String,
    }
}
