//! Who lives in a practice village: three tied agents on the practice model, two of them with the camera
//! stand-in.
//!
//! The photographer stands first, because a newcomer's first request goes to the first agent. Reception
//! has no camera, so what it is asked to look at it passes on; the reviewer looks for itself.

use super::{NewVillage, PRACTICE_CAMERA, file_failure, open::absolute};
use crate::{
    file::{AgentFile, KeyPlace, TemplateFile, TieFile, VillageFile},
    json_file,
    services::Services,
    text::Text,
    trust::{Place, Rule},
};
use fuseforks_contract::Failure;
use serde_json::{Map, json};
use std::{fs, io, path::Path};

const PHOTOGRAPHER: &str = "agent_1";
const RECEPTION: &str = "agent_2";
const REVIEWER: &str = "agent_3";
const TEMPLATE: &str = "template_1";

/// Window of the practice model, in tokens: small, so that a person sees a conversation being summarised.
const WINDOW: u32 = 8_192;

fn template(text: &Text) -> TemplateFile {
    TemplateFile {
        id: TEMPLATE.to_owned(),
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
        context_window: Some(WINDOW),
        tools: true,
        rest: Map::new(),
    }
}

/// Fills a new village.
pub(super) fn furnish(
    folder: &Path,
    new: &NewVillage,
    file: &mut VillageFile,
    services: &Services,
) -> Result<(), Failure> {
    let failure =
        |error: io::Error| Failure::new("file-io").with("file", folder.display()).with("reason", error);
    let text = Text::of(new.language);
    file.templates.push(template(text));
    let url = new.camera.clone().unwrap_or_else(|| format!("${{{PRACTICE_CAMERA}}}"));
    let servers = json!({ "mcpServers": { "nik": { "type": "http", "url": url } } });

    let residents = [
        (PHOTOGRAPHER, text.practice_photographer_name(), text.practice_photographer_construct(), true),
        (RECEPTION, text.practice_reception_name(), text.practice_reception_construct(), false),
        (REVIEWER, text.practice_reviewer_name(), text.practice_reviewer_construct(), true),
    ];
    for (id, name, construct, camera) in residents {
        let folder = folder.join("agents").join(id);
        fs::create_dir_all(&folder).map_err(failure)?;
        let construct = format!("{construct}\n");
        fuseforks_store::write_atomic(&folder.join("Construct.md"), construct.as_bytes()).map_err(failure)?;
        if camera {
            json_file::write(&folder.join("mcp.json"), &servers).map_err(|problem| file_failure(&problem))?;
        }
        let agent = AgentFile::new(id.to_owned(), name, TEMPLATE.to_owned());
        // Memory is written by a model that understands what is worth keeping; this one is none.
        file.agents.push(AgentFile { remembers: false, ..agent });
    }
    file.next_agent = 4;
    let tie = |from: &str, to: &str| TieFile { from: from.to_owned(), to: to.to_owned() };
    file.ties.extend([tie(RECEPTION, PHOTOGRAPHER), tie(RECEPTION, REVIEWER), tie(REVIEWER, PHOTOGRAPHER)]);

    // The person asked this program, on this machine, to make exactly these entries.
    let set = fuseforks_mcp::config::parse(&servers.to_string()).map_err(|_| Failure::new("internal"))?;
    let place = Place { village: file.id.clone(), path: absolute(folder) };
    let fingerprints: Vec<String> =
        set.servers.iter().map(fuseforks_mcp::config::ServerEntry::fingerprint).collect();
    let trust = &services.trust;
    trust.allow_servers(&place, &fingerprints).map_err(|problem| file_failure(&problem))?;
    for agent in [PHOTOGRAPHER, REVIEWER] {
        for fingerprint in &fingerprints {
            trust
                .set_tool(&place, agent, fingerprint, super::tools::ANY_TOOL, Rule::Allow)
                .map_err(|problem| file_failure(&problem))?;
        }
    }
    Ok(())
}
