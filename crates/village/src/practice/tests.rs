//! Colours by name, and what a message is taken for.

use super::{
    colours::{Colour, measure, name},
    grammar::{Wish, camera, status, wish},
};
use crate::text::{Language, Text};
use fuseforks_llm::canonical::ToolSpec;
use fuseforks_media::Pixels;
use serde_json::json;

#[test]
fn colours_have_the_names_that_people_use() {
    // Values of CSS named colours, an independent source of what people call them.
    let cases = [
        ([0, 0, 0], Colour::Black),
        ([255, 255, 255], Colour::White),
        ([128, 128, 128], Colour::Grey),
        ([255, 0, 0], Colour::Red),
        ([220, 20, 60], Colour::Red),
        ([255, 165, 0], Colour::Orange),
        ([255, 140, 0], Colour::Orange),
        ([255, 255, 0], Colour::Yellow),
        ([0, 128, 0], Colour::Green),
        ([34, 139, 34], Colour::Green),
        ([0, 0, 255], Colour::Blue),
        ([30, 144, 255], Colour::Blue),
        ([128, 0, 128], Colour::Purple),
        ([138, 43, 226], Colour::Purple),
        ([255, 105, 180], Colour::Pink),
        ([255, 192, 203], Colour::Pink),
        ([139, 69, 19], Colour::Brown),
    ];
    for (rgb, colour) in cases {
        assert_eq!(name(rgb), colour, "{rgb:?}");
    }
}

#[test]
fn halves_are_measured_apart() {
    let rgb = [[255, 0, 0], [0, 0, 255]].into_iter().cycle().take(8).flatten().collect();
    let measured = measure(&Pixels { width: 2, height: 4, rgb }, 640, 424);
    assert_eq!((measured.left, measured.right), (Colour::Red, Colour::Blue));
    assert_eq!((measured.width, measured.height), (640, 424));
}

fn tool(name: &str, description: &str) -> ToolSpec {
    let parameters = json!({ "type": "object" }).as_object().cloned().unwrap();
    ToolSpec { name: name.to_owned(), description: description.to_owned(), parameters }
}

#[test]
fn messages_are_understood_in_three_languages() {
    let cases = [
        (Language::En, "Take one live-view frame and say what is in it", Wish::Look),
        (Language::En, "What is the camera's status?", Wish::Status),
        (Language::En, "hello", Wish::Help),
        (Language::Ja, "ライブビューを 1 コマ撮って、写っているものを教えて", Wish::Look),
        (Language::Ja, "カメラの状態は？", Wish::Status),
        (Language::Zh, "取一帧实时取景，说说里面有什么", Wish::Look),
        (Language::Zh, "相机的状态如何？", Wish::Status),
    ];
    for (language, message, expected) in cases {
        assert_eq!(wish(Text::of(language), message), expected, "{message}");
    }
}

#[test]
fn the_tool_that_promises_a_picture_is_chosen() {
    let text = Text::of(Language::En);
    let mut tools = vec![
        tool("nik__camera_status", "The camera's state as JSON."),
        tool("nik__live_view_image", "One frame."),
    ];
    for _ in 0..2 {
        assert_eq!(camera(text, &tools).unwrap().name, "nik__live_view_image");
        assert_eq!(status(text, &tools).unwrap().name, "nik__camera_status");
        tools.reverse();
    }
    assert!(camera(text, &[]).is_none());
}
