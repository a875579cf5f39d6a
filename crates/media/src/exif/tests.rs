use super::*;

/// A TIFF structure by hand (TIFF 6.0, section 2): one directory of `entries` at `offset`.
fn tiff(little: bool, offset: u32, entries: &[(u16, u16, u32, [u8; 4])]) -> Vec<u8> {
    let u16b = |n: u16| if little { n.to_le_bytes() } else { n.to_be_bytes() };
    let u32b = |n: u32| if little { n.to_le_bytes() } else { n.to_be_bytes() };
    let mut out = if little { b"II*\0".to_vec() } else { b"MM\0*".to_vec() };
    out.extend(u32b(offset));
    out.resize(offset as usize, 0);
    out.extend(u16b(entries.len() as u16));
    for &(tag, kind, count, value) in entries {
        out.extend([u16b(tag), u16b(kind)].concat());
        out.extend(u32b(count));
        out.extend(value);
    }
    out
}

#[test]
fn the_tag_is_found_in_either_byte_order_and_place() {
    assert_eq!(orientation(&tiff(true, 8, &[(0x112, 3, 1, [6, 0, 0, 0])])), 6);
    assert_eq!(orientation(&tiff(false, 8, &[(0x112, 3, 1, [0, 8, 0, 0])])), 8);
    assert_eq!(orientation(&tiff(true, 100, &[(0x10F, 2, 4, *b"cam\0"), (0x112, 3, 1, [3, 0, 0, 0])])), 3);
    assert_eq!(orientation(&tiff(false, 8, &[(0x112, 4, 1, [0, 0, 0, 5])])), 5, "as a long number");
    let named = [b"Exif\0\0".to_vec(), tiff(true, 8, &[(0x112, 3, 1, [7, 0, 0, 0])])].concat();
    assert_eq!(orientation(&named), 7, "with the name of the JPEG segment");
}

#[test]
fn anything_else_is_upright() {
    for odd in [
        tiff(true, 8, &[(0x112, 3, 1, [0; 4])]),
        tiff(true, 8, &[(0x112, 3, 1, [9, 0, 0, 0])]),
        tiff(true, 8, &[(0x112, 3, 2, [6, 0, 0, 0])]),
        tiff(true, 8, &[(0x112, 2, 1, [6, 0, 0, 0])]),
        tiff(true, 8, &[(0x10F, 3, 1, [6, 0, 0, 0])]),
        tiff(true, 8, &[]),
        b"II*\0\xFF\xFF\xFF\xFF".to_vec(),
        b"MM*\0\0\0\0\x08".to_vec(),
        b"II*\0".to_vec(),
        Vec::new(),
    ] {
        assert_eq!(orientation(&odd), 1, "{odd:?}");
    }
}
