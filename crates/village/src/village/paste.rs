//! A configuration that was written for another program: read, shown, taken piece by piece.
//!
//! Invariant: reading one stores and starts nothing. What looks like a secret leaves the text for the key
//! store only if the person says so, and is bound there to the address or command that it was entered for:
//! with another one it is not found, and so never sent.

use super::{Village, mcp, templates};
use crate::{secret, services::Services};
use fuseforks_contract::{
    Failure,
    mcp::McpFile,
    paste::{InputSet, McpPaste, McpPasted, McpTake, PastedClient, PastedPick, PastedServer, PastedVariable},
    template::KeyStored,
};
use fuseforks_mcp::config::{self, Client, Pasted, ServerEntry, ServerSet, Transport};
use std::{
    collections::{BTreeSet, HashMap},
    path::Path,
    sync::Arc,
};

/// Characters of a value that a person enters.
const LONGEST_VALUE: usize = 16 * 1024;

/// Values of inputs, by the fingerprint of the entry and the variable's name.
pub(super) type Inputs = HashMap<(String, String), String>;

/// The value of a variable that an entry names, besides its inputs.
pub(super) fn variable(services: &Services, folder: &Path, name: &str) -> Option<String> {
    let home = || ["HOME", "USERPROFILE"].into_iter().find_map(|name| std::env::var(name).ok());
    match name {
        "userHome" => services.variable(name).or_else(home),
        "workspaceFolder" => Some(folder.to_string_lossy().into_owned()),
        _ => services.variable(name),
    }
}

fn client(client: Client) -> PastedClient {
    match client {
        Client::ClaudeDesktop => PastedClient::ClaudeDesktop,
        Client::ClaudeCode => PastedClient::ClaudeCode,
        Client::VsCode => PastedClient::VsCode,
        Client::Cursor => PastedClient::Cursor,
        Client::Windsurf => PastedClient::Windsurf,
        Client::Cline => PastedClient::Cline,
        Client::Gemini => PastedClient::Gemini,
        Client::Unknown => PastedClient::Unknown,
    }
}

/// The id under which a secret of an entry is kept: letters, digits, `_`, `-` and `.` only.
fn input_id(server: &str, field: &str) -> String {
    let clean = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    let id: String = format!("{server}-{field}").chars().map(clean).collect::<String>().to_ascii_lowercase();
    let id = id.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
    if id.is_empty() { "secret".to_owned() } else { id.chars().take(100).collect() }
}

/// A name that nobody in the file has.
fn free(name: &str, taken: &BTreeSet<String>) -> String {
    let wanted = name.trim();
    let numbered = (2..).map(|number| format!("{wanted}-{number}"));
    std::iter::once(wanted.to_owned()).chain(numbered).find(|one| !taken.contains(one)).unwrap_or_default()
}

impl Village {
    /// Reads a pasted configuration.
    ///
    /// # Errors
    /// `mcp-json` with line, column and reason when nothing can be made of it; `agent-unknown`.
    pub async fn mcp_paste(self: &Arc<Self>, paste: &McpPaste) -> Result<McpPasted, Failure> {
        let Pasted { client: written_by, set, problems } =
            config::paste(&paste.text).map_err(|error| mcp::config_failure(&error))?;
        let (_, known) = self.mcp_text(paste.agent.as_deref())?;
        let mut taken: BTreeSet<String> = known.servers.into_iter().map(|server| server.name).collect();
        let inputs = self.inputs(&set.servers).await;
        let mut servers = Vec::with_capacity(set.servers.len());
        for entry in &set.servers {
            let free_name = free(&entry.name, &taken);
            taken.insert(free_name.clone());
            servers.push(self.pasted(entry, free_name, &set, &inputs));
        }
        Ok(McpPasted {
            client: client(written_by),
            servers,
            problems: problems.iter().map(mcp::config_failure).collect(),
        })
    }

    fn pasted(
        &self,
        entry: &ServerEntry,
        free_name: String,
        set: &ServerSet,
        inputs: &Inputs,
    ) -> PastedServer {
        let described = set.inputs();
        let variable = |name: String| PastedVariable {
            set: self.value(&entry.fingerprint(), inputs, &name).is_some(),
            description: name.strip_prefix("input:").and_then(|id| {
                described.iter().find(|input| input.id == id).map(|input| input.description.clone())
            }),
            name,
        };
        let native = config::native_equivalent(entry).map(|native| mcp::target(&native));
        let split = config::split_command(entry).is_some();
        PastedServer {
            name: entry.name.clone(),
            free_name,
            target: mcp::target(entry),
            transport: mcp::transport(entry).to_owned(),
            variables: config::variables(entry).into_iter().map(variable).collect(),
            secrets: config::secrets(entry).iter().map(|field| field.name().to_owned()).collect(),
            cautions: config::cautions(entry).into_iter().map(|caution| caution.key().to_owned()).collect(),
            native,
            split: split.then(|| mcp::target(&entry.clone().split())),
            unsupported: entry.unsupported().into_iter().map(str::to_owned).collect(),
            disabled: !entry.enabled,
        }
    }

    /// Takes servers of a pasted configuration into a file of ours; nothing of it starts.
    ///
    /// # Errors
    /// `mcp-json`, `server-unknown`, `key-store`, `agent-unknown`, `file-io`.
    pub async fn mcp_take(self: &Arc<Self>, take: McpTake) -> Result<McpFile, Failure> {
        let pasted = config::paste(&take.text).map_err(|error| mcp::config_failure(&error))?;
        let (text, _) = self.mcp_text(take.agent.as_deref())?;
        let mut entries = Vec::with_capacity(take.picks.len());
        let mut secrets = Vec::new();
        for pick in &take.picks {
            let entry = pasted
                .set
                .get(&pick.name)
                .ok_or_else(|| Failure::new("server-unknown").with("server", &pick.name))?;
            let (entry, kept) = self.picked(entry, pick);
            entries.push(entry);
            secrets.extend(kept);
        }
        let text = config::insert(&text, &entries).map_err(|error| mcp::config_failure(&error))?;
        if !secrets.is_empty() {
            let store = Arc::clone(&self.services.secrets);
            let storing = move || {
                secrets.iter().all(|(account, secret): &(String, String)| store.set(account, secret).is_ok())
            };
            if !tokio::task::spawn_blocking(storing).await.unwrap_or(false) {
                return Err(Failure::new("input-store"));
            }
        }
        self.mcp_set(take.agent.as_deref(), &text, false).await
    }

    /// The entry as it is taken, and the secrets that left it, by account.
    fn picked(&self, entry: &ServerEntry, pick: &PastedPick) -> (ServerEntry, Vec<(String, String)>) {
        let mut entry = match config::native_equivalent(entry) {
            Some(native) if pick.native => native,
            _ if pick.split => entry.clone().split(),
            _ => entry.clone(),
        };
        let name = if pick.rename.trim().is_empty() { pick.name.trim() } else { pick.rename.trim() };
        entry = entry.renamed(name);
        let mut kept = Vec::new();
        if pick.store_secrets {
            let binding = entry.binding();
            for field in config::secrets(&entry) {
                let id = input_id(name, field.name());
                if let Some(secret) = config::replace_secret(&mut entry, &field, &format!("${{input:{id}}}"))
                {
                    kept.push((secret::input_account(&self.id, &binding, &id), secret));
                }
            }
        }
        (entry, kept)
    }

    /// Keeps a value that an entry names as `${input:id}`, and connects anew whoever uses it.
    ///
    /// # Errors
    /// `server-unknown`, `input-value`, `input-store`, `agent-unknown`.
    pub async fn input_set(self: &Arc<Self>, set: InputSet) -> Result<KeyStored, Failure> {
        let InputSet { agent, server, input, value, .. } = set;
        let value = value.trim().to_owned();
        if value.is_empty() || value.len() > LONGEST_VALUE || value.contains(['\0', '\r', '\n']) {
            return Err(Failure::new("input-value").with("name", crate::text::one_line(&input, 100)));
        }
        let (_, known) = self.mcp_text(agent.as_deref())?;
        let entry = known
            .servers
            .iter()
            .find(|entry| entry.name == server)
            .ok_or_else(|| Failure::new("server-unknown").with("server", &server))?;
        let binding = entry.binding();
        let account = secret::input_account(&self.id, &binding, &input);
        let store = Arc::clone(&self.services.secrets);
        let stored = tokio::task::spawn_blocking(move || store.set(&account, &value)).await;
        let place = match stored {
            Ok(Ok(place)) => place,
            _ => return Err(Failure::new("input-store")),
        };
        let all: Vec<String> = self.read(|file| file.agents.iter().map(|agent| agent.id.clone()).collect());
        for agent in all {
            // Other agents may have a server of the same address, and with it the same value.
            let uses = |(entry, _): &(ServerEntry, bool)| {
                entry.binding() == binding && mcp::inputs(entry).contains(&input)
            };
            if self.entries(&agent).iter().any(uses) {
                self.reconnect(&agent).await;
            }
        }
        Ok(KeyStored { place: templates::secret_place(place) })
    }

    /// The values that entries name and a person entered, read off the async threads: the store may be slow.
    pub(super) async fn inputs(&self, entries: &[ServerEntry]) -> Inputs {
        let mut wanted = Vec::new();
        for entry in entries {
            // A secret goes to an address that is fixed; what a variable decides is nobody's origin.
            if let Transport::Http { url, .. } = &entry.transport
                && url.contains("${")
            {
                continue;
            }
            for name in config::variables(entry) {
                if let Some(id) = name.strip_prefix("input:") {
                    let account = secret::input_account(&self.id, &entry.binding(), id);
                    wanted.push((entry.fingerprint(), name.clone(), account));
                }
            }
        }
        if wanted.is_empty() {
            return Inputs::new();
        }
        let store = Arc::clone(&self.services.secrets);
        let reading = move || {
            let found = wanted.into_iter().filter_map(|(fingerprint, name, account)| {
                let secret = store.get(&account).ok()??;
                Some(((fingerprint, name), secret.as_str().to_owned()))
            });
            found.collect::<Inputs>()
        };
        tokio::task::spawn_blocking(reading).await.unwrap_or_default()
    }

    /// The value of a variable of an entry.
    pub(super) fn value(&self, fingerprint: &str, inputs: &Inputs, name: &str) -> Option<String> {
        if name.starts_with("input:") {
            return inputs.get(&(fingerprint.to_owned(), name.to_owned())).cloned();
        }
        variable(&self.services, &self.folder, name)
    }
}

#[cfg(test)]
mod tests {
    use super::{free, input_id};
    use std::collections::BTreeSet;

    #[test]
    fn ids_are_what_a_template_may_name() {
        assert_eq!(input_id("GitHub", "Authorization"), "github-authorization");
        assert_eq!(input_id("7 \u{30ab}", "API_KEY"), "api_key");
        assert_eq!(input_id("\u{30ab}", "\u{30ab}"), "secret");
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let taken = BTreeSet::from(["nik".to_owned(), "nik-2".to_owned()]);
        assert_eq!(free("nik", &taken), "nik-3");
        assert_eq!(free("other", &taken), "other");
    }
}
