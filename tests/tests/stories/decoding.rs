//! Decoding waits for its turn off the async threads: Stop ends it at once, and others go on meanwhile.

use crate::support::{LOOK, camera, plain_provider, provider};
use bytes::Bytes;
use fuseforks_contract::Host as _;
use fuseforks_media::{DropReason, Limits, normalise, pixels};
use fuseforks_sim::{
    camera::{CameraOptions, Odd},
    provider::{ProviderOptions, Wire},
};
use fuseforks_tests::{World, picture, until};
use image::ImageFormat;
use std::{
    cell::Cell,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// The longest that a jam lasts.
const LONGEST: Duration = Duration::from_secs(20);

/// While it lives, nothing of an ordinary size is decoded in this process: whoever is first in the queue
/// does not move.
struct Jam {
    over: Arc<AtomicBool>,
    waiting: Vec<JoinHandle<()>>,
}

impl Jam {
    fn begin() -> Self {
        let (over, begun) = (Arc::new(AtomicBool::new(false)), Instant::now());
        let picture = Bytes::from(picture::noisy(1, 1400, 1400, ImageFormat::Png));
        let small = picture::noisy(2, 40, 30, ImageFormat::Png);
        // Two decode at once; of four, two stand in the queue.
        let waiting = (0..4)
            .map(|_| {
                let (over, picture) = (Arc::clone(&over), picture.clone());
                thread::spawn(move || {
                    let asked = Cell::new(0);
                    let cancelled = || {
                        asked.set(asked.get() + 1);
                        // The first time it is asked before it queues.
                        // It ends by itself: where async threads wait for it, no test could end it.
                        let stuck = || !over.load(Ordering::Relaxed) && begun.elapsed() < LONGEST;
                        while asked.get() > 1 && stuck() {
                            thread::sleep(Duration::from_millis(2));
                        }
                        asked.get() > 1
                    };
                    drop(normalise(picture, &Limits::default(), &cancelled));
                })
            })
            .collect();
        let jam = Self { over, waiting };
        for _ in 0..100 {
            let begun = Instant::now();
            let late = || begun.elapsed() > Duration::from_millis(200);
            if pixels(&small, 16, &Limits::default(), &late) == Err(DropReason::Cancelled) {
                return jam;
            }
        }
        panic!("decoding never stood still");
    }
}

impl Drop for Jam {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        for waiting in self.waiting.drain(..) {
            let _ = waiting.join();
        }
    }
}

/// Agents look, and stand still at the decoding of what they saw; another agent talks; then they are stopped.
async fn stops(world: &World, agents: &[String], reached: impl Fn() -> bool) {
    let other = plain_provider(Wire::Anthropic);
    let template = world.template(&other, Wire::Anthropic).await;
    let talker = world.agent("Talker", &template).await;
    let mark = world.events.mark();
    for agent in agents {
        world.try_send(agent, LOOK).await.unwrap();
    }
    until("pictures to decode", || reached().then_some(())).await;
    tokio::time::sleep(Duration::from_millis(300)).await;

    let begun = Instant::now();
    let said = world.say(&talker, "hello").await;
    assert_eq!(said.stop(), "-");
    assert!(begun.elapsed() < Duration::from_secs(2), "others wait: {:?}", begun.elapsed());

    let begun = Instant::now();
    for agent in agents {
        world.app.turn_stop(world.agent_id(agent)).await.unwrap();
    }
    for agent in agents {
        let told = world.ended(agent, mark).await;
        assert_eq!(told.stop(), "interrupted", "{:?}", told.system());
    }
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_webp_that_waits_to_become_a_jpeg_is_stopped_at_once() {
    let camera = camera(CameraOptions { odd: Some(Odd::Webp), ..CameraOptions::default() });
    let wire = Wire::OpenaiCompat;
    let provider = provider(ProviderOptions { refuse_webp: true, ..ProviderOptions::new(wire) });
    let world = World::build().open();
    let mut agents = Vec::new();
    for _ in 0..2 {
        agents.push(world.photographer(&provider, wire, &camera).await);
    }
    let _jam = Jam::begin();
    let refused = || provider.requests().iter().filter(|request| request.status == 400).count();
    stops(&world, &agents, || refused() == 2).await;
    let chats = provider.requests().iter().filter(|request| request.method == "POST").count();
    assert_eq!(chats, 4, "nothing is sent again after Stop");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webp_that_waits_to_become_a_jpeg_for_ollama_is_stopped_at_once() {
    let camera = camera(CameraOptions { odd: Some(Odd::Webp), ..CameraOptions::default() });
    let provider = plain_provider(Wire::Ollama);
    let world = World::build().open();
    let mut agents = Vec::new();
    for _ in 0..2 {
        agents.push(world.photographer(&provider, Wire::Ollama, &camera).await);
    }
    let _jam = Jam::begin();
    stops(&world, &agents, || camera.calls() == 2).await;
    assert_eq!(provider.chats().len(), 2, "the second request was never made");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_practice_model_is_stopped_while_its_picture_waits() {
    let camera = camera(CameraOptions::default());
    let world = World::build().open();
    let template = world.practice_template().await;
    let mut agents = Vec::new();
    for name in ["Ada", "Ben"] {
        let agent = world.agent(name, &template).await;
        world.servers(&agent, serde_json::json!({"nik": {"url": camera.url()}})).await;
        world.start(&agent).await;
        world.allow_all(&agent).await;
        agents.push(agent);
    }
    let _jam = Jam::begin();
    stops(&world, &agents, || camera.calls() == 2).await;
}
