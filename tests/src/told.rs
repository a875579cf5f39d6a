//! What one turn told, read the way a window reads it.

use fuseforks_contract::{
    Event, Failure,
    chat::{ArtifactView, RowBody, ToolOutputView, ToolRow, UsageView},
};

/// The events of one turn, its end included.
#[derive(Clone, Debug)]
pub struct Told {
    /// The agent.
    pub agent: String,
    /// All events between the sending and the end.
    pub events: Vec<Event>,
}

/// How a turn ended, from its row.
#[derive(Clone, Debug)]
pub struct Ended {
    /// `-` and so on.
    pub stop: String,
    /// Rounds used.
    pub rounds: u32,
    /// Wire id.
    pub backend: String,
    /// Model name.
    pub model: String,
    /// Tokens.
    pub usage: UsageView,
}

impl Told {
    fn rows(&self) -> impl Iterator<Item = &RowBody> {
        self.events.iter().filter_map(|event| match event {
            Event::Row { row, .. } if row.agent == self.agent => Some(&row.body),
            _ => None,
        })
    }

    /// What the agent said to the person, oldest first: words of rounds that called tools, then the reply.
    #[must_use]
    pub fn said(&self) -> Vec<&str> {
        self.rows()
            .filter_map(|body| match body {
                RowBody::Message { from, text, .. } if *from == self.agent => Some(text.as_str()),
                _ => None,
            })
            .collect()
    }

    /// The last thing it said; empty when it said nothing.
    #[must_use]
    pub fn reply(&self) -> &str {
        self.said().last().copied().unwrap_or_default()
    }

    /// The reply was cut off by Stop.
    #[must_use]
    pub fn interrupted(&self) -> bool {
        let last = self.rows().filter_map(|body| match body {
            RowBody::Message { from, interrupted, .. } if *from == self.agent => Some(*interrupted),
            _ => None,
        });
        last.last().unwrap_or(false)
    }

    /// Answer text as it streamed.
    #[must_use]
    pub fn streamed(&self) -> String {
        let text = |event: &Event| match event {
            Event::Delta { agent, text, .. } if *agent == self.agent => Some(text.clone()),
            _ => None,
        };
        self.events.iter().filter_map(text).collect()
    }

    /// Finished tool calls.
    #[must_use]
    pub fn tools(&self) -> Vec<&ToolRow> {
        self.rows()
            .filter_map(|body| if let RowBody::Tool(tool) = body { Some(tool) } else { None })
            .filter(|tool| !tool.running)
            .collect()
    }

    /// What the tool-output pane shows.
    #[must_use]
    pub fn outputs(&self) -> Vec<&ToolOutputView> {
        self.events
            .iter()
            .filter_map(|event| match event {
                Event::ToolOutput { output, .. } if output.agent == self.agent => Some(output),
                _ => None,
            })
            .collect()
    }

    /// The lines about images, of outputs that have one.
    #[must_use]
    pub fn pane_lines(&self) -> Vec<&str> {
        self.outputs().iter().map(|output| output.pane.as_str()).filter(|line| !line.is_empty()).collect()
    }

    /// Files that tools gave for the person.
    #[must_use]
    pub fn artifacts(&self) -> Vec<&ArtifactView> {
        self.rows()
            .filter_map(
                |body| if let RowBody::Artifact { artifact, .. } = body { Some(artifact) } else { None },
            )
            .collect()
    }

    /// Lines of the system.
    #[must_use]
    pub fn system(&self) -> Vec<&Failure> {
        self.rows()
            .filter_map(|body| if let RowBody::System(why) = body { Some(why) } else { None })
            .collect()
    }

    /// How the turn ended.
    ///
    /// # Panics
    /// When there is no turn row, or more than one: a turn ends exactly once.
    #[must_use]
    pub fn ended(&self) -> Ended {
        let turn = |body: &RowBody| match body {
            RowBody::Turn { stop, rounds, backend, model, usage, .. } => Some(Ended {
                stop: stop.clone(),
                rounds: *rounds,
                backend: backend.clone(),
                model: model.clone(),
                usage: *usage,
            }),
            _ => None,
        };
        let mut ended: Vec<Ended> = self.rows().filter_map(turn).collect();
        assert_eq!(ended.len(), 1, "a turn ends exactly once: {ended:?}");
        ended.remove(0)
    }

    /// Why the turn stopped: `-` when nothing stopped it.
    #[must_use]
    pub fn stop(&self) -> String {
        self.ended().stop
    }

    /// Everything told, as one text: for looking whether something was told that must not be.
    #[must_use]
    pub fn whole(&self) -> String {
        serde_json::to_string(&self.events).unwrap_or_default()
    }
}
