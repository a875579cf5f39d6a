//! What stories share: stand-ins as most of them want them, and colours drawn at random.

use fuseforks_sim::{
    camera::{self, Camera, CameraOptions, Scene},
    colour::Colour,
    provider::{self, Provider, ProviderOptions, Received, Script, Step, StepCall, ToolChoice, Wire},
};
use fuseforks_village::Language;
use serde_json::json;

/// Wires that a village can be put on.
pub(crate) const WIRES: &[Wire] = Wire::ALL;

/// A question that the stand-ins take for a look through the camera, and one in each other language.
pub(crate) const LOOK: &str = "Take one live-view frame and say what is in it";
pub(crate) const LOOK_JA: &str = "ライブビューを 1 枚撮って、何が写っているか教えてください";
pub(crate) const LOOK_ZH: &str = "拍一张实时取景画面，说说里面有什么";

pub(crate) fn provider(options: ProviderOptions) -> Provider {
    provider::start(options).expect("a provider")
}

pub(crate) fn plain_provider(wire: Wire) -> Provider {
    provider(ProviderOptions::new(wire))
}

pub(crate) fn camera(options: CameraOptions) -> Camera {
    camera::start(options).expect("a camera")
}

/// A camera before two colours.
pub(crate) fn camera_of(left: Colour, right: Colour) -> Camera {
    camera(CameraOptions { scene: Scene::two_colour(left, right), ..CameraOptions::default() })
}

/// Two different colours, drawn at random.
pub(crate) fn two_colours() -> (Colour, Colour) {
    let all: Vec<Colour> = Colour::all().collect();
    let left = rand::random_range(0..all.len());
    let right = (left + rand::random_range(1..all.len())) % all.len();
    (all[left], all[right])
}

/// Colours that a text names, as whole words.
pub(crate) fn named(text: &str) -> Vec<&'static str> {
    let words: Vec<String> =
        text.to_lowercase().split(|c: char| !c.is_ascii_alphabetic()).map(str::to_owned).collect();
    Colour::all().map(Colour::name).filter(|name| words.iter().any(|word| word == name)).collect()
}

/// A model that calls this tool once in each turn.
pub(crate) fn once(tool: &'static str) -> Script {
    Script::respond(move |received: &Received| {
        if received.turn_results().is_empty() && received.tool_choice != ToolChoice::None {
            return Step::call(tool, json!({}));
        }
        Step::text("done")
    })
}

/// The models' languages, each with a wire of another kind.
pub(crate) const TONGUES: [(Language, Wire); 3] = [
    (Language::En, Wire::Anthropic),
    (Language::Ja, Wire::OpenaiCompat),
    (Language::Zh, Wire::OpenaiResponses),
];

/// A provider whose model calls the tool that the message names last, once, and then repeats what it was told:
/// what others were told stands before it.
pub(crate) fn caller(wire: Wire) -> Provider {
    let script = Script::respond(|received: &Received| match received.turn_results().last() {
        Some(result) => Step::text(format!("got: {}", result.text)),
        None => {
            let asked = received.last_user_text().to_owned();
            match asked.split_whitespace().rfind(|word| word.contains("__")) {
                Some(tool) => Step { calls: vec![StepCall::new(tool, json!({}))], ..Step::default() },
                None => Step::text("ok"),
            }
        }
    });
    provider(ProviderOptions { script, ..ProviderOptions::new(wire) })
}
