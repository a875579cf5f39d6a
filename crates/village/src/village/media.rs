//! Bytes for the window's own eyes: camera frames, images that went to models, attachments, artifacts.
//!
//! Nothing here decides by a name or an extension: ids are parsed, kinds come from stored facts.

use super::{Village, messages::Waiting};
use crate::attachments::{self, Pending, Refused};
use base64::Engine as _;
use bytes::Bytes;
use fuseforks_contract::{
    Failure,
    chat::{AttachmentAdd, AttachmentView},
    village::{MediaUse, SavedFile},
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Something to show.
pub struct Served {
    /// Media type.
    pub mime: String,
    /// The bytes.
    pub bytes: Bytes,
}

impl Village {
    /// The bytes behind a path of `media://localhost/`: `frame/{village}/{seq}`,
    /// `icon/{village}/{agent}/{mark}`, `seen/{id}`, `attachment/{id}`, or `{session}/{file}`.
    #[must_use]
    pub fn served(&self, path: &str) -> Option<Served> {
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        let image = |image: fuseforks_media::Image| Served {
            mime: image.media_type().to_owned(),
            bytes: image.bytes().clone(),
        };
        match parts.as_slice() {
            ["frame", village, seq] if *village == self.id => self.camera_frame(seq.parse().ok()?).map(image),
            ["icon", village, agent, _] if *village == self.id => self.icon_served(agent),
            ["seen", id] => self.outputs.image(id).map(image),
            ["attachment", id] => self.attachment_bytes(id),
            [session, file] => {
                let (meta, path) = self.media.open(session, file).ok()?;
                Some(Served { mime: meta.mime, bytes: std::fs::read(path).ok()?.into() })
            }
            _ => None,
        }
    }

    fn attachment_bytes(&self, id: &str) -> Option<Served> {
        if let Some(pending) = self.attachments.get(id) {
            return Some(Served { mime: pending.view.mime.clone(), bytes: pending.bytes().clone() });
        }
        let bytes: Bytes = std::fs::read(self.attachment_file(id)?).ok()?.into();
        let mime = fuseforks_media::sniff(&bytes)?.media_type().to_owned();
        Some(Served { mime, bytes })
    }

    pub(super) fn attachment_available(&self, id: &str) -> bool {
        self.attachments.get(id).is_some() || self.attachment_file(id).is_some()
    }

    /// Where a sent attachment is. A copied village may bring links along: none is followed.
    fn attachment_file(&self, id: &str) -> Option<PathBuf> {
        fuseforks_store::named_file(&self.folder.join("attachments"), id).ok()
    }

    /// Takes a file for a later message.
    ///
    /// # Errors
    /// `attachment-*` with why it cannot be taken, before anything is stored. `bad-request` for an id that is
    /// none, or is taken.
    pub async fn attachment_add(self: &Arc<Self>, add: AttachmentAdd) -> Result<AttachmentView, Failure> {
        let agent = self.agent_file(&add.agent)?;
        let limits = self.services.limits.media;
        let name = crate::text::one_line(&add.name, 120);
        let shown = name.clone();
        let id = new_id(add.id.as_deref()).filter(|id| !self.attachment_available(id));
        let check = id.and_then(|id| self.attachments.begin(&id).map(|check| (id, check)));
        let (id, check) = check.ok_or_else(|| Failure::new("bad-request"))?;
        let stop = check.stop.clone();
        let why = |why| match why {
            Refused::Stopped if self.attachments.stop.is_cancelled() => {
                Failure::new("village-not-open").with("village", &self.id)
            }
            why => refused(why, &shown),
        };
        let checked = tokio::task::spawn_blocking(move || {
            let bytes = base64::engine::general_purpose::STANDARD
                .decode(add.data.as_bytes())
                .map_err(|_| Refused::Unreadable)?;
            attachments::check(id, &name, bytes.into(), &limits, &|| stop.is_cancelled())
        })
        .await
        .map_err(|_| Failure::new("internal"))?;
        let pending = checked.map_err(why)?;
        if let Ok(template) = self.template_file(&agent.template)
            && !super::templates::carries(&template, pending.content.kind())
        {
            return Err(Failure::new("attachment-not-carried")
                .with("name", &pending.view.name)
                .with("kind", &pending.view.kind)
                .with("template", &template.name));
        }
        check.keep(pending).map_err(why)
    }

    /// Writes what was sent into `attachments/`, and gives its room to others; camera frames stay in memory.
    pub(super) fn keep_attachments(&self, waiting: &Waiting) {
        let folder = self.folder.join("attachments");
        for pending in waiting.attachments.iter().filter(|pending| !pending.view.frame) {
            let written = std::fs::create_dir_all(&folder).and_then(|()| {
                fuseforks_store::write_atomic(&folder.join(&pending.view.id), pending.bytes())
            });
            match written {
                Ok(()) => self.attachments.remove(&pending.view.id),
                Err(error) => {
                    let notice = Failure::new("file-io").with("file", folder.display()).with("reason", error);
                    self.tell(fuseforks_contract::Event::Notice { notice });
                }
            }
        }
        self.prune_attachments();
    }

    /// Sent attachments over the age or size limit leave, oldest first. What is not named like one stays.
    pub(super) fn prune_attachments(&self) {
        let (room, age) = self.services.attachments_kept();
        let oldest = self.services.now_ms() - crate::clock::millis(age);
        let mut files = self.sent_attachments();
        files.sort();
        let mut total: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
        for (at, bytes, path) in files {
            if at >= oldest && total <= room {
                break;
            }
            if std::fs::remove_file(path).is_ok() {
                total -= bytes;
            }
        }
    }

    /// Artifacts over the size limit leave, oldest first, and the person is told.
    pub(super) fn prune_media(&self) {
        match self.media.enforce_cap(self.services.media_folder_bytes()) {
            Ok(gone) if gone.is_empty() => {}
            Ok(gone) => {
                let notice = Failure::new("media-cap").with("files", gone.len());
                self.tell(fuseforks_contract::Event::Notice { notice });
            }
            Err(error) => {
                self.tell(fuseforks_contract::Event::Notice { notice: super::media_failure(&error) });
            }
        }
    }

    /// Brings what is kept on the disk inside the person's limits. Removes files: call it off the async threads.
    pub(crate) fn prune_kept(&self) {
        self.prune_attachments();
        self.prune_media();
    }

    /// When each was written, its bytes, its place.
    fn sent_attachments(&self) -> Vec<(i64, u64, PathBuf)> {
        let Ok(entries) = std::fs::read_dir(self.folder.join("attachments")) else { return Vec::new() };
        let file = |entry: std::fs::DirEntry| {
            let path = self.attachment_file(entry.file_name().to_str()?)?;
            let data = entry.metadata().ok()?;
            let at = data.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
            Some((crate::clock::millis(at), data.len(), path))
        };
        entries.flatten().filter_map(file).collect()
    }

    /// What is kept on the disk.
    ///
    /// # Errors
    /// The disk refused.
    pub fn media_use(&self) -> Result<MediaUse, Failure> {
        let artifacts = self.media.total_bytes().map_err(|error| super::media_failure(&error))?;
        let attachments = self.sent_attachments().iter().map(|(_, bytes, _)| bytes).sum();
        Ok(MediaUse { artifacts, attachments })
    }

    /// Saves something to show where the person says.
    ///
    /// # Errors
    /// `media-gone`, `file-io`.
    pub fn media_save(&self, source: &str, path: &str) -> Result<SavedFile, Failure> {
        let served = self.served(source).ok_or_else(|| Failure::new("media-gone"))?;
        fuseforks_store::write_atomic(Path::new(path), &served.bytes)
            .map_err(|error| Failure::new("file-io").with("file", path).with("reason", error))?;
        Ok(SavedFile { path: path.to_owned() })
    }

    /// Takes a camera frame as an attachment.
    ///
    /// # Errors
    /// `frame-gone` when it left memory, `attachment-not-carried`.
    pub fn frame_take(&self, agent: &str, seq: u32) -> Result<AttachmentView, Failure> {
        let agent = self.agent_file(agent)?;
        let image = self.camera_frame(seq).ok_or_else(|| Failure::new("frame-gone"))?;
        let view = AttachmentView {
            id: uuid::Uuid::now_v7().to_string(),
            name: format!("frame-{seq}.{}", image.format().extension()),
            kind: "image".to_owned(),
            mime: image.media_type().to_owned(),
            bytes: image.bytes().len() as u64,
            frame: true,
            available: true,
        };
        let sha256 = image.digest().to_string();
        let content = fuseforks_llm::canonical::Attachment::Image(image);
        if let Ok(template) = self.template_file(&agent.template)
            && !super::templates::carries(&template, content.kind())
        {
            return Err(Failure::new("attachment-not-carried")
                .with("name", &view.name)
                .with("kind", &view.kind)
                .with("template", &template.name));
        }
        let name = view.name.clone();
        self.attachments
            .add(Pending { view, content, sha256, frame_seq: Some(seq) })
            .map_err(|why| refused(why, &name))
    }
}

/// The id of a new file: what a caller chose, if it is a UUID.
fn new_id(chosen: Option<&str>) -> Option<String> {
    match chosen {
        None => Some(uuid::Uuid::now_v7().to_string()),
        Some(chosen) => uuid::Uuid::parse_str(chosen).ok().map(|id| id.to_string()),
    }
}

fn refused(why: Refused, name: &str) -> Failure {
    let failure = match why {
        Refused::NotMedia => Failure::new("attachment-not-media"),
        Refused::TooLarge(limit) => Failure::new("attachment-too-large").with("limit", limit),
        Refused::Unsupported(format) => Failure::new("attachment-unsupported").with("format", format),
        Refused::Unreadable => Failure::new("attachment-unreadable"),
        Refused::Stopped => Failure::new("attachment-gone"),
        Refused::Full => Failure::new("attachment-full"),
    };
    failure.with("name", name)
}
