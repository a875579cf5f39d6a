//! Work folders: where an agent's commands run, as the person on this machine says.

use fuseforks_contract::{
    Host as _,
    agent::{AgentId, FolderSet},
    mcp::ServerState,
};
use fuseforks_tests::{World, until};
use fuseforks_village::text::Text;
use serde_json::{Value, json};
use std::{fs, path::Path};

/// A command that writes down where it runs and what its folder is called.
fn notes(file: &Path) -> Value {
    let script = r#"printf '%s\n%s' "$(pwd -P)" "$1" > "$0.new" && mv "$0.new" "$0""#;
    json!({
        "command": "/bin/sh",
        "args": ["-c", script, file.display().to_string(), "${workspaceFolder}"],
    })
}

fn set(world: &World, agents: &[&str], folder: &Path) -> FolderSet {
    let agents = agents.iter().map(|agent| (*agent).to_owned()).collect();
    FolderSet { village: world.id.clone(), agents, folder: folder.display().to_string() }
}

/// Waits until the command ran where this is the folder's name, and gives where it ran. A command that ends
/// is started again, so what it wrote before may come once more.
async fn ran(file: &Path, named: &str) -> String {
    let read = || {
        let text = fs::read_to_string(file).ok()?;
        let (here, found) = text.split_once('\n')?;
        (found == named).then(|| here.to_owned())
    };
    until(named, read).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_of_several_agents_run_in_the_folder_they_were_given_at_once() {
    let world = World::build().open();
    let (one, two, other) =
        (world.agent("One", "").await, world.agent("Two", "").await, world.agent("Other", "").await);
    let file = |agent: &str| world.kept.path().join(format!("{agent}.txt"));
    for agent in [&one, &two, &other] {
        world.servers(agent, json!({ "notes": notes(&file(agent)) })).await;
        world.app.agent_start(world.agent_id(agent)).await.unwrap();
    }
    let village = world.folder().display().to_string();
    for agent in [&one, &two, &other] {
        // Without a work folder it is the village's.
        ran(&file(agent), &village).await;
    }

    let work = world.kept.path().join("work");
    fs::create_dir(&work).unwrap();
    let work = fs::canonicalize(work).unwrap();
    world.app.work_folders_set(set(&world, &[&one, &two], &work)).await.unwrap();
    let here = work.display().to_string();
    for agent in [&one, &two] {
        assert_eq!(ran(&file(agent), &here).await, here);
        assert_eq!(world.agent_view(agent).await.folder, here);
    }
    assert_eq!(world.agent_view(&other).await.folder, "");
    ran(&file(&other), &village).await;
    let written = fs::read_to_string(world.folder().join("village.json")).unwrap();
    assert!(!written.contains(&here), "a village that is handed on names no folder of this computer");

    // A copy works where the original does.
    let id = AgentId { village: world.id.clone(), agent: one.clone() };
    assert_eq!(world.app.agent_duplicate(id).await.unwrap().folder, here);

    // In the next run too, and no more once it is taken away.
    let kept = world.close().await;
    let world = World::again(&kept).open();
    assert_eq!(world.agent_view(&two).await.folder, here);
    world.app.work_folders_set(set(&world, &[&two], Path::new(""))).await.unwrap();
    assert_eq!(world.agent_view(&two).await.folder, "");
    // The same village elsewhere has none.
    let copy = kept.path().join("copy");
    let copied = std::process::Command::new("cp").arg("-r").arg(world.folder()).arg(&copy).status().unwrap();
    assert!(copied.success());
    world.close().await;
    let world = World::again(&kept).folder(copy).open();
    assert_eq!(world.agent_view(&one).await.folder, "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_that_is_not_there_is_said() {
    let world = World::build().open();
    let agent = world.agent("One", "").await;
    for folder in ["/no/such/folder", "relative", "village.json"] {
        let refused =
            world.app.work_folders_set(set(&world, &[&agent], Path::new(folder))).await.unwrap_err();
        assert_eq!((refused.code.as_str(), refused.args["folder"].as_str()), ("work-folder-missing", folder));
    }
    let unknown = world.app.work_folders_set(set(&world, &[&agent, "agent_9"], Path::new("/"))).await;
    assert_eq!(unknown.unwrap_err().code, "agent-unknown");
    assert_eq!(world.agent_view(&agent).await.folder, "", "all or none");

    let work = world.kept.path().join("work");
    fs::create_dir(&work).unwrap();
    world.app.work_folders_set(set(&world, &[&agent], &work)).await.unwrap();
    fs::remove_dir(&work).unwrap();
    world.servers(&agent, json!({ "notes": notes(&world.kept.path().join("never")) })).await;
    world.app.agent_start(world.agent_id(&agent)).await.unwrap();
    let problem = loop {
        let view = world.agent_view(&agent).await;
        if view.servers[0].state == ServerState::Failed {
            break view.servers[0].problem.clone().unwrap();
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    };
    let words = Text::of(fuseforks_village::Language::En);
    let said = words.message("error-server", &problem.args).unwrap();
    assert!(said.contains("the folder that it is to run in does not exist"), "{said}");
}
