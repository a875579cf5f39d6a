//! Making a village folder: whole or not at all.

use super::{VILLAGE_FILE, file_failure, io_failure};
use crate::{
    file::{FORMAT, VillageFile, VillageSettings},
    json_file,
    services::Services,
    text::{Language, Text},
};
use fuseforks_contract::Failure;
use serde_json::Map;
use std::{fs, io, path::Path};
use uuid::Uuid;

/// The variable that the program itself sets to the address of its camera stand-in.
pub const PRACTICE_CAMERA: &str = "FUSEFORKS_PRACTICE_CAMERA";

/// What a new village should be.
#[derive(Clone, Debug)]
pub struct NewVillage {
    /// Its name; empty takes the usual one.
    pub name: String,
    /// Its language.
    pub language: Language,
    /// With the practice model and the camera stand-in.
    pub practice: bool,
    /// A fixed camera address instead of the stand-in's.
    pub camera: Option<String>,
}

/// Makes a village in `folder`, which must not exist or be empty.
///
/// # Errors
/// `village-folder-not-empty`, `folder-is-file`, `file-io`.
pub(crate) fn create(folder: &Path, new: &NewVillage, services: &Services) -> Result<(), Failure> {
    let failure =
        |error: io::Error| Failure::new("file-io").with("file", folder.display()).with("reason", error);
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(Failure::new("village-folder-not-empty").with("path", folder.display()));
    }
    fs::create_dir_all(folder).map_err(|error| io_failure(folder, &error))?;
    let text = Text::of(new.language);
    let mut file = VillageFile {
        format: FORMAT,
        id: Uuid::new_v4().to_string(),
        name: match (new.name.trim(), new.practice) {
            ("", true) => text.practice_village_name(),
            ("", false) => {
                folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
            }
            (name, _) => super::agents::clean_name(name)?,
        },
        language: new.language,
        practice: new.practice,
        next_agent: 1,
        agents: Vec::new(),
        ties: Vec::new(),
        templates: Vec::new(),
        roles: Vec::new(),
        settings: VillageSettings::default(),
        rest: Map::new(),
    };
    let write =
        |path: &Path, text: &str| fuseforks_store::write_atomic(path, text.as_bytes()).map_err(failure);
    if new.practice {
        write(&folder.join("Ordinance.md"), &format!("{}\n", text.practice_ordinance()))?;
        super::practice::furnish(folder, new, &mut file, services)?;
    }
    // Last, because this file makes the folder a village.
    json_file::write(&folder.join(VILLAGE_FILE), &file).map_err(|problem| file_failure(&problem))
}
