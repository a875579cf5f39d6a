//! Opening and closing a village.

use super::{Member, VILLAGE_FILE, Village, camera::Camera, file_failure, hold, store_failure};
use crate::{
    approvals::Approvals,
    attachments::Attachments,
    file::{FORMAT, VillageFile},
    json_file,
    lock::{LockError, VillageLock},
    log::{Line, LogWriter},
    outputs::Outputs,
    questions::Questions,
    services::Services,
    trust::Place,
};
use fuseforks_contract::Failure;
use fuseforks_store::{MediaFolder, Store};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};
use tokio_util::sync::CancellationToken;

/// Reads a village's file without opening it.
///
/// # Errors
/// `village-missing`, `file-io`, `file-json`, or `village-newer`.
pub(crate) fn read_file(folder: &Path) -> Result<VillageFile, Failure> {
    let path = folder.join(VILLAGE_FILE);
    let file: VillageFile = json_file::read(&path)
        .map_err(|problem| file_failure(&problem))?
        .ok_or_else(|| Failure::new("village-missing").with("path", folder.display()))?;
    if file.format > FORMAT {
        return Err(Failure::new("village-newer").with("path", folder.display()).with("format", file.format));
    }
    if let Some(agent) = file.agents.iter().find(|agent| !is_agent_id(&agent.id)) {
        return Err(Failure::new("village-agent-id").with("file", path.display()).with("agent", &agent.id));
    }
    Ok(file)
}

/// Ids become folder names, so nothing but `agent_N` is taken from a file.
fn is_agent_id(id: &str) -> bool {
    id.strip_prefix("agent_").is_some_and(|number| {
        !number.is_empty() && number.len() <= 9 && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// A folder's own absolute path, so that trust is bound to it however it was spelled.
pub(crate) fn absolute(folder: &Path) -> PathBuf {
    std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}

impl Village {
    /// Opens the village in `folder`.
    ///
    /// # Errors
    /// `village-missing`, `file-json`, `village-newer`, `village-locked`, `store-failed`, `file-io`.
    pub fn open(folder: &Path, services: Arc<Services>) -> Result<Arc<Self>, Failure> {
        let file = read_file(folder)?;
        let folder = absolute(folder);
        let lock = VillageLock::acquire(&folder).map_err(|error| match error {
            LockError::Held { pid } => {
                let pid = pid.map_or_else(|| "?".to_owned(), |pid| pid.to_string());
                Failure::new("village-locked").with("path", folder.display()).with("pid", pid)
            }
            LockError::Io(error) => Failure::new("file-io")
                .with("file", folder.join("village.lock").display())
                .with("reason", error),
        })?;
        let store = Store::open(&folder.join("sessions.redb")).map_err(|error| store_failure(&error))?;
        let log = LogWriter::open(&folder, services.limits.log_bytes).map_err(|error| {
            Failure::new("file-io")
                .with("file", folder.join(crate::log::LOG_FILE).display())
                .with("reason", error)
        })?;
        let now = services.now_ms();
        store.recover(now).map_err(|error| store_failure(&error))?;
        let sessions = store.sessions().map_err(|error| store_failure(&error))?;
        let session = match sessions.first() {
            Some(newest) => newest.id,
            None => store.create_session(now).map_err(|error| store_failure(&error))?.id,
        };
        let media = MediaFolder::new(folder.join("media"));
        // Leftovers are no reason to keep a person out of their village.
        if let Ok(known) = store.media() {
            let _ = media.sweep(&known);
        }
        let members = file.agents.iter().map(|agent| (agent.id.clone(), Member::default())).collect();
        let place = Place { village: file.id.clone(), path: folder.clone() };
        let village = Arc::new(Self {
            id: file.id.clone(),
            place,
            outputs: Outputs::new(services.limits.seen_bytes),
            approvals: Approvals::default(),
            questions: Questions::default(),
            attachments: Attachments::new(services.limits.attachments_waiting),
            delegation: crate::delegation::Delegation::default(),
            board: crate::context::Board::default(),
            store,
            media,
            log,
            session: Mutex::new(session),
            members: Mutex::new(members),
            gave_images: Mutex::default(),
            icons: Mutex::default(),
            camera: Camera::default(),
            asked: Mutex::default(),
            problems: super::mcp::problems(&folder, &file),
            file: Mutex::new(file),
            folder,
            services,
            lock,
        });
        village.prune_kept();
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        village.write_log(&Line::Version { app: env!("CARGO_PKG_VERSION").to_owned(), profile });
        Ok(village)
    }

    /// Stops everything: turns, servers, the camera panel. Returns when all of it has ended or a second
    /// has passed.
    pub async fn close(self: &Arc<Self>) {
        self.attachments.stop.cancel();
        self.camera_stop().await;
        let (mut servers, mut let_go) = (Vec::new(), Vec::new());
        for member in self.members().values_mut() {
            let_go.extend(std::mem::take(&mut member.inbox));
            member.started = false;
            if let Some(running) = &member.running {
                running.stop(super::Stopper::Closing);
            }
            servers.extend(member.servers.take());
        }
        drop(let_go);
        let idle = async {
            while self.members().values().any(|member| member.running.is_some()) {
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            }
        };
        let _ = tokio::time::timeout(std::time::Duration::from_secs(1), idle).await;
        for servers in servers {
            servers.close().await;
        }
        // Deleted agents could be brought back until now.
        let deleted: Vec<String> = self.read(|file| {
            file.agents.iter().filter(|agent| agent.deleted).map(|agent| agent.id.clone()).collect()
        });
        for agent in deleted {
            // What cannot be removed stays a folder that nothing names.
            let _ = std::fs::remove_dir_all(self.agent_folder(&agent));
        }
    }

    /// Fires when nothing holds this village any more and it can be opened again.
    pub(crate) fn free(&self) -> CancellationToken {
        self.lock.free()
    }

    /// A turn runs or waits for the person.
    #[must_use]
    pub fn busy(&self) -> bool {
        hold(&self.members).values().any(|member| member.running.is_some())
    }
}
