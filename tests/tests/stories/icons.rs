//! Icons of agents and of the person: made from whatever came, and served as nothing but a small WebP.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use fuseforks_contract::{
    Event, Host as _,
    agent::{AgentId, IconSet},
    app::UserIconSet,
};
use fuseforks_tests::World;
use fuseforks_village::media::{Answer, answer};
use image::{ImageFormat, Rgb, RgbImage};
use std::{fs, io::Cursor};

fn png(width: u32, height: u32, colour: [u8; 3]) -> String {
    let mut out = Cursor::new(Vec::new());
    RgbImage::from_pixel(width, height, Rgb(colour)).write_to(&mut out, ImageFormat::Png).unwrap();
    STANDARD.encode(out.into_inner())
}

fn get(world: &World, path: &str) -> Answer {
    answer(&world.app, "GET", path, None)
}

fn shows(answer: &Answer, colour: [u8; 3]) {
    assert_eq!(answer.status, 200);
    let mime = answer.headers.iter().find(|(name, _)| *name == "Content-Type").unwrap();
    assert_eq!(mime.1, "image/webp");
    let shown = image::load_from_memory_with_format(&answer.body, ImageFormat::WebP).unwrap().to_rgb8();
    assert_eq!(shown.dimensions(), (128, 128));
    assert_eq!(shown.get_pixel(64, 64).0, colour);
}

async fn set(world: &World, agent: &str, data: &str) -> Result<Option<String>, String> {
    let (village, agent, data) = (world.id.clone(), agent.to_owned(), data.to_owned());
    let set = world.app.icon_set(IconSet { village, agent, data }).await;
    set.map(|view| view.icon).map_err(|failure| failure.code)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_has_the_icon_it_was_given() {
    let world = World::build().open();
    let agent = world.agent("Mina", "").await;
    assert_eq!(world.agent_view(&agent).await.icon, None);
    let mark = world.events.mark();
    let first = set(&world, &agent, &png(600, 300, [200, 40, 10])).await.unwrap().unwrap();
    let told = |event: &Event| match event {
        Event::Agent { agent, .. } => agent.icon.clone(),
        _ => None,
    };
    assert_eq!(world.events.wait(mark, "the icon", told).await, first);
    let path = |mark: &str| format!("icon/{}/{agent}/{mark}", world.id);
    shows(&get(&world, &path(&first)), [200, 40, 10]);
    let file = fs::read(world.folder().join("agents").join(&agent).join("icon.webp")).unwrap();
    assert_eq!(&file[8..12], b"WEBP", "what is kept is what is shown");

    let second = set(&world, &agent, &png(600, 300, [10, 40, 200])).await.unwrap().unwrap();
    assert_ne!(first, second, "the window asks again");
    shows(&get(&world, &path(&second)), [10, 40, 200]);
    // A copy of the agent has it too, and keeps it.
    let id = AgentId { village: world.id.clone(), agent: agent.clone() };
    let copy = world.app.agent_duplicate(id).await.unwrap();
    assert_eq!(copy.icon.as_deref(), Some(second.as_str()));
    assert_eq!(set(&world, &agent, "").await, Ok(None));
    assert_eq!(get(&world, &path(&second)).status, 404);
    assert_eq!(world.agent_view(&copy.id).await.icon, copy.icon);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_picture_changes_nothing() {
    let world = World::build().open();
    let agent = world.agent("Mina", "").await;
    let icon = set(&world, &agent, &png(20, 20, [1, 2, 3])).await.unwrap();
    let gif = STANDARD.encode(b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff;");
    for (data, code) in [
        (STANDARD.encode("<svg onload='alert(1)'/>"), "icon-unreadable"),
        ("not base64!".to_owned(), "icon-unreadable"),
        (gif, "icon-unsupported"),
    ] {
        assert_eq!(set(&world, &agent, &data).await, Err(code.to_owned()));
    }
    assert_eq!(set(&world, "agent_9", &png(9, 9, [0, 0, 0])).await, Err("agent-unknown".to_owned()));
    assert_eq!(world.agent_view(&agent).await.icon, icon);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_strangers_file_is_shown_only_if_it_is_a_small_webp() {
    let world = World::build().open();
    let agent = world.agent("Mina", "").await;
    set(&world, &agent, &png(20, 20, [1, 2, 3])).await.unwrap();
    let folder = world.folder().join("agents").join(&agent);
    let kept = world.close().await;
    let mut large = Cursor::new(Vec::new());
    RgbImage::new(1024, 8).write_to(&mut large, ImageFormat::WebP).unwrap();
    let mut jpeg = Cursor::new(Vec::new());
    RgbImage::new(8, 8).write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
    let whole = fs::read(folder.join("icon.webp")).unwrap();
    let mut padded = whole.clone();
    padded.resize(2 << 20, 0);
    let html = b"<!doctype html><script>alert(1)</script>".to_vec();
    let cut = whole[..whole.len() / 2].to_vec();
    for bytes in [html, large.into_inner(), jpeg.into_inner(), padded, cut] {
        fs::write(folder.join("icon.webp"), &bytes).unwrap();
        let world = World::again(&kept).open();
        assert_eq!(world.agent_view(&agent).await.icon, None);
        assert_eq!(get(&world, &format!("icon/{}/{agent}/x", world.id)).status, 404);
        world.close().await;
    }
    let world = World::again(&kept).open();
    for path in ["icon/../user/x", "icon/user", "icon/user/../x", "icon/other/agent_1/x", "icon/x/../../x"] {
        assert_eq!(get(&world, path).status, 404, "{path}");
    }
    let outside = format!("icon/{}/../agent_1/x", world.id);
    assert_eq!(get(&world, &outside).status, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_persons_icon_is_of_this_machine() {
    let world = World::build().open();
    assert_eq!(world.state().await.settings.user_icon, None);
    let data = png(200, 400, [20, 180, 60]);
    let settings = world.app.user_icon_set(UserIconSet { data }).await.unwrap();
    let icon = settings.user_icon.unwrap();
    shows(&get(&world, &format!("icon/user/{icon}")), [20, 180, 60]);
    assert!(world.kept.home().join("icon.webp").is_file());
    let kept = world.close().await;
    let world = World::again(&kept).open();
    assert_eq!(world.state().await.settings.user_icon.as_ref(), Some(&icon), "in the next run too");
    let settings = world.app.user_icon_set(UserIconSet { data: String::new() }).await.unwrap();
    assert_eq!(settings.user_icon, None);
    assert_eq!(get(&world, &format!("icon/user/{icon}")).status, 404);
}
