//! Roles: what several agents can have in common.

use super::{Village, agents::clean_name};
use crate::file::RoleFile;
use fuseforks_contract::{Failure, work::RoleSave};
use serde_json::Map;

/// Longest text of a role, in characters.
const LONGEST: usize = 20_000;

impl Village {
    pub(crate) fn role_file(&self, role: &str) -> Result<RoleFile, Failure> {
        self.read(|file| file.roles.iter().find(|one| one.id == role).cloned())
            .ok_or_else(|| Failure::new("role-unknown").with("role", role))
    }

    /// Makes or changes a role.
    ///
    /// # Errors
    /// `name-empty`, `role-long`, `role-unknown`, `file-io`.
    pub fn role_save(&self, save: &RoleSave) -> Result<(), Failure> {
        let name = clean_name(&save.name)?;
        if save.text.chars().nth(LONGEST).is_some() {
            return Err(Failure::new("role-long").with("limit", LONGEST));
        }
        self.change(|file| {
            let Some(id) = &save.id else {
                let taken = |id: &String| file.roles.iter().any(|role| &role.id == id);
                let id = (1_u32..).map(|n| format!("role_{n}")).find(|id| !taken(id)).unwrap_or_default();
                file.roles.push(RoleFile { id, name, text: save.text.clone(), rest: Map::new() });
                return Ok(());
            };
            let role = file.roles.iter_mut().find(|role| &role.id == id);
            let role = role.ok_or_else(|| Failure::new("role-unknown").with("role", id))?;
            role.name = name;
            role.text.clone_from(&save.text);
            Ok(())
        })?;
        self.tell_village();
        Ok(())
    }

    /// Deletes a role; agents that had it have none then.
    ///
    /// # Errors
    /// `role-unknown`, `file-io`.
    pub fn role_delete(&self, role: &str) -> Result<(), Failure> {
        self.role_file(role)?;
        self.change(|file| {
            file.roles.retain(|one| one.id != role);
            for agent in file.agents.iter_mut().filter(|agent| agent.role == role) {
                agent.role.clear();
            }
            Ok(())
        })?;
        self.tell_village();
        Ok(())
    }
}
