//! Where this machine keeps what is the person's: villages, settings, trust, the machine log.

use std::path::{Path, PathBuf};

/// The machine's folder.
#[derive(Clone, Debug)]
pub struct Home(PathBuf);

impl Home {
    /// `FUSEFORKS_HOME` if set, else the platform's data folder with `fuseforks` in it (on Linux by the
    /// XDG Base Directory specification), else `.fuseforks` in the current folder.
    #[must_use]
    pub fn from_env() -> Self {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let folder = set("FUSEFORKS_HOME").or_else(|| {
            if cfg!(windows) {
                set("APPDATA").map(|path| path.join("fuseforks"))
            } else if cfg!(target_os = "macos") {
                set("HOME").map(|path| path.join("Library/Application Support/fuseforks"))
            } else {
                set("XDG_DATA_HOME")
                    .filter(|path| path.is_absolute())
                    .or_else(|| set("HOME").map(|path| path.join(".local/share")))
                    .map(|path| path.join("fuseforks"))
            }
        });
        Self(folder.unwrap_or_else(|| PathBuf::from(".fuseforks")))
    }

    /// A folder of one's own choice.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The folder itself.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Where new villages are made.
    #[must_use]
    pub fn villages(&self) -> PathBuf {
        self.0.join("villages")
    }

    /// The person's settings.
    #[must_use]
    pub fn settings(&self) -> PathBuf {
        self.0.join("settings.json")
    }

    /// The person's icon.
    #[must_use]
    pub fn icon(&self) -> PathBuf {
        self.0.join(crate::icon::ICON_FILE)
    }

    /// What the person trusts.
    #[must_use]
    pub fn trust(&self) -> PathBuf {
        self.0.join("trust.json")
    }

    /// Which protocol each MCP server spoke last.
    #[must_use]
    pub fn eras(&self) -> PathBuf {
        self.0.join("eras.json")
    }

    /// The log of the program itself; never a village's.
    #[must_use]
    pub fn app_log(&self) -> PathBuf {
        self.0.join("app.log")
    }
}
