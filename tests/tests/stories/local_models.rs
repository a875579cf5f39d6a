//! The third door: a model server that runs on this computer is found, and nothing else is asked.

use fuseforks_contract::{Host as _, app::Empty};
use fuseforks_sim::provider::{self, Model, ProviderOptions, Wire};
use fuseforks_tests::World;
use fuseforks_village::{LocalPlace, LocalSearch};
use std::{
    io::Read as _,
    net::TcpListener,
    sync::mpsc,
    time::{Duration, Instant},
};

fn place(name: &str, wire: &str, base_url: &str) -> LocalPlace {
    LocalPlace { name: name.to_owned(), wire: wire.to_owned(), base_url: base_url.to_owned() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_answer_are_found_and_silent_ones_do_not_hold_the_door() {
    let models = ["qwen3-vl:8b", "nomic-embed-text"].map(Model::new).to_vec();
    let ollama =
        provider::start(ProviderOptions { models: models.clone(), ..ProviderOptions::new(Wire::Ollama) });
    let studio = provider::start(ProviderOptions { models, ..ProviderOptions::new(Wire::OpenaiCompat) });
    let (ollama, studio) = (ollama.unwrap(), studio.unwrap());
    // Takes the connection and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let gone = TcpListener::bind("127.0.0.1:0").unwrap();
    let (silent_url, gone_url) = (
        format!("http://{}/v1", silent.local_addr().unwrap()),
        format!("http://{}/v1", gone.local_addr().unwrap()),
    );
    drop(gone);
    let patience = Duration::from_secs(3);
    let places = vec![
        place("silent", "openai-compat", &silent_url),
        place("gone", "openai-compat", &gone_url),
        place("Ollama", "ollama", &ollama.url()),
        place("LM Studio", "openai-compat", &studio.url()),
        place("odd", "no-such-wire", &studio.url()),
    ];
    let app = World::build()
        .limits(|limits| limits.local = LocalSearch { places, patience, models: 50 })
        .app()
        .unwrap();
    let begun = Instant::now();
    let found = app.local_models(Empty {}).await.unwrap().servers;
    let names: Vec<_> = found.iter().map(|server| (server.name.as_str(), server.models.clone())).collect();
    let expected = vec!["qwen3-vl:8b".to_owned()];
    assert_eq!(names, [("Ollama", expected.clone()), ("LM Studio", expected)]);
    // The silent one alone would have cost all of its patience, and the four of them four times that.
    assert!(begun.elapsed() < patience * 3, "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_addresses_of_this_computer_are_asked() {
    // Reachable, but not by a loopback number: a name would be looked up.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, asked) = mpsc::channel();
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let mut byte = [0];
            let _ = sender.send(stream.read(&mut byte).is_ok());
        }
    });
    let places = ["http://localhost", "http://192.0.2.1", "http://0.0.0.0"]
        .map(|host| place("far", "openai-compat", &format!("{host}:{port}/v1")));
    let search = LocalSearch { places: places.to_vec(), patience: Duration::from_millis(600), models: 5 };
    let app = World::build().limits(|limits| limits.local = search).app().unwrap();
    assert_eq!(app.local_models(Empty {}).await.unwrap().servers, []);
    assert!(asked.try_recv().is_err(), "somebody knocked");
}
