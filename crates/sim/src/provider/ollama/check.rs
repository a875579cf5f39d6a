//! The request around the messages. The real server ignores unknown fields; here each is an error, since
//! a field it ignores is a wish that goes unheard.

use serde_json::Value;

use super::super::fault::{Check, Fault};
use super::super::node::Node;
use super::super::received::{Received, Tool, ToolChoice};
use super::super::tools;
use super::super::wire::{Call, Wire};
use super::{messages, models};

const FIELDS: [&str; 12] = [
    "model",
    "messages",
    "stream",
    "think",
    "keep_alive",
    "options",
    "tools",
    "format",
    "truncate",
    "shift",
    "logprobs",
    "top_logprobs",
];
const OPTIONS: [&str; 18] = [
    "num_ctx",
    "num_batch",
    "num_gpu",
    "main_gpu",
    "use_mmap",
    "num_thread",
    "num_keep",
    "seed",
    "num_predict",
    "top_k",
    "top_p",
    "min_p",
    "typical_p",
    "repeat_last_n",
    "temperature",
    "repeat_penalty",
    "presence_penalty",
    "frequency_penalty",
];

pub(super) fn request(call: &Call<'_>) -> Check<Received> {
    let root = Node::root(call.body);
    root.only(&FIELDS)?;
    let model = root.need("model")?.filled()?.to_owned();
    if !call.world.knows(&model) {
        return Err(models::missing(&model));
    }
    let known = call.world.options.models.iter().find(|known| known.name == model);
    // A stream is what this server gives unless told otherwise.
    let stream = root.maybe("stream", Node::flag)?.unwrap_or(true);
    root.maybe("truncate", Node::flag)?;
    root.maybe("shift", Node::flag)?;
    root.maybe("options", options)?;
    if let Some(keep) = root.get("keep_alive")
        && !keep.value.is_string()
        && !keep.value.is_number()
    {
        return Err(keep.fault("invalid duration"));
    }
    if let Some(think) = root.get("think") {
        let wanted = match think.value {
            Value::Bool(wanted) => *wanted,
            _ => think.one_of(&["low", "medium", "high", "max"]).map(|_| true)?,
        };
        if wanted && known.is_some_and(|known| !known.thinking) {
            return Err(Fault::invalid("", format!("\"{model}\" does not support thinking")));
        }
    }
    let offered = root.maybe("tools", tool_list)?.unwrap_or_default();
    if !offered.is_empty() && known.is_some_and(|known| !known.tools) {
        return Err(Fault::invalid("", format!("\"{model}\" does not support tools")));
    }
    let (system, messages) = messages::read(call, &root.need("messages")?)?;
    Ok(Received {
        wire: Wire::Ollama,
        model,
        stream,
        system,
        messages,
        // Without a word for it, "no tools" is said by offering none.
        tool_choice: if offered.is_empty() { ToolChoice::None } else { ToolChoice::Auto },
        tools: offered,
        body: bytes::Bytes::new(),
    })
}

fn options(node: &Node<'_>) -> Check<()> {
    let allowed: Vec<&str> =
        OPTIONS.into_iter().chain(["stop", "mirostat", "mirostat_tau", "mirostat_eta"]).collect();
    node.only(&allowed)?;
    for key in ["num_ctx", "num_predict", "seed", "top_k", "num_keep"] {
        node.maybe(key, |value| value.whole(i64::MIN))?;
    }
    node.maybe("temperature", Node::number)?;
    node.maybe("stop", |stop| stop.list().map(drop))?;
    Ok(())
}

fn tool_list(node: &Node<'_>) -> Check<Vec<Tool>> {
    let mut offered = Vec::new();
    for tool in node.list()? {
        tool.only(&["type", "function"])?;
        tool.need("type")?.one_of(&["function"])?;
        let function = tool.need("function")?;
        function.only(&["name", "description", "parameters"])?;
        let name = tools::name(&function.need("name")?)?.to_owned();
        let parameters = function.need("parameters")?;
        tools::schema(&parameters)?;
        parameters.only(&["type", "items", "required", "properties"])?;
        members(&parameters)?;
        let description = function.maybe("description", Node::text)?.unwrap_or_default().to_owned();
        offered.push(Tool { name, description });
    }
    let names: Vec<String> = offered.iter().map(|tool| tool.name.clone()).collect();
    tools::distinct(&names, node)?;
    Ok(offered)
}

/// The members of a schema. The server decodes seven keys of each and drops the others.
fn members(schema: &Node<'_>) -> Check<()> {
    let Some(list) = schema.get("properties") else { return Ok(()) };
    for name in list.object()?.keys() {
        parameter(&list.need(name)?)?;
    }
    Ok(())
}

fn parameter(node: &Node<'_>) -> Check<()> {
    node.only(&["type", "description", "enum", "items", "anyOf", "properties", "required"])?;
    if let Some(kind) = node.get("type")
        && !kind.value.is_string()
    {
        kind.list()?.iter().try_for_each(|kind| kind.text().map(drop))?;
    }
    node.maybe("description", |text| text.text().map(drop))?;
    node.maybe("enum", |list| list.list().map(drop))?;
    node.maybe("required", |list| list.list()?.iter().try_for_each(|name| name.text().map(drop)))?;
    node.maybe("anyOf", |list| list.list()?.iter().try_for_each(parameter))?;
    if let Some(items) = node.get("items").filter(|items| items.value.is_object()) {
        parameter(&items)?;
    }
    members(node)
}
