//! The media folder.

use crate::{MediaError, MediaFolder, MediaMeta, NewMedia, is_allowed_mime};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    time::{Duration, SystemTime},
};
use tempfile::TempDir;
use uuid::Uuid;

const SESSION: Uuid = Uuid::from_u128(0x0190_abcd_ef00_7000_8000_0000_0000_000a);
const OTHER: Uuid = Uuid::from_u128(0x0190_abcd_ef00_7000_8000_0000_0000_000b);

fn folder() -> (TempDir, MediaFolder) {
    let place = tempfile::tempdir().unwrap();
    let media = MediaFolder::new(place.path().join("media"));
    (place, media)
}

fn put(media: &MediaFolder, session: Uuid, bytes: &[u8]) -> MediaMeta {
    media.put(session, bytes, NewMedia { name: "shot.jpg", mime: "image/jpeg", save_only: false }).unwrap()
}

fn open(media: &MediaFolder, session: Uuid, file: Uuid) -> Result<Vec<u8>, MediaError> {
    media.open(&session.to_string(), &file.to_string()).map(|(_, path)| fs::read(path).unwrap())
}

#[test]
fn what_was_kept_is_served_with_its_facts() {
    let (place, media) = folder();
    let kept = media
        .put(SESSION, b"abc", NewMedia { name: "../写真 1.jpg", mime: "audio/flac", save_only: true })
        .unwrap();
    let (meta, path) = media.open(&SESSION.to_string(), &kept.file.to_string()).unwrap();
    assert_eq!(meta, kept);
    assert_eq!(
        (meta.name.as_str(), meta.mime.as_str(), meta.bytes, meta.save_only),
        ("../写真 1.jpg", "audio/flac", 3, true)
    );
    // FIPS 180-4, the first example.
    assert_eq!(meta.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(path, place.path().join("media").join(SESSION.to_string()).join(kept.file.to_string()));
    assert_eq!(fs::read(path).unwrap(), b"abc");
}

#[test]
fn media_types() {
    let (_place, media) = folder();
    for mime in ["image/svg+xml", "text/html", "image/jpeg; x=y", "IMAGE/JPEG", "video/mp4", ""] {
        assert!(!is_allowed_mime(mime));
        let result = media.put(SESSION, b"x", NewMedia { name: "x", mime, save_only: false });
        assert!(matches!(result, Err(MediaError::NotAllowed)), "{mime}");
    }
    for mime in [
        "image/jpeg",
        "image/png",
        "image/webp",
        "image/gif",
        "audio/mpeg",
        "audio/wav",
        "audio/ogg",
        "audio/webm",
        "audio/mp4",
        "audio/flac",
        "audio/aac",
    ] {
        assert!(media.put(SESSION, b"x", NewMedia { name: "x", mime, save_only: false }).is_ok(), "{mime}");
    }
}

#[test]
fn names_that_are_no_ids() {
    let (place, media) = folder();
    let kept = put(&media, SESSION, b"x").file.to_string();
    let session = SESSION.to_string();
    fs::write(place.path().join("secret"), b"secret").unwrap();
    for (session, file) in [
        (session.as_str(), "../../secret"),
        (session.as_str(), ".."),
        (session.as_str(), ""),
        ("..", kept.as_str()),
        (".", kept.as_str()),
        ("", kept.as_str()),
        (&session.to_uppercase(), kept.as_str()),
        (session.as_str(), &kept.replace('-', "")),
        (session.as_str(), &format!("{{{kept}}}")),
        (session.as_str(), &format!("urn:uuid:{kept}")),
        (session.as_str(), &format!("{kept}.json")),
        (session.as_str(), &format!("{kept}/")),
        (session.as_str(), &format!("{kept}\0")),
    ] {
        assert!(matches!(media.open(session, file), Err(MediaError::BadId)), "{session} {file}");
    }
    assert!(matches!(open(&media, OTHER, kept.parse().unwrap()), Err(MediaError::NotFound)));
    assert!(matches!(open(&media, SESSION, OTHER), Err(MediaError::NotFound)));
}

#[test]
fn a_record_that_lies_or_is_broken() {
    let (place, media) = folder();
    let kept = put(&media, SESSION, b"<html>");
    let path = place.path().join("media").join(SESSION.to_string()).join(kept.file.to_string());
    let record = path.with_file_name(format!("{}.json", kept.file));
    let write = |change: &dyn Fn(&mut MediaMeta)| {
        let mut meta = kept.clone();
        change(&mut meta);
        fs::write(&record, serde_json::to_vec(&meta).unwrap()).unwrap();
        open(&media, SESSION, kept.file)
    };
    assert!(write(&|_| {}).is_ok());
    assert!(matches!(write(&|meta| meta.mime = "text/html".to_owned()), Err(MediaError::NotAllowed)));
    assert!(matches!(write(&|meta| meta.bytes = 7), Err(MediaError::Damaged)));
    assert!(matches!(write(&|meta| meta.file = OTHER), Err(MediaError::Damaged)));
    assert!(matches!(write(&|meta| meta.name = "x".repeat(100_000)), Err(MediaError::Damaged)));
    fs::write(&record, b"{").unwrap();
    assert!(matches!(open(&media, SESSION, kept.file), Err(MediaError::Damaged)));
    fs::remove_file(&record).unwrap();
    assert!(matches!(open(&media, SESSION, kept.file), Err(MediaError::NotFound)));
}

#[test]
fn fields_of_a_newer_version_stay() {
    let (place, media) = folder();
    let kept = put(&media, SESSION, b"x");
    let record = place.path().join("media").join(SESSION.to_string()).join(format!("{}.json", kept.file));
    let mut value: serde_json::Value = serde_json::from_slice(&fs::read(&record).unwrap()).unwrap();
    value["later"] = "field".into();
    fs::write(&record, value.to_string()).unwrap();
    media.copy(SESSION, OTHER, &[kept.file]).unwrap();
    let (meta, _) = media.open(&OTHER.to_string(), &kept.file.to_string()).unwrap();
    assert_eq!(meta.extra["later"], "field");
}

#[cfg(unix)]
#[test]
fn links_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let (place, media) = folder();
    let kept = put(&media, SESSION, b"x");
    let outside = place.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret"), b"s").unwrap();
    let root = place.path().join("media");

    // The file itself is a link.
    let path = root.join(SESSION.to_string()).join(kept.file.to_string());
    fs::remove_file(&path).unwrap();
    symlink(outside.join("secret"), &path).unwrap();
    assert!(matches!(open(&media, SESSION, kept.file), Err(MediaError::NotFound)));

    // The conversation's folder is a link, with a perfect record behind it.
    fs::write(outside.join(kept.file.to_string()), b"x").unwrap();
    fs::write(outside.join(format!("{}.json", kept.file)), serde_json::to_vec(&kept).unwrap()).unwrap();
    symlink(&outside, root.join(OTHER.to_string())).unwrap();
    assert!(matches!(open(&media, OTHER, kept.file), Err(MediaError::NotFound)));
    let new = NewMedia { name: "x", mime: "image/png", save_only: false };
    assert!(matches!(media.put(OTHER, b"x", new), Err(MediaError::NotFound)));
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 3);

    // Sweeping and deleting take the link, not what is behind it.
    media.sweep(&BTreeMap::new()).unwrap();
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 3);
    assert_eq!(fs::read(outside.join("secret")).unwrap(), b"s");
}

#[test]
fn the_whole_village_may_be_reached_through_a_link() {
    #[cfg(unix)]
    {
        let place = tempfile::tempdir().unwrap();
        let real = place.path().join("real");
        fs::create_dir(&real).unwrap();
        std::os::unix::fs::symlink(&real, place.path().join("link")).unwrap();
        let media = MediaFolder::new(place.path().join("link").join("media"));
        let kept = put(&media, SESSION, b"x");
        assert_eq!(open(&media, SESSION, kept.file).unwrap(), b"x");
    }
}

#[test]
fn deleting_a_conversation() {
    let (_place, media) = folder();
    let (gone, stays) = (put(&media, SESSION, b"x"), put(&media, OTHER, b"y"));
    media.delete_session(SESSION).unwrap();
    media.delete_session(SESSION).unwrap();
    assert!(matches!(open(&media, SESSION, gone.file), Err(MediaError::NotFound)));
    assert_eq!(open(&media, OTHER, stays.file).unwrap(), b"y");
}

#[test]
fn the_sweep_takes_orphans_and_leftovers_and_nothing_else() {
    let (place, media) = folder();
    let root = place.path().join("media");
    assert_eq!(media.sweep(&BTreeMap::new()).unwrap().files, 0);
    let (known, orphan, lost) =
        (put(&media, SESSION, b"known"), put(&media, SESSION, b"orphan"), put(&media, OTHER, b"lost!"));
    let session = root.join(SESSION.to_string());
    fs::write(session.join(".x.0.fuseforks-tmp"), b"half").unwrap();
    fs::write(session.join("notes.txt"), b"a person's").unwrap();
    fs::create_dir(root.join("not-ours")).unwrap();
    fs::write(root.join("not-ours").join(orphan.file.to_string()), b"x").unwrap();
    let records = BTreeMap::from([(SESSION, BTreeSet::from([known.file]))]);
    let swept = media.sweep(&records).unwrap();
    assert_eq!((swept.files, swept.bytes), (2, 11));
    assert_eq!(open(&media, SESSION, known.file).unwrap(), b"known");
    assert!(open(&media, SESSION, orphan.file).is_err() && open(&media, OTHER, lost.file).is_err());
    assert!(!root.join(OTHER.to_string()).exists());
    assert!(root.join("not-ours").exists() && session.join("notes.txt").exists());
    assert_eq!(fs::read_dir(&session).unwrap().count(), 3);
    assert_eq!(media.sweep(&records).unwrap().files, 0);
}

#[test]
fn the_cap_takes_the_oldest() {
    let (place, media) = folder();
    assert_eq!(media.total_bytes().unwrap(), 0);
    let kept: Vec<(Uuid, MediaMeta)> = [SESSION, OTHER, SESSION]
        .into_iter()
        .map(|session| (session, put(&media, session, &[0; 100])))
        .collect();
    let begin = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    for (age, (session, meta)) in kept.iter().enumerate() {
        let path = place.path().join("media").join(session.to_string()).join(meta.file.to_string());
        let file = fs::File::options().write(true).open(path).unwrap();
        file.set_modified(begin + Duration::from_secs(age as u64)).unwrap();
    }
    assert_eq!(media.total_bytes().unwrap(), 300);
    assert!(media.enforce_cap(300).unwrap().is_empty());
    assert_eq!(media.enforce_cap(299).unwrap(), [(kept[0].0, kept[0].1.file)]);
    assert_eq!(media.total_bytes().unwrap(), 200);
    assert_eq!(media.enforce_cap(0).unwrap(), [(kept[1].0, kept[1].1.file), (kept[2].0, kept[2].1.file)]);
    // No record is left alone.
    assert_eq!(fs::read_dir(place.path().join("media").join(SESSION.to_string())).unwrap().count(), 0);
}

#[test]
fn a_fork_has_its_own_files() {
    let (_place, media) = folder();
    let kept = put(&media, SESSION, b"x");
    media.copy(SESSION, OTHER, &[kept.file, Uuid::from_u128(9)]).unwrap();
    media.delete_session(SESSION).unwrap();
    assert_eq!(open(&media, OTHER, kept.file).unwrap(), b"x");
}
