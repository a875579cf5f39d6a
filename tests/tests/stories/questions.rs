//! Questions of servers in the middle of a call: asked of the person, three different answers, gone with the
//! call.

use crate::support::caller;
use fuseforks_contract::{
    Event, Host as _,
    agent::AgentStatus,
    question::{FieldTakes, QuestionAction, QuestionAnswer, QuestionAsk, QuestionView},
};
use fuseforks_sim::provider::{Provider, Wire};
use fuseforks_tests::{
    World,
    toolbox::{self, Answer, Called, Toolbox},
};
use fuseforks_village::Asking;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn form() -> Value {
    json!({"method": "elicitation/create", "params": {
        "message": "Which lens?",
        "requestedSchema": {"type": "object", "required": ["lens"], "properties": {
            "lens": {"type": "string", "title": "Lens", "enum": ["40mm", "85mm"]},
            "shots": {"type": "integer", "minimum": 1, "maximum": 9, "default": 2},
            "flash": {"type": "boolean"}
        }}
    }})
}

fn url() -> Value {
    json!({"method": "elicitation/create", "params": {
        "mode": "url", "message": "Pair the camera",
        "url": "https://pair.example/device?code=1234", "elicitationId": "e1"
    }})
}

/// A tool that asks, and then says what it was answered.
fn asking(question: fn() -> Value) -> impl Fn(&Called) -> Answer + Send + Sync + 'static {
    move |called| {
        match called.params.get("inputResponses") {
        Some(answers) => {
            assert_eq!(called.params["requestState"], "state-1");
            toolbox::result(&[toolbox::text(&format!("answered {}", answers["q"]))]).into()
        }
        None => json!({"resultType": "input_required", "inputRequests": {"q": question()}, "requestState": "state-1"})
            .into(),
    }
    }
}

struct Scene {
    world: World,
    agent: String,
    tools: Toolbox,
    _provider: Provider,
}

async fn scene(asking_who: Asking, question: fn() -> Value) -> Scene {
    let tools = Toolbox::start(&["pair"], asking(question)).await;
    let provider = caller(Wire::Anthropic);
    let world = World::build().asking(asking_who).open();
    let agent = world.agent_with(&provider, Wire::Anthropic, "box", &tools.url()).await;
    Scene { world, agent, tools, _provider: provider }
}

impl Scene {
    /// Sends a message that makes the tool ask; gives the place in the events and the question.
    async fn asked(&self) -> (usize, QuestionView) {
        let mark = self.world.events.mark();
        self.world.try_send(&self.agent, "call box__pair now").await.unwrap();
        let look = |event: &Event| match event {
            Event::QuestionAsked { question, .. } => Some(question.clone()),
            _ => None,
        };
        (mark, self.world.events.wait(mark, "a question", look).await)
    }

    async fn answer(&self, id: &str, action: QuestionAction, values: Value) -> Result<(), String> {
        let answer = QuestionAnswer { village: self.world.id.clone(), id: id.to_owned(), action, values };
        let done = self.world.app.question_answer(answer).await;
        done.map(drop).map_err(|failure| {
            let arg = |name: &str| failure.args.get(name).cloned().unwrap_or_default();
            format!("{} {} {}", failure.code, arg("key"), arg("problem")).trim().to_owned()
        })
    }

    async fn waiting(&self) -> Vec<QuestionView> {
        self.world.app.questions(self.world.village_id()).await.unwrap().questions
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_is_asked_of_the_person_and_only_what_fits_it_is_sent() {
    let scene = scene(Asking::Person, form).await;
    let (mark, question) = scene.asked().await;
    assert_eq!((question.server.as_str(), question.tool.as_deref()), ("box", Some("pair")));
    assert_eq!((question.agent.as_str(), question.message.as_str()), (scene.agent.as_str(), "Which lens?"));
    let QuestionAsk::Form { fields } = &question.ask else { panic!("{question:?}") };
    let keys: Vec<&str> = fields.iter().map(|field| field.key.as_str()).collect();
    assert_eq!(keys.len(), 3);
    let lens = fields.iter().find(|field| field.key == "lens").unwrap();
    assert!(lens.required && lens.label == "Lens");
    assert!(matches!(&lens.takes, FieldTakes::Choice { choices } if choices.len() == 2));
    let shots = fields.iter().find(|field| field.key == "shots").unwrap();
    assert_eq!(shots.default, Some(json!(2)));
    assert_eq!(scene.waiting().await, std::slice::from_ref(&question));
    assert_eq!(scene.world.agent_view(&scene.agent).await.status, AgentStatus::Waiting);

    // What does not fit is refused here, and the question still waits.
    let wrong = |values: Value| scene.answer(&question.id, QuestionAction::Accept, values);
    assert_eq!(wrong(json!({})).await, Err("question-field lens missing".to_owned()));
    assert_eq!(wrong(json!({"lens": "50mm"})).await, Err("question-field lens not_a_choice".to_owned()));
    assert_eq!(
        wrong(json!({"lens": "40mm", "shots": 10})).await,
        Err("question-field shots too_large".to_owned())
    );
    assert_eq!(wrong(json!({"lens": "40mm", "x": 1})).await, Err("question-field x unknown_key".to_owned()));
    assert_eq!(scene.tools.calls().len(), 1, "nothing reached the server");

    wrong(json!({"lens": "85mm", "shots": 3})).await.unwrap();
    let told = scene.world.ended(&scene.agent, mark).await;
    let calls = scene.tools.calls();
    assert_eq!(
        calls[1].params["inputResponses"]["q"],
        json!({"action": "accept", "content": {"lens": "85mm", "shots": 3}})
    );
    assert!(told.reply().contains("85mm"), "{}", told.reply());
    assert!(scene.waiting().await.is_empty());
    assert_eq!(wrong(json!({"lens": "85mm"})).await, Err("question-gone".to_owned()));
    let log = scene.world.log_of("question").await;
    assert_eq!(log.len(), 1, "{log:?}");
    let begin = format!("question: agent={} server=box kind=form answer=accept ms=", scene.agent);
    assert!(log[0].starts_with(&begin), "{log:?}");
    assert!(!scene.world.log().await.join("\n").contains("85mm"), "no value is in the log");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_and_put_away_are_two_answers() {
    for (action, word) in [(QuestionAction::Decline, "decline"), (QuestionAction::Cancel, "cancel")] {
        let scene = scene(Asking::Person, form).await;
        let (mark, question) = scene.asked().await;
        scene.answer(&question.id, action, Value::Null).await.unwrap();
        scene.world.ended(&scene.agent, mark).await;
        assert_eq!(scene.tools.calls()[1].params["inputResponses"]["q"], json!({"action": word}));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_is_shown_whole_with_its_host_and_consented_to() {
    let scene = scene(Asking::Person, url).await;
    let (mark, question) = scene.asked().await;
    let QuestionAsk::Url { url, host } = &question.ask else { panic!("{question:?}") };
    assert_eq!((url.as_str(), host.as_str()), ("https://pair.example/device?code=1234", "pair.example"));
    scene.answer(&question.id, QuestionAction::Accept, Value::Null).await.unwrap();
    let told = scene.world.ended(&scene.agent, mark).await;
    assert_eq!(scene.tools.calls()[1].params["inputResponses"]["q"], json!({"action": "accept"}));
    assert!(told.reply().contains("accept"), "{}", told.reply());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stop_takes_the_question_away() {
    let scene = scene(Asking::Person, form).await;
    let (mark, question) = scene.asked().await;
    let begun = Instant::now();
    scene.world.app.turn_stop(scene.world.agent_id(&scene.agent)).await.unwrap();
    let told = scene.world.ended(&scene.agent, mark).await;
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    assert_eq!(told.stop(), "interrupted");
    assert!(told.tools()[0].interrupted);
    let gone =
        |event: &Event| matches!(event, Event::QuestionGone { id, .. } if *id == question.id).then_some(());
    scene.world.events.wait(mark, "the question to go", gone).await;
    assert!(scene.waiting().await.is_empty());
    let late = scene.answer(&question.id, QuestionAction::Accept, json!({"lens": "85mm"})).await;
    assert_eq!(late, Err("question-gone".to_owned()));
    assert_eq!(scene.tools.calls().len(), 1);
    // The agent works after it.
    assert_eq!(scene.world.say(&scene.agent, "hello").await.reply(), "ok");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nobody_can_be_asked_it_is_declined_and_said() {
    let scene = scene(Asking::AllowAll, form).await;
    let told = scene.world.say(&scene.agent, "call box__pair now").await;
    assert_eq!(scene.tools.calls()[1].params["inputResponses"]["q"], json!({"action": "decline"}));
    let notice = told.events.iter().find_map(|event| match event {
        Event::Notice { notice } => Some(notice.clone()),
        _ => None,
    });
    let notice = notice.unwrap();
    assert_eq!((notice.code.as_str(), notice.detail.as_deref()), ("question-declined", Some("Which lens?")));
    assert_eq!(notice.args["server"], "box");
}
