use super::*;
use crate::audio_kind;

fn bytes(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

/// An ISO base media box.
fn iso_box(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    bytes(&[&(body.len() as u32 + 8).to_be_bytes(), name, body])
}

fn ftyp(major: &[u8; 4], compatible: &[&[u8; 4]]) -> Vec<u8> {
    let brands: Vec<u8> = compatible.iter().flat_map(|b| b.iter()).copied().collect();
    iso_box(b"ftyp", &bytes(&[major, &[0; 4], &brands]))
}

fn movie(handlers: &[&[u8; 4]]) -> Vec<u8> {
    let tracks: Vec<u8> = handlers
        .iter()
        .flat_map(|h| {
            iso_box(b"trak", &iso_box(b"mdia", &iso_box(b"hdlr", &bytes(&[&[0; 8], *h, &[0; 13]]))))
        })
        .collect();
    iso_box(b"moov", &bytes(&[&iso_box(b"mvhd", &[0; 100]), &tracks]))
}

/// An EBML element with a size of one byte.
fn element(id: &[u8], body: &[u8]) -> Vec<u8> {
    bytes(&[id, &[0x80 | body.len() as u8], body])
}

fn webm(doctype: &[u8], tracks: &[u8]) -> Vec<u8> {
    let header = element(b"\x1A\x45\xDF\xA3", &element(b"\x42\x82", doctype));
    let entries: Vec<u8> = tracks
        .iter()
        .flat_map(|&kind| element(b"\xAE", &bytes(&[&element(b"\xD7", &[1]), &element(b"\x83", &[kind])])))
        .collect();
    // A live recording: the size of the segment is unknown.
    let body = bytes(&[&element(b"\x15\x49\xA9\x66", b"info"), &element(b"\x16\x54\xAE\x6B", &entries)]);
    bytes(&[&header, b"\x18\x53\x80\x67\x01\xFF\xFF\xFF\xFF\xFF\xFF\xFF", &body])
}

fn ogg(packets: &[&[u8]]) -> Vec<u8> {
    let page = |packet: &&[u8]| bytes(&[b"OggS\0\x02", &[0; 20], &[1, packet.len() as u8], packet]);
    packets.iter().flat_map(page).collect()
}

/// MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes a frame.
fn mp3_frames(count: usize) -> Vec<u8> {
    bytes(&[b"\xFF\xFB\x90\x00", &[0; 413]]).repeat(count)
}

/// AAC-LC, 44.1 kHz, stereo, 100 bytes a frame.
fn aac_frames(count: usize) -> Vec<u8> {
    let len = 100_u16;
    let head =
        [0xFF, 0xF1, 0x50, 0x80 | (len >> 11) as u8, (len >> 3) as u8, ((len & 7) << 5) as u8 | 0x1F, 0xFC];
    bytes(&[&head, &[0; 93]]).repeat(count)
}

#[test]
fn audio_is_recognised_by_its_bytes() {
    let id3 = b"ID3\x04\0\0\0\0\0\x0A0123456789";
    let cases = [
        (mp3_frames(3), Kind::Mp3, "audio/mpeg"),
        (mp3_frames(1), Kind::Mp3, "audio/mpeg"),
        (bytes(&[id3, &mp3_frames(1)]), Kind::Mp3, "audio/mpeg"),
        (id3.to_vec(), Kind::Mp3, "audio/mpeg"),
        (aac_frames(3), Kind::Aac, "audio/aac"),
        (bytes(&[id3, &aac_frames(1)]), Kind::Aac, "audio/aac"),
        (b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0".to_vec(), Kind::Wav, "audio/wav"),
        (b"fLaC\0\0\0\x22".to_vec(), Kind::Flac, "audio/flac"),
        (ogg(&[b"\x01vorbis"]), Kind::Ogg, "audio/ogg"),
        (ogg(&[b"OpusHead\x01"]), Kind::Ogg, "audio/ogg"),
        (webm(b"webm", &[2]), Kind::WebmAudio, "audio/webm"),
        (ftyp(b"M4A ", &[b"mp42", b"isom"]), Kind::Mp4Audio, "audio/mp4"),
        (bytes(&[&ftyp(b"isom", &[b"mp41"]), &movie(&[b"soun"])]), Kind::Mp4Audio, "audio/mp4"),
    ];
    for (bytes, kind, media_type) in cases {
        assert_eq!(audio_kind(&bytes), Some(kind));
        assert_eq!(kind.media_type(), media_type);
        assert!(kind.is_audio() && !kind.is_video() && !kind.is_image());
    }
}

#[test]
fn video_in_the_same_containers_is_no_audio() {
    let cases = [
        (ftyp(b"mp42", &[b"isom"]), Kind::Mp4),
        (bytes(&[&ftyp(b"mp42", &[]), &iso_box(b"free", b""), &movie(&[b"soun", b"vide"])]), Kind::Mp4),
        (ftyp(b"qt  ", &[]), Kind::QuickTime),
        (iso_box(b"moov", &[0; 20]), Kind::QuickTime),
        (ftyp(b"3gp5", &[]), Kind::ThreeGp),
        (webm(b"webm", &[1, 2]), Kind::Webm),
        (webm(b"webm", &[1]), Kind::Webm),
        (webm(b"webm", &[]), Kind::Webm),
        (webm(b"matroska", &[2]), Kind::Matroska),
        (ogg(&[b"\x80theora", b"\x01vorbis"]), Kind::OggVideo),
        (ogg(&[b"\x01vorbis", b"\x80theora"]), Kind::OggVideo),
        (b"RIFF\x24\0\0\0AVI LIST".to_vec(), Kind::Avi),
        (b"\0\0\x01\xBA\x44\0".to_vec(), Kind::Mpeg),
        (b"FLV\x01\x05".to_vec(), Kind::Flv),
    ];
    for (bytes, kind) in cases {
        assert_eq!(sniff(&bytes), Some(kind));
        assert!(kind.is_video() && !kind.is_audio());
        assert_eq!(audio_kind(&bytes), None);
    }
}

#[test]
fn audio_that_may_not_be_stored_is_none() {
    assert_eq!(sniff(b"FORM\0\0\0\x20AIFFCOMM"), Some(Kind::Aiff));
    assert_eq!(audio_kind(b"FORM\0\0\0\x20AIFFCOMM"), None);
    assert_eq!(audio_kind(b"%PDF-1.7"), None);
    assert_eq!(audio_kind(b"MThd\0\0\0\x06"), None);
    assert_eq!(audio_kind(b""), None);
}

#[test]
fn still_picture_brands_are_told_apart() {
    for (major, compatible, kind) in [
        (b"heic", vec![b"mif1", b"heic"], Kind::Heic),
        (b"heix", vec![b"mif1", b"heic"], Kind::Heic),
        (b"hevc", vec![b"msf1"], Kind::Heic),
        (b"mif1", vec![b"mif1", b"heic"], Kind::Heic),
        (b"msf1", vec![b"hevc"], Kind::Heic),
        (b"mif1", vec![b"avif", b"miaf"], Kind::Avif),
        (b"avif", vec![b"mif1", b"miaf"], Kind::Avif),
        (b"avis", vec![b"msf1"], Kind::Avif),
        (b"mp42", vec![b"mif1", b"heic"], Kind::Mp4),
        (b"xyz1", vec![b"heic"], Kind::Heic),
        (b"xyz1", vec![b"isom"], Kind::Mp4),
    ] {
        assert_eq!(sniff(&ftyp(major, &compatible)), Some(kind), "{}", String::from_utf8_lossy(major));
    }
    assert_eq!(sniff(&ftyp(b"xyz1", &[])), None);
}

#[test]
fn texts_and_short_beginnings_are_nothing() {
    for text in [
        "BMW",
        "BM 1234567890123456789012345",
        "ID3 is a tag",
        "IIIIII",
        "MMMM",
        "RIFF",
        "OggS",
        "ftyp",
        "GIF",
        "\u{FEFF}hello",
        "fLa",
        "8BPS",
        "\0\0\u{1}\0",
        "\0\0\u{1}\0\u{1}\0",
    ] {
        assert_eq!(sniff(text.as_bytes()), None, "{text:?}");
    }
    // UTF-16 with its mark looks like the sync of an MPEG frame.
    let utf16: Vec<u8> = [0xFF, 0xFE].into_iter().chain("hello world".bytes().flat_map(|b| [b, 0])).collect();
    assert_eq!(sniff(&utf16), None);
    // A sync without a second frame where one had to be.
    let lone = bytes(&[&mp3_frames(1), b"this is no frame at all"]);
    assert_eq!(sniff(&lone), None);
    let lone = bytes(&[&aac_frames(1), b"this is no frame at all"]);
    assert_eq!(sniff(&lone), None);
}

#[test]
fn sizes_that_lie_end_the_search() {
    let huge = bytes(&[&ftyp(b"isom", &[]), &u32::MAX.to_be_bytes(), b"moov"]);
    assert_eq!(sniff(&huge), Some(Kind::Mp4));
    let tiny = bytes(&[&ftyp(b"isom", &[]), &3_u32.to_be_bytes(), b"moovmoovmoov"]);
    assert_eq!(sniff(&tiny), Some(Kind::Mp4));
    let large = bytes(&[&ftyp(b"isom", &[]), &1_u32.to_be_bytes(), b"moov", &u64::MAX.to_be_bytes()]);
    assert_eq!(sniff(&large), Some(Kind::Mp4));
    let mut nested = movie(&[b"soun"]);
    for _ in 0..50 {
        nested = iso_box(b"moov", &nested);
    }
    assert_eq!(sniff(&bytes(&[&ftyp(b"isom", &[]), &nested])), Some(Kind::Mp4), "not followed so deep");
}

#[test]
fn every_kind_has_a_name_and_one_class() {
    for kind in [Kind::Jpeg, Kind::Heic, Kind::Jpeg2000, Kind::Mp3, Kind::Webm, Kind::WebmAudio, Kind::Pdf] {
        assert!(!kind.name().is_empty());
        let classes = [kind.is_image(), kind.is_audio(), kind.is_video()];
        let wanted = usize::from(kind != Kind::Pdf);
        assert_eq!(classes.iter().filter(|&&c| c).count(), wanted);
    }
}
