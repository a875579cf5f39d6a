//! The application as a whole: settings of the person on this machine, and the known villages.

use crate::wire_types;

wire_types! {
    /// A language of the product.
    #[derive(Copy, Eq)]
    pub enum Language {
        /// English
        En,
        /// Japanese
        Ja,
        /// Chinese
        Zh,
    }

    /// The look of the window.
    #[derive(Copy, Eq)]
    pub enum Theme {
        /// What the desktop says.
        System,
        /// Always light.
        Light,
        /// Always dark.
        Dark,
    }

    /// Where secrets are kept.
    #[derive(Copy, Eq)]
    pub enum SecretPlace {
        /// In the store of the operating system.
        OsStore,
        /// In memory until the program ends, because there is no usable store.
        ThisRunOnly,
    }

    /// The person's settings on this machine.
    pub struct Settings {
        /// The person's language: screen and errors.
        pub language: Language,
        /// The look.
        pub theme: Theme,
        /// The name that agents read; at most 32 characters.
        pub user_name: String,
        /// What tells the person's icon from another one; absent without an icon. The bytes are at
        /// `media://localhost/icon/user/{user_icon}`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub user_icon: Option<String>,
        /// Largest decoded size of one media block of a tool result, in megabytes.
        pub max_upload_mb: u32,
        /// Artifacts that a village keeps, in megabytes: over it, the oldest leave.
        #[serde(default = "defaults::media_folder_mb")]
        pub media_folder_mb: u32,
        /// Sent attachments that a village keeps, in megabytes: over it, the oldest leave.
        #[serde(default = "defaults::attachments_mb")]
        pub attachments_mb: u32,
        /// How long a village keeps a sent attachment, in days.
        #[serde(default = "defaults::attachments_days")]
        pub attachments_days: u32,
        /// Interval of the camera panel in milliseconds; 0 means as fast as the camera answers.
        pub camera_interval_ms: u32,
        /// The share of a model's window at which a conversation is summarised: over 0, at most 1.
        #[serde(default = "defaults::context_percentage_threshold")]
        pub context_percentage_threshold: f64,
        /// What one image costs in estimates, in tokens.
        #[serde(default = "defaults::image_token_estimate")]
        pub image_token_estimate: u32,
        /// Minutes of pause within a turn after which old media leave the copy that is sent.
        #[serde(default = "defaults::idle_minutes")]
        pub idle_minutes: u32,
        /// How many of each kind stay after such a pause.
        #[serde(default = "defaults::keep_recent")]
        pub keep_recent: u32,
    }

    /// Gives the person an icon.
    pub struct UserIconSet {
        /// Base64 of a picture; empty takes the icon away.
        pub data: String,
    }

    /// What the first paint needs.
    pub struct AppState {
        /// The program's version.
        pub version: String,
        /// The person's settings.
        pub settings: Settings,
        /// Every village this machine knows, last opened first.
        pub villages: Vec<VillageRef>,
        /// The village to show, if one is open.
        pub current: Option<String>,
        /// No village was ever opened here.
        pub first_run: bool,
        /// Where secrets go.
        pub secrets: SecretPlace,
        /// Largest file that can be attached, in megabytes of 1,048,576 bytes.
        pub attachment_mb: u32,
    }

    /// A village in the switcher.
    pub struct VillageRef {
        /// Its id.
        pub id: String,
        /// Its name.
        pub name: String,
        /// Its language.
        pub language: Language,
        /// Its folder.
        pub path: String,
        /// It is open in this program.
        pub open: bool,
        /// Why it cannot be opened, where that is known.
        pub problem: Option<crate::Failure>,
    }

    /// Nothing to say.
    pub struct Empty {}

    /// One change of the settings; absent fields stay.
    #[derive(Default)]
    pub struct SettingsPatch {
        /// New language.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub language: Option<Language>,
        /// New look.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub theme: Option<Theme>,
        /// New name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub user_name: Option<String>,
        /// New limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub max_upload_mb: Option<u32>,
        /// New limit of artifacts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub media_folder_mb: Option<u32>,
        /// New limit of attachments.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub attachments_mb: Option<u32>,
        /// New age of attachments.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub attachments_days: Option<u32>,
        /// New interval.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub camera_interval_ms: Option<u32>,
        /// New share of the window.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub context_percentage_threshold: Option<f64>,
        /// New price of an image.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub image_token_estimate: Option<u32>,
        /// New pause.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub idle_minutes: Option<u32>,
        /// New number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub keep_recent: Option<u32>,
    }
}

/// Values of settings that a file of an earlier version does not have.
pub mod defaults {
    /// Two gigabytes.
    #[must_use]
    pub fn media_folder_mb() -> u32 {
        2000
    }

    /// Half a gigabyte.
    #[must_use]
    pub fn attachments_mb() -> u32 {
        500
    }

    /// A month.
    #[must_use]
    pub fn attachments_days() -> u32 {
        30
    }

    /// Seven tenths of the window.
    #[must_use]
    pub fn context_percentage_threshold() -> f64 {
        0.7
    }

    /// 1600 tokens.
    #[must_use]
    pub fn image_token_estimate() -> u32 {
        1600
    }

    /// An hour.
    #[must_use]
    pub fn idle_minutes() -> u32 {
        60
    }

    /// Five.
    #[must_use]
    pub fn keep_recent() -> u32 {
        5
    }
}
