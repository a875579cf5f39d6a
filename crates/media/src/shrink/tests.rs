use super::Shrinker;
use crate::raster::Raster;
use std::thread;

/// A picture without a pattern, of the same bytes every time.
fn picture(width: u32, height: u32) -> Vec<u8> {
    let mut state = 1_u32;
    (0..width * height * 3)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect()
}

fn by_rows(width: u32, height: u32, to: (u32, u32)) -> Vec<u8> {
    let mut shrinker = Shrinker::new(width, height, 3, to);
    picture(width, height).chunks_exact(width as usize * 3).for_each(|row| shrinker.row(row).unwrap());
    shrinker.finish().unwrap().data
}

fn whole(width: u32, height: u32, to: (u32, u32)) -> Vec<u8> {
    let source = Raster { width, height, channels: 3, data: picture(width, height) };
    super::shrink(source, (width.into(), height.into()), to).unwrap().data
}

/// Sizes of one band, of several, and of none.
const SIZES: [(u32, u32, (u32, u32)); 4] =
    [(300, 200, (150, 100)), (3000, 2000, (600, 400)), (64, 48, (64, 48)), (120, 90, (40, 30))];

#[test]
fn rows_give_the_picture_that_the_whole_gives() {
    for (width, height, to) in SIZES {
        let (rows, whole) = (by_rows(width, height, to), whole(width, height, to));
        let most = rows.iter().zip(&whole).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(rows.len() == whole.len() && most <= Some(1), "{width}x{height}: {most:?}");
    }
}

#[test]
fn what_a_thread_has_kept_changes_no_picture() {
    let fresh: Vec<Vec<u8>> = SIZES
        .iter()
        .map(|&(width, height, to)| thread::spawn(move || by_rows(width, height, to)).join().unwrap())
        .collect();
    for _ in 0..2 {
        for (&(width, height, to), fresh) in SIZES.iter().zip(&fresh) {
            assert!(by_rows(width, height, to) == *fresh, "{width}x{height}");
            // One that is given up half-way leaves its rows behind.
            let mut given_up = Shrinker::new(width, height, 3, to);
            given_up.row(&vec![7; width as usize * 3]).unwrap();
        }
    }
}

#[test]
fn a_row_of_another_length_is_refused() {
    let mut shrinker = Shrinker::new(10, 10, 3, (5, 5));
    assert!(shrinker.row(&[0; 29]).is_err() && shrinker.row(&[0; 30]).is_ok());
}
