//! The lines that the design fixes letter by letter, and the arithmetic in them.

use super::text;
use crate::text::{Language, TurnSentences, dropped_notices, kilobytes};
use fuseforks_media::{DropReason, ImageFormat};
use fuseforks_turn::Sentences;

fn sentences(language: &str) -> TurnSentences {
    TurnSentences::new(language.parse::<Language>().unwrap())
}

#[test]
fn pane_line() {
    let jpeg = (ImageFormat::Jpeg, 19_246);
    let two = [(ImageFormat::Jpeg, 21_012), (ImageFormat::WebP, 29_900)];
    for (language, one, both) in [
        ("en", "(image 1: JPEG 19 KB)", "(image 1: JPEG 21 KB, image 2: WebP 30 KB)"),
        ("ja", "（画像 1 枚: JPEG 19 KB）", "（画像 2 枚: JPEG 21 KB、WebP 30 KB）"),
        ("zh", "（图像 1 张：JPEG 19 KB）", "（图像 2 张：JPEG 21 KB、WebP 30 KB）"),
    ] {
        assert_eq!(sentences(language).pane_line(&[jpeg]), one);
        assert_eq!(sentences(language).pane_line(&two), both);
        assert_eq!(sentences(language).pane_line(&[]), "");
    }
}

#[test]
fn fixed_lines() {
    for (language, caption, images, empty, error) in [
        (
            "en",
            "(images from the result of nik__live_view_image: 2)",
            "(images 2)",
            "(empty result)",
            "the tool returned an error:",
        ),
        (
            "ja",
            "（nik__live_view_image の結果の画像 2 枚）",
            "（画像 2 枚）",
            "（空の結果）",
            "ツールはエラーを返しました:",
        ),
        (
            "zh",
            "（nik__live_view_image 结果中的图像 2 张）",
            "（图像 2 张）",
            "（空结果）",
            "工具返回了错误:",
        ),
    ] {
        let sentences = sentences(language);
        assert_eq!(sentences.caption("nik__live_view_image", 2), caption);
        assert_eq!(sentences.images_only(2), images);
        assert_eq!(sentences.empty_result(), empty);
        assert_eq!(text(language).tool_error_prefix(), error);
    }
}

#[test]
fn japanese_lines_of_the_turn() {
    assert_eq!(sentences("ja").older_images_omitted(), "（前の周の画像は省きました）");
    assert!(sentences("ja").image_not_sent().contains("画像はこのモデルへ送れませんでした"));
}

#[test]
fn every_line_of_the_turn_differs_by_language_and_says_something() {
    let lines = |language: &str| {
        let it = sentences(language);
        [
            it.older_images_omitted(),
            it.image_not_sent(),
            it.repeated_call("t"),
            it.malformed_arguments("t"),
            it.cancelled(),
        ]
    };
    for ((en, ja), zh) in lines("en").iter().zip(&lines("ja")).zip(&lines("zh")) {
        assert!(!en.is_empty() && en.is_ascii(), "{en}");
        assert!(!ja.is_ascii() && !zh.is_ascii() && ja != zh, "{ja} {zh}");
    }
}

#[test]
fn kilobytes_of_a_thousand_rounded_at_least_one() {
    for (bytes, kb) in [
        (0, 1),
        (1, 1),
        (499, 1),
        (500, 1),
        (1_499, 1),
        (1_500, 2),
        (19_499, 19),
        (19_500, 20),
        (2_097_152, 2097),
    ] {
        assert_eq!(kilobytes(bytes), kb, "{bytes}");
    }
    assert_eq!(kilobytes(u64::MAX), 18_446_744_073_709_552);
}

#[test]
fn numbers_are_written_without_grouping() {
    assert_eq!(text("en").pane_image("JPEG", 2097_u32, 1_usize), "image 1: JPEG 2097 KB");
    assert_eq!(text("ja").text_cut(1_234_567_u32), "（ここで切りました: あと 1234567 文字）");
}

#[test]
fn dropped_images_are_counted_by_reason_in_order() {
    let gif = DropReason::Unsupported { format: "GIF" };
    let bmp = DropReason::Unsupported { format: "BMP" };
    let reasons = [gif, DropReason::TooLarge, gif, bmp, DropReason::TooMany, DropReason::TooMany];
    assert_eq!(
        dropped_notices(text("en"), &reasons, 4),
        [
            "(2 images left out: GIF is not supported)",
            "(1 image left out: too large)",
            "(1 image left out: BMP is not supported)",
            "(2 images left out: one result brings 4 at most)",
        ]
    );
    assert_eq!(
        dropped_notices(text("ja"), &[DropReason::Unreadable], 4),
        ["（画像 1 枚を省きました: 読めません）"]
    );
    assert_eq!(dropped_notices(text("zh"), &[gif], 4), ["（略去了图像 1 张：不支持 GIF 格式）"]);
    assert!(dropped_notices(text("zh"), &[], 4).is_empty());
}
