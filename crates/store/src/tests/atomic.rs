//! Replacing a file.

use crate::{remove_leftovers, write_atomic};
use std::{fs, io, thread};

fn names(folder: &std::path::Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_new_file_and_a_replaced_one_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("village.json");
    write_atomic(&path, b"one").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"one");
    write_atomic(&path, b"").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"");
    assert_eq!(names(folder.path()), ["village.json"]);
}

#[test]
fn a_failure_leaves_the_old_and_no_leftover() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("nowhere").join("file");
    assert_eq!(write_atomic(&missing, b"x").unwrap_err().kind(), io::ErrorKind::NotFound);
    // A folder in the way: the rename fails after the temporary file was written.
    let taken = folder.path().join("taken");
    fs::create_dir(&taken).unwrap();
    fs::write(taken.join("inside"), b"stays").unwrap();
    assert!(write_atomic(&taken, b"x").is_err());
    assert_eq!(names(folder.path()), ["taken"]);
    assert!(write_atomic(std::path::Path::new("/"), b"x").is_err());
}

#[test]
fn a_reader_sees_the_old_or_the_new() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let versions = [vec![b'a'; 100_000], vec![b'b'; 70_000]];
    write_atomic(&path, &versions[0]).unwrap();
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for round in 0..50 {
                write_atomic(&path, &versions[round % 2]).unwrap();
            }
        });
        while !writer.is_finished() {
            let seen = fs::read(&path).unwrap();
            assert!(versions.contains(&seen), "{} bytes", seen.len());
        }
    });
}

#[test]
fn leftovers_go_and_others_stay() {
    let folder = tempfile::tempdir().unwrap();
    let leftover = ".village.json.0123.fuseforks-tmp";
    for name in [leftover, "village.json", "x.fuseforks-tmp", ".hidden"] {
        fs::write(folder.path().join(name), b"x").unwrap();
    }
    fs::create_dir(folder.path().join(".folder.fuseforks-tmp")).unwrap();
    assert_eq!(remove_leftovers(folder.path()).unwrap(), 1);
    assert_eq!(names(folder.path()), [".folder.fuseforks-tmp", ".hidden", "village.json", "x.fuseforks-tmp"]);
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_links_are_replaced() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let private = folder.path().join("private");
    fs::write(&private, b"one").unwrap();
    fs::set_permissions(&private, fs::Permissions::from_mode(0o600)).unwrap();
    write_atomic(&private, b"two").unwrap();
    assert_eq!(fs::metadata(&private).unwrap().permissions().mode() & 0o777, 0o600);

    let elsewhere = tempfile::tempdir().unwrap();
    let victim = elsewhere.path().join("victim");
    fs::write(&victim, b"mine").unwrap();
    let link = folder.path().join("Ordinance.md");
    symlink(&victim, &link).unwrap();
    write_atomic(&link, b"yours").unwrap();
    assert_eq!(fs::read(&victim).unwrap(), b"mine");
    assert_eq!(fs::read(&link).unwrap(), b"yours");
}
