//! The map of ties with many agents: all of them are seen, by name as long as there is room for names.

use crate::window::Window;
use fuseforks_tests::{Kept, World};
use serde_json::{Value, json};

/// A window of a village with so many agents.
async fn crowd(count: usize) -> (Kept, Window) {
    let world = World::build().open();
    for number in 0..count {
        world.agent(&format!("Agent {number}"), "").await;
    }
    let kept = world.close().await;
    let window = Window::open(&kept.home()).await;
    let drawn = format!("return document.querySelectorAll('.svelte-flow__node').length === {count}");
    window.until(&drawn).await;
    (kept, window)
}

/// How much is drawn of an agent, how many are not wholly in the pane, how many lie on another, and whether
/// each is large enough to be told from the next.
const FACTS: &str = "
    const map = document.querySelector(\"[data-testid='map']\");
    const pane = map.getBoundingClientRect();
    const boxes = [...map.querySelectorAll('.svelte-flow__node')].map((node) => node.getBoundingClientRect());
    const cut = boxes.filter((box) => box.left < pane.left || box.right > pane.right
        || box.top < pane.top || box.bottom > pane.bottom);
    const covered = boxes.filter((one, at) => boxes.slice(0, at).some((other) => one.left < other.right
        && other.left < one.right && one.top < other.bottom && other.top < one.bottom));
    const smallest = Math.min(...boxes.map((box) => box.height));
    return [map.dataset.detail, cut.length, covered.length, smallest > 20];";

async fn comes_to(window: &Window, expected: Value) {
    let same = format!("return JSON.stringify((() => {{{FACTS}}})()) === {}", json!(expected.to_string()));
    window.until(&same).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_two_agents_are_seen_by_name_and_nearer_as_a_whole() {
    let (_kept, window) = crowd(32).await;
    comes_to(&window, json!(["name", 0, 0, true])).await;
    let written = "return [...document.querySelectorAll('.svelte-flow__node')]
        .every((node, at) => node.querySelector('.name').innerText === `Agent ${at}`)";
    window.until(written).await;
    // The person goes nearer with the wheel, and back with the button.
    let nearer = "const pane = document.querySelector('.svelte-flow__pane');
        const { left, top } = pane.getBoundingClientRect();
        pane.dispatchEvent(new WheelEvent('wheel',
            { deltaY: -120, clientX: left + 9, clientY: top + 9, bubbles: true, cancelable: true }));
        return document.querySelector(\"[data-testid='map']\").dataset.detail === 'whole'";
    window.until(nearer).await;
    window.press("map-fit").await;
    comes_to(&window, json!(["name", 0, 0, true])).await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_agents_are_seen_as_icons_that_say_their_names() {
    let (_kept, window) = crowd(100).await;
    comes_to(&window, json!(["icon", 0, 0, true])).await;
    let named = "return [...document.querySelectorAll('.svelte-flow__node')]
        .every((node, at) => node.querySelector('[title]').title.startsWith(`Agent ${at}: `))";
    window.until(named).await;
    window.finish().await;
}
