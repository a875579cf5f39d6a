//! From `main` to the first paint.

use crate::{
    commands::{self, Shell},
    instance,
    loopback::Loopback,
    media, window,
};
use fuseforks_contract::Event;
use fuseforks_village::{
    App, AppLimits, AppOptions, Asking, Home, Language, LocalSearch, PRACTICE_CAMERA,
    clock::SystemClock,
    secret::{MemorySecrets, OsSecrets, STORE_LIMIT, Secrets},
    text::Text,
};
use std::{
    collections::{BTreeMap, HashMap},
    process::ExitCode,
    sync::{Arc, OnceLock},
};
use tauri::Manager as _;

/// Makes the practice village for a newcomer and opens it, without the three doors.
const PRACTICE: &str = "--practice";

fn fail(what: &str, error: &dyn std::fmt::Display) -> ExitCode {
    // There is no window to say it in yet.
    let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("fuseforks: {what}: {error}\n"));
    ExitCode::FAILURE
}

/// Runs the program.
pub(crate) fn run(renderer: &'static str) -> ExitCode {
    let home = Home::from_env();
    let language = Language::of_system();
    let log = fuseforks_village::app_log::start(&home);
    fuseforks_village::app_log::note_start(renderer);
    #[cfg(target_os = "linux")]
    if !crate::linux::has_display() {
        let words = Text::of(language).message("error-no-display", &BTreeMap::new());
        return fail("window", &words.unwrap_or_default());
    }

    let camera = match fuseforks_sim::camera::start(fuseforks_sim::camera::CameraOptions::default()) {
        Ok(camera) => camera,
        Err(error) => return fail("camera", &error),
    };
    let secrets: Arc<dyn Secrets> = match std::env::var("FUSEFORKS_SECRETS").as_deref() {
        Ok("memory") => Arc::new(MemorySecrets::default()),
        _ => Arc::new(OsSecrets::new(STORE_LIMIT)),
    };
    let variables = HashMap::from([(PRACTICE_CAMERA.to_owned(), camera.url())]);
    let ollama = std::env::var("OLLAMA_HOST").ok();
    let limits = AppLimits { local: LocalSearch::usual(ollama.as_deref()), ..AppLimits::default() };
    let app = App::new(AppOptions {
        home: home.clone(),
        clock: Arc::new(SystemClock),
        secrets,
        variables,
        asking: Asking::Person,
        limits,
        language,
    });
    let app = match app {
        Ok(app) => app,
        Err(failure) => return fail("settings", &failure),
    };
    let runtime = tauri::async_runtime::handle();
    let _entered = runtime.inner().enter();
    // What a village says while it opens: the page does not listen yet.
    let mut early = app.subscribe();
    let mut problems = app.launch();
    if problems.first().is_some_and(|problem| problem.code == "village-locked")
        && instance::knock(home.path())
    {
        return ExitCode::SUCCESS;
    }
    let newcomer = app.villages().is_empty();
    if newcomer && std::env::args().any(|argument| argument == PRACTICE) {
        problems.extend(app.open_practice(language).err());
    }
    while let Ok(event) = early.try_recv() {
        if let Event::Notice { notice } = event {
            problems.push(notice);
        }
    }
    drop(early);

    let token = fuseforks_village::random_token();
    let loopback = match tauri::async_runtime::block_on(Loopback::bind(token)) {
        Ok(loopback) => loopback,
        Err(error) => return fail("loopback", &error),
    };
    let (address, path) = loopback.knock();
    if let Err(error) = instance::announce(home.path(), address, path) {
        return fail("instance.json", &error);
    }
    let shell = Arc::new(Shell { app, loopback, launch: OnceLock::new() });
    let _ = shell.launch.set(problems);

    let protocol = Arc::clone(&shell);
    let managed = Arc::clone(&shell);
    let built = tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .manage(Arc::clone(&shell))
        .register_asynchronous_uri_scheme_protocol("media", move |_, request, responder| {
            let shell = Arc::clone(&protocol);
            tauri::async_runtime::spawn_blocking(move || responder.respond(media::answer(&shell, &request)));
        })
        .invoke_handler(tauri::generate_handler![
            commands::rpc,
            commands::subscribe,
            commands::audio_base,
            commands::clipboard_image,
            commands::pick_save_path,
            commands::pick_folder,
            commands::open_external,
            commands::policy_blocked,
            commands::window_ready,
            commands::close_window,
        ])
        .setup(move |app| {
            let handle = app.app_handle().clone();
            window::open(&handle, &managed)?;
            managed.loopback.serve(Arc::clone(&managed), handle);
            Ok(())
        })
        .build(tauri::generate_context!());
    let built = match built {
        Ok(built) => built,
        Err(error) => return fail("window", &error),
    };
    let code = built.run_return(|_, _| {});
    drop((camera, log));
    u8::try_from(code).map_or(ExitCode::FAILURE, ExitCode::from)
}
