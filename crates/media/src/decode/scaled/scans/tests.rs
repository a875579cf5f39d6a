//! What libjpeg wrote in one scan and in many has the same coefficients: what is decoded must be the same to the last
//! bit.

use super::*;
use crate::{
    Limits,
    decode::scaled::{self, tests::with},
    walk,
};
use std::{cell::Cell, ops::Range};

/// Files of the same coefficients, in one scan and in many.
const PAIRS: [(&str, &str); 21] = [
    ("grey.jpg", "grey_prog.jpg"),
    ("s444.jpg", "s444_prog.jpg"),
    ("s422.jpg", "s422_prog.jpg"),
    ("s440.jpg", "s440_prog.jpg"),
    ("s420.jpg", "s420_prog.jpg"),
    ("s411.jpg", "s411_prog.jpg"),
    ("s410.jpg", "s410_prog.jpg"),
    ("s441.jpg", "s441_prog.jpg"),
    ("mixed.jpg", "mixed_prog.jpg"),
    ("chroma_tall.jpg", "chroma_tall_prog.jpg"),
    ("restart.jpg", "restart_prog.jpg"),
    ("scans.jpg", "scans_apart.jpg"),
    ("scans.jpg", "scans_apart_restart.jpg"),
    ("scans.jpg", "scans_pairs.jpg"),
    ("scans.jpg", "scans_pairs_restart.jpg"),
    ("scans.jpg", "scans_deep.jpg"),
    ("scans.jpg", "scans_deep_restart.jpg"),
    ("scans.jpg", "scans_bands.jpg"),
    ("scans.jpg", "scans_bands_restart.jpg"),
    ("scans.jpg", "scans_crossed.jpg"),
    ("scans.jpg", "scans_crossed_restart.jpg"),
];

fn samples(name: &str, n: usize) -> Vec<(u32, u32, Vec<u8>)> {
    let planes = with(name, |jpeg| scaled::planes(jpeg, n, &|| false).unwrap());
    planes.into_iter().map(|plane| (plane.width, plane.height, plane.data)).collect()
}

#[test]
fn many_scans_give_what_one_scan_gives() {
    for (one, many) in PAIRS {
        for n in 1..=4 {
            assert!(samples(one, n) == samples(many, n), "{many} at {n} eighths");
        }
    }
}

/// What becomes of a file that was changed. The walk has nothing against any of these.
fn verdict(bytes: &[u8]) -> Result<(), DropReason> {
    let jpeg = walk::jpeg::walk(bytes, &Limits::default()).unwrap_or_else(|reason| panic!("{reason:?}"));
    scaled::planes(&jpeg, 2, &|| false).map(|_| ())
}

fn file(name: &str) -> Vec<u8> {
    with(name, |jpeg| jpeg.bytes.to_vec())
}

/// The data of each scan, and the header before it.
fn parts(bytes: &[u8]) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (mut headers, mut data) = (Vec::new(), Vec::new());
    for part in Parts::new(bytes) {
        match part {
            Ok(Part::Segment { marker: 0xDA, body, .. }) => headers.push(body),
            Ok(Part::Entropy(range)) => data.push(range),
            _ => {}
        }
    }
    (headers, data)
}

#[test]
fn a_scan_that_ends_early_makes_the_file_unreadable() {
    let names = [
        "scans_apart.jpg",
        "s420_prog.jpg",
        "scans_deep.jpg",
        "scans_bands_restart.jpg",
        "scans_crossed.jpg",
    ];
    for name in names {
        let bytes = file(name);
        assert_eq!(verdict(&bytes), Ok(()), "{name}");
        let (_, data) = parts(&bytes);
        assert!(data.len() >= 3, "{name}");
        for range in data {
            for left in [0, range.len() / 2, range.len() - 1] {
                let cut = [&bytes[..range.start + left], &bytes[range.end..]].concat();
                assert_eq!(verdict(&cut), Err(DropReason::Unreadable), "{left} bytes of {range:?} in {name}");
            }
        }
    }
}

#[test]
fn a_restart_marker_that_is_lost_or_not_the_next_one_is_noticed() {
    for name in ["scans_bands_restart.jpg", "scans_apart_restart.jpg"] {
        restarts_are_noticed(&file(name));
    }
}

fn restarts_are_noticed(bytes: &[u8]) {
    let (_, data) = parts(bytes);
    let marker = |range: &Range<usize>| {
        (range.start..range.end - 1).find(|&at| bytes[at] == 0xFF && (0xD0..=0xD7).contains(&bytes[at + 1]))
    };
    let markers: Vec<usize> = data.iter().filter_map(marker).collect();
    assert_eq!(markers.len(), data.len(), "every scan has some");
    for at in markers {
        let lost = [&bytes[..at], &bytes[at + 2..]].concat();
        assert_eq!(verdict(&lost), Err(DropReason::Unreadable), "without the one at {at}");
        let mut other = bytes.to_vec();
        other[at + 1] ^= 1;
        assert_eq!(verdict(&other), Err(DropReason::Unreadable), "with another one at {at}");
    }
}

/// Bands and bits that no progressive file can have (T.81, table B.3 and G.1.1.1).
#[test]
fn a_scan_that_is_none_of_a_progressive_file_is_refused() {
    let bytes = file("s420_prog.jpg");
    let (headers, _) = parts(&bytes);
    // The first scan has all first coefficients but for one bit, the second a band of one component.
    let tails: Vec<&[u8]> = headers.iter().map(|body| &bytes[body.end - 3..body.end]).collect();
    assert_eq!(tails[..2], [&[0, 0, 0x01][..], &[1, 5, 0x02]]);
    let wrong: [(usize, [u8; 3]); 9] = [
        (0, [0, 5, 0x01]),
        (0, [0, 0, 0x0E]),
        (0, [0, 0, 0x31]),
        (0, [1, 5, 0x01]),
        (1, [0, 5, 0x02]),
        (1, [5, 1, 0x02]),
        (1, [1, 64, 0x02]),
        (1, [1, 5, 0x0F]),
        (1, [1, 5, 0x11]),
    ];
    for (scan, tail) in wrong {
        let mut bytes = bytes.clone();
        let end = headers[scan].end;
        bytes[end - 3..end].copy_from_slice(&tail);
        assert_eq!(verdict(&bytes), Err(DropReason::Unreadable), "{tail:?} in scan {scan}");
    }
    // A component that the frame does not have.
    let mut stranger = bytes.clone();
    stranger[headers[1].start + 1] = 99;
    assert_eq!(verdict(&stranger), Err(DropReason::Unreadable));
}

#[test]
fn a_component_that_no_scan_is_about_is_missing() {
    let bytes = file("scans_bands.jpg");
    let (headers, data) = parts(&bytes);
    // One component: what follows is about both others.
    assert_eq!(bytes[headers[0].start], 1);
    let alone = [&bytes[..data[0].end], b"\xFF\xD9"].concat();
    assert_eq!(verdict(&alone), Err(DropReason::Unreadable));
    let sequential = file("scans_apart.jpg");
    let (_, data_of_it) = parts(&sequential);
    let two = [&sequential[..data_of_it[1].end], b"\xFF\xD9"].concat();
    assert_eq!(verdict(&two), Err(DropReason::Unreadable));
    // With the mean of all three there is a picture, however coarse.
    let means = [&bytes[..data[1].end], b"\xFF\xD9"].concat();
    assert_eq!(verdict(&means), Ok(()));
}

#[test]
fn a_stop_is_obeyed_at_every_row_of_every_scan_and_of_the_picture() {
    let asked = Cell::new(0);
    let count = |stop_at: usize| {
        asked.set(0);
        with("s420_prog.jpg", |jpeg| {
            scaled::planes(jpeg, 2, &|| {
                asked.set(asked.get() + 1);
                asked.get() == stop_at
            })
            .map(|_| ())
        })
    };
    assert_eq!(count(0), Ok(()));
    // 45 rows of pixels: ten scans of 3 or more rows each, and three planes of 3 rows.
    let all = asked.get();
    assert!(all >= 10 * 3 + 3 * 3, "{all}");
    for stop_at in 1..=all {
        assert_eq!(count(stop_at), Err(DropReason::Cancelled));
        assert_eq!(asked.get(), stop_at);
    }
}

/// A picture of this size by hand. Of first coefficients there is one code, 0, for no difference; of the others 0
/// ends the block and the next one, or so many more as a second bit says, and 10 is a number of one bit.
fn by_hand(kind: u8, size: [u8; 2], factors: &[u8], restart: u8, scans: &[(&[u8], &[u8])]) -> Vec<u8> {
    let count = factors.len() as u8;
    let mut file = b"\xFF\xD8\xFF\xDB\0\x43\0".to_vec();
    file.extend([16; 64]);
    file.extend([0xFF, kind, 0, 8 + 3 * count, 8, 0, size[1], 0, size[0], count]);
    for (id, &factors) in (1..).zip(factors) {
        file.extend([id, factors, 0]);
    }
    file.extend(b"\xFF\xC4\0\x14\x00\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    file.extend(b"\xFF\xC4\0\x15\x10\x01\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x10\x01");
    file.extend([0xFF, 0xDD, 0, 4, 0, restart]);
    for (header, data) in scans {
        file.extend([0xFF, 0xDA, 0, 2 + header.len() as u8]);
        file.extend(*header);
        file.extend(*data);
    }
    file.extend(b"\xFF\xD9");
    file
}

/// What is read at once has no room for more blocks (T.81, B.2.3).
#[test]
fn a_unit_of_more_than_ten_blocks_is_none() {
    let (all, tail) = (&[3, 1, 0, 2, 0, 3, 0][..], [0, 0, 0]);
    let header = [all, &tail].concat();
    let flat = |kind, factors: &[u8]| by_hand(kind, [16, 16], factors, 0, &[(&header, &[0; 12])]);
    for kind in [0xC1, 0xC2] {
        assert_eq!(verdict(&flat(kind, &[0x22, 0x22, 0x12])), Ok(()), "ten in {kind:x}");
        assert_eq!(verdict(&flat(kind, &[0x22, 0x22, 0x22])), Err(DropReason::Unreadable), "{kind:x}");
    }
}

#[test]
fn what_a_block_says_about_those_after_it_ends_at_a_restart() {
    // The first block ends three, the second one has a number all the same.
    let means = (&[1, 1, 0, 0, 0, 0][..], &b"\x7F\xFF\xD0\x7F"[..]);
    let others = (&[1, 1, 0, 1, 63, 0][..], &b"\x7F\xFF\xD0\xA7"[..]);
    let bytes = by_hand(0xC2, [16, 8], &[0x11], 1, &[means, others]);
    let jpeg = walk::jpeg::walk(&bytes, &Limits::default()).unwrap_or_else(|reason| panic!("{reason:?}"));
    let planes = scaled::planes(&jpeg, 4, &|| false).unwrap();
    let (left, right) = planes[0].data[..8].split_at(4);
    assert_eq!(left, [128; 4]);
    // One step of 16 of the lowest wave: 16 / (4 sqrt 2) = 2.83, times cos(pi / 8) and cos(3 pi / 8).
    assert_eq!(right, [131, 129, 127, 125]);
}
