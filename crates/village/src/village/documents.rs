//! The documents of prompts: the ordinance of the village, and what an agent is, can do and remembers.

use super::Village;
use crate::prompt::Documents;
use fuseforks_contract::{
    Failure,
    agent::{Document, DocumentText},
};
use std::{fs, io, path::PathBuf};

/// Longest document, in bytes.
const LONGEST: u64 = 1024 * 1024;

impl Village {
    fn document_path(&self, agent: Option<&str>, document: Document) -> Result<PathBuf, Failure> {
        let name = match document {
            Document::Ordinance => return Ok(self.folder.join("Ordinance.md")),
            Document::Construct => "Construct.md",
            Document::Skill => "SKILL.md",
            Document::Memory => "Memory.md",
        };
        let agent = agent.ok_or_else(|| Failure::new("agent-unknown").with("agent", ""))?;
        self.agent_file(agent)?;
        Ok(self.agent_folder(agent).join(name))
    }

    /// Reads a document; a missing one is empty.
    ///
    /// # Errors
    /// `agent-unknown`, `document-long`, `file-io`.
    pub fn document_get(&self, agent: Option<&str>, document: Document) -> Result<DocumentText, Failure> {
        let path = self.document_path(agent, document)?;
        let failure =
            |error: io::Error| Failure::new("file-io").with("file", path.display()).with("reason", error);
        match fs::metadata(&path) {
            Ok(found) if found.len() > LONGEST => {
                return Err(Failure::new("document-long")
                    .with("file", path.display())
                    .with("limit", LONGEST / 1024));
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(DocumentText { text: String::new() });
            }
            Err(error) => return Err(failure(error)),
        }
        let bytes = fs::read(&path).map_err(failure)?;
        Ok(DocumentText { text: String::from_utf8_lossy(&bytes).into_owned() })
    }

    /// Replaces a document.
    ///
    /// # Errors
    /// `agent-unknown`, `document-long`, `file-io`.
    pub fn document_set(
        &self,
        agent: Option<&str>,
        document: Document,
        text: &str,
    ) -> Result<DocumentText, Failure> {
        let path = self.document_path(agent, document)?;
        if text.len() as u64 > LONGEST {
            return Err(Failure::new("document-long")
                .with("file", path.display())
                .with("limit", LONGEST / 1024));
        }
        let failure =
            |error: io::Error| Failure::new("file-io").with("file", path.display()).with("reason", error);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failure)?;
        }
        fuseforks_store::write_atomic(&path, text.as_bytes()).map_err(failure)?;
        Ok(DocumentText { text: text.to_owned() })
    }

    /// All documents of an agent's prompt.
    pub(crate) fn documents(&self, agent: &str) -> Result<Documents, Failure> {
        let read = |document| self.document_get(Some(agent), document).map(|document| document.text);
        let role = self.agent_file(agent)?.role;
        let role = self.role_file(&role).map_or_else(|_| Default::default(), |role| (role.name, role.text));
        Ok(Documents {
            role,
            ordinance: read(Document::Ordinance)?,
            construct: read(Document::Construct)?,
            skill: read(Document::Skill)?,
            memory: read(Document::Memory)?,
        })
    }
}
