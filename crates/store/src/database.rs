//! The file: made whole or not at all, opened with care, and opened again after a fault.

use crate::{
    StoreError,
    atomic::sync_folder,
    tables::{BEGUN, FORMAT, FORMAT_KEY, MEDIA, META, NEXT_SEQ_KEY, RECORDS, SESSIONS, THREADS},
};
use redb::{Database, ReadTransaction, ReadableDatabase, WriteTransaction};
use std::{
    fs,
    io::{self, Read},
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{
        PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
};

/// Memory for pages. The database's own default is 1 GiB, and many villages can be open.
const CACHE_BYTES: usize = 32 * 1024 * 1024;

/// The first bytes of a redb file.
const MAGIC: &[u8; 9] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// Opens the file, at first and after a fault.
pub(crate) type Opener = Box<dyn Fn() -> Result<Database, StoreError> + Send + Sync>;

/// The open file.
pub(crate) struct Db {
    open: Opener,
    database: RwLock<Option<Database>>,
    /// A write failed in a way after which the database takes no more: a full disk, for example.
    faulty: AtomicBool,
}

impl Db {
    /// Opens the file at `path`, or makes it if there is none.
    pub(crate) fn at(path: &Path) -> Result<Self, StoreError> {
        let path = path.to_owned();
        Self::with(Box::new(move || {
            if !path.try_exists()? {
                create(&path)?;
            }
            open(&path)
        }))
    }

    /// Opens whatever `open` opens.
    pub(crate) fn with(open: Opener) -> Result<Self, StoreError> {
        let database = guarded(|| check_format(open()?))?;
        Ok(Self { open, database: RwLock::new(Some(database)), faulty: AtomicBool::new(false) })
    }

    /// Reads from a snapshot.
    pub(crate) fn read<T>(
        &self,
        work: impl FnOnce(&ReadTransaction) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.run(|database| work(&database.begin_read()?))
    }

    /// Writes all or nothing. When it returns, the data is on the disk: redb commits with
    /// `Durability::Immediate` unless told otherwise.
    pub(crate) fn write<T>(
        &self,
        work: impl FnOnce(&WriteTransaction) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.run(|database| {
            let transaction = database.begin_write()?;
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        })
    }

    fn run<T>(&self, work: impl FnOnce(&Database) -> Result<T, StoreError>) -> Result<T, StoreError> {
        if self.faulty.load(Ordering::Acquire) {
            self.open_again()?;
        }
        let database = self.database.read().unwrap_or_else(PoisonError::into_inner);
        let result = match database.as_ref() {
            Some(database) => guarded(|| work(database)),
            None => Err(StoreError::Damaged("closed".to_owned())),
        };
        if result.as_ref().is_err_and(StoreError::is_fault) {
            self.faulty.store(true, Ordering::Release);
        }
        result
    }

    fn open_again(&self) -> Result<(), StoreError> {
        let mut database = self.database.write().unwrap_or_else(PoisonError::into_inner);
        if self.faulty.load(Ordering::Acquire) {
            // The old one holds the file's lock until it is gone.
            drop(database.take());
            *database = Some(guarded(|| check_format((self.open)()?))?);
            self.faulty.store(false, Ordering::Release);
        }
        Ok(())
    }
}

/// Makes the tables of a new file.
pub(crate) fn initialise(database: &Database) -> Result<(), StoreError> {
    let transaction = database.begin_write()?;
    {
        let mut meta = transaction.open_table(META)?;
        meta.insert(FORMAT_KEY, FORMAT)?;
        meta.insert(NEXT_SEQ_KEY, 1)?;
    }
    transaction.open_table(SESSIONS)?;
    transaction.open_table(RECORDS)?;
    transaction.open_table(THREADS)?;
    transaction.open_table(MEDIA)?;
    transaction.open_table(BEGUN)?;
    transaction.commit()?;
    Ok(())
}

/// Makes a whole file beside `path` and then moves it there: a kill leaves no half a store behind.
fn create(path: &Path) -> Result<(), StoreError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    match fs::remove_file(&new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    let database = Database::builder().set_cache_size(CACHE_BYTES).create(&new)?;
    initialise(&database)?;
    database.close()?;
    fs::rename(&new, path)?;
    sync_folder(path)?;
    Ok(())
}

fn open(path: &Path) -> Result<Database, StoreError> {
    let mut magic = Vec::new();
    fs::File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut magic)?;
    if magic.is_empty() {
        return Err(StoreError::NotAStore("empty"));
    }
    if magic != MAGIC {
        return Err(StoreError::NotAStore("other format"));
    }
    Ok(Database::builder().set_cache_size(CACHE_BYTES).open(path)?)
}

/// Looks at the format before anything is written.
fn check_format(database: Database) -> Result<Database, StoreError> {
    let transaction = database.begin_read()?;
    let found = match transaction.open_table(META) {
        Ok(meta) => meta.get(FORMAT_KEY)?.map(|format| format.value()),
        Err(redb::TableError::Storage(error)) => return Err(error.into()),
        Err(_) => None,
    };
    match found {
        Some(FORMAT) => Ok(database),
        Some(found) if found > FORMAT => Err(StoreError::Newer { found, known: FORMAT }),
        _ => Err(StoreError::NotAStore("other tables")),
    }
}

/// Runs database code on a file that may be damaged in ways its checks do not see: a panic is an error.
fn guarded<T>(work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(StoreError::Damaged("the database panicked".to_owned())))
}
