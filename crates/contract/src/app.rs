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
        /// Largest decoded size of one media block of a tool result, in megabytes.
        pub max_upload_mb: u32,
        /// Interval of the camera panel in milliseconds; 0 means as fast as the camera answers.
        pub camera_interval_ms: u32,
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
        /// New interval.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub camera_interval_ms: Option<u32>,
    }
}
