//! A crowd of tied agents whose models say what a story wants, and what was told of a whole request.

use fuseforks_contract::{
    Event,
    chat::RowBody,
    template::TemplateSave,
    work::{MeterView, WaveView},
};
use fuseforks_sim::provider::{Provider, ProviderOptions, Received, Script, Step, ToolChoice, Wire};
use fuseforks_tests::{Builder, World};
use serde_json::{Value, json};

/// Some agents, `agent_1` first, all on one provider.
pub(crate) struct Crowd {
    pub(crate) world: World,
    pub(crate) provider: Provider,
}

/// Whose model call this is: the id in its first line about itself.
pub(crate) fn who(received: &Received) -> String {
    let at = received.system.find("agent_").expect("an agent is told its id");
    received.system[at..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
}

/// The model may still call tools, and has no result yet in this turn.
pub(crate) fn fresh(received: &Received) -> bool {
    received.turn_results().is_empty() && received.tool_choice != ToolChoice::None
}

pub(crate) fn asks(to: u32, message: &str) -> Step {
    Step::call(format!("ask_agent_{to}"), json!({ "message": message }))
}

pub(crate) fn hands_on(to: u32) -> Step {
    Step::call(format!("transfer_to_agent_{to}"), json!({ "message": "please take over" }))
}

pub(crate) fn plans(asks: &[(u32, &str)]) -> Step {
    let asks: Vec<Value> =
        asks.iter().map(|(to, said)| json!({ "to": format!("agent_{to}"), "message": said })).collect();
    Step::call("plan", json!({ "asks": asks }))
}

impl Crowd {
    /// `count` agents with these ties; `say` is every model, told whose call it is.
    pub(crate) async fn of(
        builder: Builder,
        count: u32,
        ties: &[(u32, u32)],
        say: impl Fn(&str, &Received) -> Step + Send + Sync + 'static,
    ) -> Self {
        let script = Script::respond(move |received: &Received| say(&who(received), received));
        let options = ProviderOptions { script, ..ProviderOptions::new(Wire::Anthropic) };
        let provider = crate::support::provider(options);
        let world = builder.open();
        // Room for any message: a crowd is about who speaks to whom, and not about summaries.
        let roomy = world.template_of(&provider.url(), Wire::Anthropic);
        let template = world.template_save(TemplateSave { context_window: Some(1_000_000), ..roomy }).await;
        for n in 1..=count {
            assert_eq!(world.agent(&format!("Name{n}"), &template).await, format!("agent_{n}"));
        }
        for (from, to) in ties {
            world.tie(&format!("agent_{from}"), &format!("agent_{to}")).await;
        }
        Self { world, provider }
    }

    /// The calls of one agent's model, in order.
    pub(crate) fn calls_of(&self, agent: &str) -> Vec<std::sync::Arc<Received>> {
        self.provider.chats().into_iter().filter(|received| who(received) == agent).collect()
    }

    /// What an agent's model was given back by its calls, in the last request that had results.
    pub(crate) fn result_of(&self, agent: &str) -> String {
        let calls = self.calls_of(agent);
        let with = calls.iter().rev().find(|received| !received.turn_results().is_empty());
        with.map_or_else(String::new, |received| {
            let texts: Vec<_> = received.turn_results().iter().map(|result| result.text.clone()).collect();
            texts.join("\n")
        })
    }
}

/// What agents and the person said, as from, to and text; queued messages are not yet said.
pub(crate) fn said(events: &[Event]) -> Vec<(String, String, String)> {
    let one = |event: &Event| match event {
        Event::Row { row, .. } => match &row.body {
            RowBody::Message { from, to, text, queued: false, .. } => {
                Some((from.clone(), to.clone(), text.clone()))
            }
            _ => None,
        },
        _ => None,
    };
    events.iter().filter_map(one).collect()
}

/// How the turns ended: agent and `stop`.
pub(crate) fn ends(events: &[Event]) -> Vec<(String, String)> {
    let one = |event: &Event| match event {
        Event::TurnEnded { agent, stop, .. } => Some((agent.clone(), stop.clone())),
        _ => None,
    };
    events.iter().filter_map(one).collect()
}

pub(crate) fn waves(events: &[Event]) -> Vec<WaveView> {
    let one = |event: &Event| if let Event::Wave { wave, .. } = event { Some(wave.clone()) } else { None };
    events.iter().filter_map(one).collect()
}

/// What the request cost, as told at its end.
pub(crate) fn cost(events: &[Event]) -> MeterView {
    let one = |event: &Event| match event {
        Event::RequestEnded { meter, .. } => Some(meter.clone()),
        _ => None,
    };
    let mut ended: Vec<_> = events.iter().filter_map(one).collect();
    assert_eq!(ended.len(), 1, "a request ends once");
    ended.remove(0)
}

/// Codes of the lines of the system.
pub(crate) fn system(events: &[Event]) -> Vec<(String, String)> {
    let one = |event: &Event| match event {
        Event::Row { row, .. } => match &row.body {
            RowBody::System(failure) => Some((row.agent.clone(), failure.code.clone())),
            _ => None,
        },
        _ => None,
    };
    events.iter().filter_map(one).collect()
}

/// Lines of the system with who stopped a turn: agent, code, who.
pub(crate) fn stopped_by(events: &[Event]) -> Vec<(String, String, String)> {
    let one = |event: &Event| match event {
        Event::Row { row, .. } => match &row.body {
            RowBody::System(failure) => {
                let by = failure.args.get("by").cloned().unwrap_or_default();
                Some((row.agent.clone(), failure.code.clone(), by))
            }
            _ => None,
        },
        _ => None,
    };
    events.iter().filter_map(one).collect()
}

/// A number of a log line: `name=value`.
pub(crate) fn number(line: &str, name: &str) -> u64 {
    let key = format!(" {name}=");
    let at = line.find(&key).unwrap_or_else(|| panic!("{name} in {line}")) + key.len();
    line[at..].split(' ').next().unwrap().parse().unwrap()
}
