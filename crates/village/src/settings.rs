//! The person's settings on this machine, and the villages it knows: `settings.json`.

use crate::{
    home::Home,
    json_file::{self, FileProblem},
    text::Language,
};
use fuseforks_contract::app::{Settings, SettingsPatch, Theme, defaults as values};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Longest name of a person, in characters.
const USER_NAME: usize = 32;

/// The file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct SettingsFile {
    /// The settings; absent means never chosen.
    pub settings: Option<Settings>,
    /// Folders of known villages, last opened first.
    pub villages: Vec<String>,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// Settings of a person who chose nothing yet.
#[must_use]
pub(crate) fn defaults(language: Language) -> Settings {
    Settings {
        language: crate::village::view_language(language),
        theme: Theme::System,
        user_name: String::new(),
        user_icon: None,
        max_upload_mb: 32,
        media_folder_mb: values::media_folder_mb(),
        attachments_mb: values::attachments_mb(),
        attachments_days: values::attachments_days(),
        camera_interval_ms: 1000,
        context_percentage_threshold: values::context_percentage_threshold(),
        image_token_estimate: values::image_token_estimate(),
        idle_minutes: values::idle_minutes(),
        keep_recent: values::keep_recent(),
    }
}

impl SettingsFile {
    /// Reads the file; a missing one is empty.
    ///
    /// # Errors
    /// When it is there and does not parse; it is left alone.
    pub(crate) fn read(home: &Home) -> Result<Self, FileProblem> {
        Ok(json_file::read(&home.settings())?.unwrap_or_default())
    }

    /// Writes the file.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub(crate) fn write(&self, home: &Home) -> Result<(), FileProblem> {
        json_file::write(&home.settings(), self)
    }

    /// Puts a village first.
    pub(crate) fn opened(&mut self, path: &str) {
        self.villages.retain(|known| known != path);
        self.villages.insert(0, path.to_owned());
    }
}

/// Applies a change, cleaned and bounded.
pub(crate) fn apply(settings: &mut Settings, patch: &SettingsPatch) {
    if let Some(language) = patch.language {
        settings.language = language;
    }
    if let Some(theme) = patch.theme {
        settings.theme = theme;
    }
    if let Some(name) = &patch.user_name {
        settings.user_name = crate::text::one_line(name, USER_NAME);
    }
    if let Some(megabytes) = patch.max_upload_mb {
        settings.max_upload_mb = megabytes.clamp(1, 512);
    }
    if let Some(megabytes) = patch.media_folder_mb {
        settings.media_folder_mb = megabytes.clamp(10, 1_000_000);
    }
    if let Some(megabytes) = patch.attachments_mb {
        settings.attachments_mb = megabytes.clamp(10, 1_000_000);
    }
    if let Some(days) = patch.attachments_days {
        settings.attachments_days = days.clamp(1, 3650);
    }
    if let Some(interval) = patch.camera_interval_ms {
        settings.camera_interval_ms = if interval == 0 { 0 } else { interval.clamp(500, 60_000) };
    }
    if let Some(share) = patch.context_percentage_threshold.filter(|share| share.is_finite()) {
        settings.context_percentage_threshold = share.clamp(0.1, 1.0);
    }
    if let Some(tokens) = patch.image_token_estimate {
        settings.image_token_estimate = tokens.clamp(1, 100_000);
    }
    if let Some(minutes) = patch.idle_minutes {
        settings.idle_minutes = minutes.clamp(1, 10_080);
    }
    if let Some(number) = patch.keep_recent {
        settings.keep_recent = number.clamp(1, 100);
    }
}

/// The language that the person chose on this machine.
#[must_use]
pub fn stored_language(home: &Home) -> Option<fuseforks_contract::app::Language> {
    SettingsFile::read(home).ok()?.settings.map(|settings| settings.language)
}
