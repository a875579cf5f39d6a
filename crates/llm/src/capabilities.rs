//! What servers say about their models: names, eyes, windows. Pure; the asking is `client.rs`'s.
//!
//! Silence is not a "no": a server that says nothing about images leaves [`Vision::Unknown`].

use crate::Vision;
use serde_json::Value;

/// What a server says about one model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelInfo {
    /// The name that goes into requests.
    pub id: String,
    /// Whether it takes images.
    pub vision: Vision,
    /// Context window in tokens.
    pub window: Option<u32>,
    /// Most output tokens.
    pub max_output: Option<u32>,
    /// Whether it takes tools.
    pub tools: Option<bool>,
}

/// One question to a server: where, what, and how to read the answer.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// Path, with a query where there is one.
    pub(crate) target: String,
    /// A body to post; without one it is a GET.
    pub(crate) body: Option<Value>,
    /// Reads the answer; `None` if it is not one.
    pub(crate) read: fn(&Value) -> Option<Vec<ModelInfo>>,
}

impl Question {
    pub(crate) fn get(target: String, read: fn(&Value) -> Option<Vec<ModelInfo>>) -> Self {
        Self { target, body: None, read }
    }

    pub(crate) fn post(target: String, body: Value, read: fn(&Value) -> Option<Vec<ModelInfo>>) -> Self {
        Self { target, body: Some(body), read }
    }
}

/// A model name as one segment of a path (RFC 3986, unreserved characters stay).
pub(crate) fn path_segment(model: &str) -> String {
    model.bytes().fold(String::with_capacity(model.len()), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~:@".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
        out
    })
}

/// Anthropic: `GET /v1/models/{id}`.
pub(crate) fn anthropic_model(value: &Value) -> Option<Vec<ModelInfo>> {
    let supported = value.pointer("/capabilities/image_input/supported").and_then(Value::as_bool);
    Some(vec![ModelInfo {
        id: text(value, "id")?,
        vision: supported.map_or(Vision::Unknown, known),
        window: number(value, &["max_input_tokens"]),
        max_output: number(value, &["max_tokens"]),
        tools: None,
    }])
}

/// Anthropic: `GET /v1/models`.
pub(crate) fn anthropic_models(value: &Value) -> Option<Vec<ModelInfo>> {
    let models = value.get("data")?.as_array()?;
    Some(models.iter().filter_map(anthropic_model).flatten().collect())
}

/// `GET /models` as OpenAI, vLLM, llama.cpp, OpenRouter, Mistral and others answer it.
pub(crate) fn openai_models(value: &Value) -> Option<Vec<ModelInfo>> {
    let models = value.get("data").unwrap_or(value).as_array()?;
    // llama.cpp says what a model can do in a second list.
    let second = value.get("models").and_then(Value::as_array);
    let read = |model: &Value| {
        let id = text(model, "id")?;
        let twin = second.and_then(|list| {
            list.iter().find(|m| ["model", "name"].iter().any(|k| text(m, k).as_deref() == Some(&id)))
        });
        let modalities = model
            .pointer("/architecture/input_modalities")
            .or_else(|| model.get("input_modalities"))
            .and_then(Value::as_array)
            .map(|list| has(list, "image"));
        let flag = model.pointer("/capabilities/vision").and_then(Value::as_bool);
        let multimodal = twin
            .and_then(|twin| twin.get("capabilities"))
            .and_then(Value::as_array)
            .map(|list| has(list, "multimodal") || has(list, "vision"));
        let tools = model.pointer("/capabilities/function_calling").and_then(Value::as_bool).or_else(|| {
            model.get("supported_parameters").and_then(Value::as_array).map(|list| has(list, "tools"))
        });
        Some(ModelInfo {
            vision: modalities.or(flag).or(multimodal).map_or(Vision::Unknown, known),
            window: number(
                model,
                &["context_length", "max_model_len", "max_context_length", "context_window"],
            )
            .or_else(|| size(model.pointer("/meta/n_ctx"))),
            max_output: size(model.pointer("/top_provider/max_completion_tokens")),
            tools,
            id,
        })
    };
    Some(models.iter().filter_map(read).collect())
}

/// LM Studio: `GET /api/v0/models`.
pub(crate) fn studio_models(value: &Value) -> Option<Vec<ModelInfo>> {
    let models = value.get("data")?.as_array()?;
    let read = |model: &Value| {
        let vision = match model.get("type")?.as_str()? {
            "vlm" => Vision::Yes,
            "llm" => Vision::No,
            // Embeddings answer nothing.
            _ => return None,
        };
        Some(ModelInfo {
            id: text(model, "id")?,
            vision,
            window: number(model, &["loaded_context_length", "max_context_length"]),
            max_output: None,
            tools: model.get("capabilities").and_then(Value::as_array).map(|list| has(list, "tool_use")),
        })
    };
    Some(models.iter().filter_map(read).collect())
}

/// Ollama: `GET /api/tags`.
pub(crate) fn ollama_tags(value: &Value) -> Option<Vec<ModelInfo>> {
    let models = value.get("models")?.as_array()?;
    let read = |model: &Value| {
        let can = model.get("capabilities").and_then(Value::as_array);
        Some(ModelInfo {
            id: text(model, "model").or_else(|| text(model, "name"))?,
            vision: can.map_or(Vision::Unknown, |list| known(has(list, "vision"))),
            tools: can.map(|list| has(list, "tools")),
            ..ModelInfo::default()
        })
    };
    Some(models.iter().filter_map(read).collect())
}

/// Ollama: `POST /api/show`. The answer does not repeat the name. `image` among the capabilities means
/// making images, not seeing them.
pub(crate) fn ollama_show(value: &Value) -> Option<Vec<ModelInfo>> {
    value.as_object().filter(|_| value.get("error").is_none())?;
    let can = value.get("capabilities").and_then(Value::as_array);
    let info = value.get("model_info").and_then(Value::as_object);
    let window = info.into_iter().flatten().find(|(name, _)| name.ends_with(".context_length"));
    Some(vec![ModelInfo {
        id: String::new(),
        vision: can.map_or(Vision::Unknown, |list| known(has(list, "vision"))),
        window: window.and_then(|(_, value)| size(Some(value))),
        max_output: None,
        tools: can.map(|list| has(list, "tools")),
    }])
}

/// Gemini: `GET /v1beta/models`. It does not say what models see.
pub(crate) fn gemini_models(value: &Value) -> Option<Vec<ModelInfo>> {
    let models = value.get("models")?.as_array()?;
    let generates = |model: &Value| {
        let methods = model.get("supportedGenerationMethods").and_then(Value::as_array);
        methods.is_none_or(|list| has(list, "generateContent"))
    };
    Some(models.iter().filter(|model| generates(model)).filter_map(gemini).collect())
}

/// Gemini: `GET /v1beta/models/{id}`.
pub(crate) fn gemini_model(value: &Value) -> Option<Vec<ModelInfo>> {
    gemini(value).map(|model| vec![model])
}

fn gemini(model: &Value) -> Option<ModelInfo> {
    let name = text(model, "name")?;
    Some(ModelInfo {
        id: name.strip_prefix("models/").unwrap_or(&name).to_owned(),
        vision: Vision::Unknown,
        window: number(model, &["inputTokenLimit"]),
        max_output: number(model, &["outputTokenLimit"]),
        tools: None,
    })
}

fn known(sees: bool) -> Vision {
    if sees { Vision::Yes } else { Vision::No }
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

fn number(value: &Value, names: &[&str]) -> Option<u32> {
    names.iter().find_map(|name| size(value.get(name)))
}

fn size(value: Option<&Value>) -> Option<u32> {
    value?.as_u64().and_then(|n| u32::try_from(n).ok()).filter(|n| *n > 0)
}

fn has(list: &[Value], word: &str) -> bool {
    list.iter().any(|item| item.as_str() == Some(word))
}

#[cfg(test)]
#[path = "capabilities_tests.rs"]
mod tests;
