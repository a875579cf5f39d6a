//! Colours by name, and what a message is taken for.

use super::memory::{recalled, summary};
use super::{
    colours::{Colour, measure, name},
    grammar::{Wish, camera, status, wish},
};
use crate::text::{Language, Text};
use fuseforks_llm::canonical::{Message, ToolSpec};
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
        (Language::En, "Which colours did you see at first?", Wish::Recall),
        (Language::En, "Do you remember the picture?", Wish::Recall),
        (Language::Ja, "最初に見た色は？", Wish::Recall),
        (Language::Zh, "最初看到什么颜色？", Wish::Recall),
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

fn user(text: &str) -> Message {
    Message::User { text: text.to_owned(), attachments: Vec::new(), cache: false }
}

fn model(text: &str) -> Message {
    Message::Assistant { text: text.to_owned(), calls: Vec::new(), echo: None }
}

#[test]
fn a_summary_keeps_the_colours_in_their_order_and_so_does_the_next() {
    let text = Text::of(Language::En);
    let talk = [
        user("[Message from: Ada (user)]\nIs it purple?"),
        model("In the picture: left side red, right side blue; brightness 40 %."),
        user("[Message from: Ada (user)]\nand now?"),
        model("In the picture: left side green, right side red; brightness 40 %."),
    ];
    let first = summary(text, &talk);
    assert_eq!(
        first,
        "Summary by the practice model: 4 messages. Colours seen, the first one first: red, blue, green."
    );
    let next =
        [user(&format!("{}\n\n{first}", text.heading_summary())), user("more"), model("It was yellow.")];
    assert!(
        summary(text, &next).ends_with("red, blue, green, yellow."),
        "what a person says is no measurement"
    );
    assert!(recalled(text, &next).ends_with("first one first: red, blue, green, yellow."));
    assert_eq!(
        summary(text, &[user("hi"), model("I am no AI.")]),
        "Summary by the practice model: 2 messages."
    );
    assert_eq!(recalled(text, &[]), text.practice_recalled_nothing());
}

#[test]
fn colours_are_kept_in_every_language() {
    for language in Language::ALL {
        let text = Text::of(language);
        let (red, blue) = (text.practice_colour_red(), text.practice_colour_blue());
        let talk = [
            model(&text.practice_at(&blue, &text.practice_place_left())),
            model(&text.practice_at(&red, &text.practice_place_left())),
        ];
        let said = summary(text, &talk);
        assert!(said.find(&blue) < said.find(&red) && said.contains(&blue), "{said}");
    }
}
