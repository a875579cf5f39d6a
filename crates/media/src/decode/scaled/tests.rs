use super::*;
use crate::{Limits, walk};
use std::cell::Cell;

#[test]
fn the_scale_is_the_smallest_that_covers_the_target() {
    for (size, to, wanted) in [
        ((8256, 5504), (1568, 1045), Some(2)),
        ((6000, 4000), (1568, 1045), Some(3)),
        ((3136, 2090), (1568, 1045), Some(4)),
        ((3135, 2090), (1568, 1045), None),
        ((12_544, 8360), (1568, 1045), Some(1)),
        ((16_384, 3), (1568, 3), None),
    ] {
        assert_eq!(eighths(size, to), wanted, "{size:?}");
    }
}

pub(super) fn with<T>(name: &str, then: impl FnOnce(&Jpeg<'_>) -> T) -> T {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    let bytes = std::fs::read(path).unwrap();
    match walk::jpeg::walk(&bytes, &Limits::default()) {
        Ok(jpeg) => then(&jpeg),
        Err(reason) => panic!("{name}: {reason:?}"),
    }
}

#[test]
fn planes_have_the_size_of_their_component_and_no_padding() {
    // 70 x 45 pixels; the part is exact, the plane whole samples.
    for (name, chroma) in [("s444.jpg", (70.0, 45.0)), ("s422.jpg", (35.0, 45.0)), ("s420.jpg", (35.0, 22.5))]
    {
        for n in 1..=4 {
            let planes = with(name, |jpeg| planes(jpeg, n, &|| false).unwrap());
            let found: Vec<_> = planes.iter().map(|plane| plane.part).collect();
            let part = |(w, h): (f64, f64)| (w * n as f64 / 8.0, h * n as f64 / 8.0);
            assert_eq!(found, [part((70.0, 45.0)), part(chroma), part(chroma)], "{name}");
            for plane in planes {
                assert_eq!(f64::from(plane.width), plane.part.0.ceil());
                assert_eq!(f64::from(plane.height), plane.part.1.ceil());
                assert_eq!(plane.data.len(), (plane.width * plane.height) as usize);
            }
        }
    }
    // Its factors say 2 x 2, which means nothing for a component alone.
    let grey = with("grey_2x2.jpg", |jpeg| planes(jpeg, 4, &|| false).unwrap());
    assert_eq!(grey.iter().map(|plane| (plane.width, plane.height)).collect::<Vec<_>>(), [(35, 23)]);
}

#[test]
fn a_stop_is_obeyed_at_every_row_of_units() {
    let rows = Cell::new(0);
    let stopped = with("s444.jpg", |jpeg| {
        planes(jpeg, 2, &|| {
            rows.set(rows.get() + 1);
            rows.get() == 3
        })
    });
    assert_eq!(stopped.map(|_| ()), Err(DropReason::Cancelled));
    assert_eq!(rows.get(), 3);
}
