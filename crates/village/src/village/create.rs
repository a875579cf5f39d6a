//! Making a village folder: whole or not at all.

use super::{VILLAGE_FILE, file_failure, open::absolute};
use crate::{
    file::{AgentFile, FORMAT, KeyPlace, TemplateFile, VillageFile, VillageSettings},
    json_file,
    services::Services,
    text::{Language, Text},
    trust::{Place, Rule},
};
use fuseforks_contract::Failure;
use serde_json::{Map, json};
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
/// `village-folder-not-empty`, `file-io`.
pub(crate) fn create(folder: &Path, new: &NewVillage, services: &Services) -> Result<(), Failure> {
    let failure =
        |error: io::Error| Failure::new("file-io").with("file", folder.display()).with("reason", error);
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(Failure::new("village-folder-not-empty").with("path", folder.display()));
    }
    fs::create_dir_all(folder).map_err(failure)?;
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
        settings: VillageSettings::default(),
        rest: Map::new(),
    };
    let write =
        |path: &Path, text: &str| fuseforks_store::write_atomic(path, text.as_bytes()).map_err(failure);
    if new.practice {
        write(&folder.join("Ordinance.md"), &format!("{}\n", text.practice_ordinance()))?;
        practice(folder, new, &mut file, services)?;
    }
    // Last, because this file makes the folder a village.
    json_file::write(&folder.join(VILLAGE_FILE), &file).map_err(|problem| file_failure(&problem))
}

/// Window of the practice model, in tokens.
const PRACTICE_WINDOW: u32 = 8_192;

fn practice(
    folder: &Path,
    new: &NewVillage,
    file: &mut VillageFile,
    services: &Services,
) -> Result<(), Failure> {
    let failure =
        |error: io::Error| Failure::new("file-io").with("file", folder.display()).with("reason", error);
    let text = Text::of(new.language);
    file.templates.push(TemplateFile {
        id: "template_1".to_owned(),
        name: text.practice_template_name(),
        wire: super::templates::PRACTICE.to_owned(),
        base_url: String::new(),
        model: "practice".to_owned(),
        key: KeyPlace::None,
        vision: Some(true),
        vision_test: None,
        declared: None,
        effort: None,
        temperature: None,
        max_output_tokens: None,
        // Small, so that a person sees a conversation being summarised.
        context_window: Some(PRACTICE_WINDOW),
        tools: true,
        rest: Map::new(),
    });
    file.next_agent = 2;
    file.agents.push(AgentFile {
        id: "agent_1".to_owned(),
        name: text.practice_photographer_name(),
        template: "template_1".to_owned(),
        max_rounds: 12,
        position: (0.0, 0.0),
        deleted: false,
        rest: Map::new(),
    });
    let agent = folder.join("agents").join("agent_1");
    fs::create_dir_all(&agent).map_err(failure)?;
    let construct = format!("{}\n", text.practice_photographer_construct());
    fuseforks_store::write_atomic(&agent.join("Construct.md"), construct.as_bytes()).map_err(failure)?;
    let url = new.camera.clone().unwrap_or_else(|| format!("${{{PRACTICE_CAMERA}}}"));
    let servers = json!({ "mcpServers": { "nik": { "type": "http", "url": url } } });
    json_file::write(&agent.join("mcp.json"), &servers).map_err(|problem| file_failure(&problem))?;

    // The person asked this program, on this machine, to make exactly this entry.
    let set = fuseforks_mcp::config::parse(&servers.to_string()).map_err(|_| Failure::new("internal"))?;
    let place = Place { village: file.id.clone(), path: absolute(folder) };
    let fingerprints: Vec<String> =
        set.servers.iter().map(fuseforks_mcp::config::ServerEntry::fingerprint).collect();
    let trust = &services.trust;
    trust.allow_servers(&place, &fingerprints).map_err(|problem| file_failure(&problem))?;
    for fingerprint in &fingerprints {
        trust
            .set_tool(&place, "agent_1", fingerprint, super::tools::ANY_TOOL, Rule::Allow)
            .map_err(|problem| file_failure(&problem))?;
    }
    Ok(())
}
