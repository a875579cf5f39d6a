//! Model registrations, their keys, and the backends made of them.

use super::{Village, hold};
use crate::{
    file::{KeyPlace, TemplateFile},
    practice::PracticeModel,
    secret::{self, Place, SecretError, SecretText},
};
use fuseforks_contract::{
    Failure,
    app::SecretPlace,
    template::{
        EffortLevel, KeyStored, Models, ModelsAsk, Preset, Presets, TemplateSave, TemplateView, Vision,
        VisionTest,
    },
};
use fuseforks_llm::{
    Backend, Carry, Endpoint, HttpBackend, Place as CarryPlace, Secret, SecretFault, Vision as LlmVision,
    Wire,
    canonical::{AttachmentKind, Effort},
};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use zeroize::Zeroizing;

/// Wire id of the practice model.
pub(crate) const PRACTICE: &str = "practice";

/// What answers for a template.
pub(crate) struct Answering {
    /// The model.
    pub(crate) backend: Arc<dyn Backend>,
    /// Tool images reach it, as far as is known.
    pub(crate) sees: bool,
    /// It may be offered tools.
    pub(crate) calls: bool,
}

/// Scheme, host and port of a base URL: what a key is bound to.
///
/// # Errors
/// `template-url` when it is no http or https URL, or holds a user name or password.
pub fn origin(base_url: &str) -> Result<String, Failure> {
    let refuse = || Failure::new("template-url");
    let url = url::Url::parse(base_url.trim()).map_err(|_| refuse())?;
    let plain =
        matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
    if !plain || url.host_str().is_none() {
        return Err(refuse());
    }
    Ok(url.origin().ascii_serialization())
}

/// Is this the address of somebody else's server that encrypts what it is sent: one that is likely to want a
/// key? A network at home has servers without.
#[must_use]
pub fn likely_wants_key(base_url: &str) -> bool {
    url::Url::parse(base_url.trim())
        .is_ok_and(|url| url.scheme() == "https" && !fuseforks_llm::is_loopback(&url))
}

/// A wire that this program does not have, told with those that it has.
#[must_use]
pub fn wire_unknown(wire: &str) -> Failure {
    let wires: Vec<&str> = Wire::all().map(|wire| wire.id()).collect();
    Failure::new("wire-unknown").with("wire", wire).with("wires", wires.join(", "))
}

/// Can this template's wire carry a person's file of this kind?
pub(crate) fn carries(template: &TemplateFile, kind: AttachmentKind) -> bool {
    if kind == AttachmentKind::Image && template.vision == Some(false) {
        return false;
    }
    if template.wire == PRACTICE {
        return kind == AttachmentKind::Image;
    }
    Wire::find(&template.wire).is_some_and(|wire| wire.carries(kind, CarryPlace::UserAttachment).possible())
}

fn key_failure(code: &str, template: &TemplateFile) -> Failure {
    Failure::new(code).with("template", &template.name)
}

/// What a key is refused for.
fn unclean(fault: SecretFault) -> &'static str {
    match fault {
        SecretFault::Empty => "key-empty",
        SecretFault::NotAscii | SecretFault::Space => "key-characters",
    }
}

impl Village {
    fn account(&self, template: &TemplateFile, origin: &str) -> String {
        secret::template_account(&self.id, &template.id, origin)
    }

    /// The key of a template, judged before any request. May block for as long as the OS store takes.
    pub(crate) fn template_key(&self, template: &TemplateFile) -> Result<Option<SecretText>, Failure> {
        if template.wire == PRACTICE {
            return Ok(None);
        }
        let origin = origin(&template.base_url)?;
        if !self.services.trust.origin(&self.place, &origin) {
            return Err(key_failure("template-origin", template).with("origin", origin));
        }
        match &template.key {
            KeyPlace::None => Ok(None),
            KeyPlace::Store => match self.services.secrets.get(&self.account(template, &origin)) {
                Ok(Some(key)) => Ok(Some(key)),
                Ok(None) => Err(key_failure("key-missing", template)),
                Err(SecretError::Locked) => Err(key_failure("key-locked", template)),
                Err(SecretError::Failed) => Err(key_failure("key-store", template)),
            },
            KeyPlace::Env(name) => {
                if !self.services.trust.key_variable(&self.place, &origin, name) {
                    return Err(key_failure("key-variable-trust", template)
                        .with("variable", name)
                        .with("origin", origin));
                }
                let value = std::env::var(name).ok().filter(|value| !value.trim().is_empty());
                let value =
                    value.ok_or_else(|| key_failure("key-variable", template).with("variable", name))?;
                Ok(Some(Zeroizing::new(value.trim().to_owned())))
            }
        }
    }

    /// What answers for a template, as far as is known about its model.
    pub(crate) async fn backend(self: &Arc<Self>, template: &TemplateFile) -> Result<Answering, Failure> {
        if template.wire == PRACTICE {
            let language = self.read(|file| file.language);
            let limits = &self.services.limits;
            let model = PracticeModel::new(language, limits.media, limits.practice_pace);
            let sees = template.vision != Some(false);
            return Ok(Answering { backend: Arc::new(model), sees, calls: template.tools });
        }
        let endpoint = self.endpoint(template).await?;
        let known = self.known(template, &endpoint).await;
        let sees = match endpoint.wire.carries(AttachmentKind::Image, CarryPlace::ToolResult) {
            Carry::No => false,
            Carry::IfVision => known.vision == LlmVision::Yes,
            Carry::Native | Carry::Carrier => known.vision != LlmVision::No,
        };
        let endpoint = endpoint.with_vision(known.vision).with_window(known.window);
        let backend = self.over_http(endpoint)?;
        Ok(Answering { backend, sees, calls: template.tools && known.calls })
    }

    /// What answers for a template when it is shown a picture, whatever is known about its eyes.
    pub(super) async fn tested_backend(
        self: &Arc<Self>,
        template: &TemplateFile,
    ) -> Result<Arc<dyn Backend>, Failure> {
        if template.wire == PRACTICE {
            return self.backend(template).await.map(|answering| answering.backend);
        }
        let endpoint = self.endpoint(template).await?;
        self.over_http(endpoint.with_vision(LlmVision::Yes))
    }

    fn over_http(&self, endpoint: Endpoint) -> Result<Arc<dyn Backend>, Failure> {
        let transport = self.services.transport().map_err(|error| llm_failure(&error))?;
        Ok(Arc::new(HttpBackend::over(transport, endpoint)))
    }

    /// Where a template's model is, with its key.
    pub(super) async fn endpoint(self: &Arc<Self>, template: &TemplateFile) -> Result<Endpoint, Failure> {
        let (village, copy) = (Arc::clone(self), template.clone());
        let key = tokio::task::spawn_blocking(move || village.template_key(&copy))
            .await
            .map_err(|_| Failure::new("internal"))??;
        endpoint(template, key)
    }

    /// Makes or changes a template. What the person typed here is trusted here.
    ///
    /// # Errors
    /// `template-name`, `template-url`, `template-model`, `wire-unknown`, `template-unknown`, `file-io`.
    pub fn template_save(&self, save: TemplateSave) -> Result<TemplateView, Failure> {
        let name: String = save.name.trim().chars().filter(|c| !c.is_control()).take(100).collect();
        if name.is_empty() {
            return Err(Failure::new("template-name"));
        }
        if save.wire != PRACTICE {
            Wire::find(&save.wire).ok_or_else(|| wire_unknown(&save.wire))?;
            let origin = origin(&save.base_url)?;
            if save.model.trim().is_empty() {
                return Err(Failure::new("template-model"));
            }
            let trust = &self.services.trust;
            trust.allow_origin(&self.place, &origin).map_err(|problem| super::file_failure(&problem))?;
        }
        let saved = self.change(|file| {
            let id = match &save.id {
                Some(id) => id.clone(),
                None => {
                    let taken = |id: &String| file.templates.iter().any(|template| &template.id == id);
                    (1_u32..).map(|n| format!("template_{n}")).find(|id| !taken(id)).unwrap_or_default()
                }
            };
            let old = file.templates.iter().find(|template| template.id == id).cloned();
            if save.id.is_some() && old.is_none() {
                return Err(Failure::new("template-unknown").with("template", id));
            }
            let same_model = old.as_ref().is_some_and(|old| {
                old.model == save.model.trim()
                    && old.base_url == save.base_url.trim()
                    && old.wire == save.wire
            });
            let key = match (save.needs_key, old.as_ref().map(|old| old.key.clone())) {
                (false, _) => KeyPlace::None,
                (true, Some(KeyPlace::Env(name))) => KeyPlace::Env(name),
                (true, _) => KeyPlace::Store,
            };
            let template = TemplateFile {
                id: id.clone(),
                name,
                wire: save.wire,
                base_url: save.base_url.trim().to_owned(),
                model: save.model.trim().to_owned(),
                key,
                vision: match save.vision {
                    Vision::Yes => Some(true),
                    Vision::No => Some(false),
                    Vision::Auto => None,
                },
                vision_test: old.as_ref().filter(|_| same_model).and_then(|old| old.vision_test.clone()),
                declared: old.as_ref().filter(|_| same_model).and_then(|old| old.declared.clone()),
                effort: save.effort.map(|effort| effort_name(effort).to_owned()),
                temperature: save
                    .temperature
                    .filter(|value| value.is_finite())
                    .map(|value| value.clamp(0.0, 2.0)),
                max_output_tokens: save.max_output_tokens.filter(|value| *value > 0),
                context_window: save.context_window.filter(|value| *value > 0),
                tools: save.tools,
                rest: old.map(|old| old.rest).unwrap_or_default(),
            };
            match file.templates.iter_mut().find(|one| one.id == id) {
                Some(place) => *place = template.clone(),
                None => file.templates.push(template.clone()),
            }
            Ok(template)
        })?;
        self.tell_village();
        Ok(self.template_view(&saved))
    }

    /// Names the environment variable that holds a template's key.
    ///
    /// # Errors
    /// `template-unknown`, `file-io`.
    pub fn key_variable(&self, template: &str, variable: &str) -> Result<(), Failure> {
        let file = self.template_file(template)?;
        let origin = origin(&file.base_url)?;
        let trust = &self.services.trust;
        trust
            .allow_key_variable(&self.place, &origin, variable)
            .map_err(|problem| super::file_failure(&problem))?;
        self.change(|file| {
            if let Some(one) = file.templates.iter_mut().find(|one| one.id == template) {
                one.key = KeyPlace::Env(variable.to_owned());
            }
            Ok(())
        })
    }

    /// Deletes a template and its key. Agents that ran on it have none then.
    ///
    /// # Errors
    /// `template-unknown`, `file-io`.
    pub fn template_delete(&self, template: &str) -> Result<(), Failure> {
        let gone = self.template_file(template)?;
        if let Ok(origin) = origin(&gone.base_url) {
            // A store that is locked keeps a key that nothing names any more.
            let _ = self.services.secrets.delete(&self.account(&gone, &origin));
        }
        self.change(|file| {
            file.templates.retain(|one| one.id != template);
            for agent in file.agents.iter_mut().filter(|agent| agent.template == template) {
                agent.template = String::new();
            }
            Ok(())
        })?;
        self.tell_village();
        Ok(())
    }

    /// Keeps a key, bound to the template's origin.
    ///
    /// # Errors
    /// `key-empty`, `key-characters`, `template-unknown`, `key-store`.
    pub fn key_set(&self, template: &str, key: &str) -> Result<KeyStored, Failure> {
        let file = self.template_file(template)?;
        let origin = origin(&file.base_url)?;
        let key = Secret::clean(key).map_err(|fault| key_failure(unclean(fault), &file))?;
        let account = self.account(&file, &origin);
        let place =
            self.services.secrets.set(&account, key.expose()).map_err(|_| key_failure("key-store", &file))?;
        hold(&self.services.known_keys).insert(account, true);
        self.change(|village| {
            if let Some(one) = village.templates.iter_mut().find(|one| one.id == template) {
                one.key = KeyPlace::Store;
            }
            Ok(())
        })?;
        let trust = &self.services.trust;
        trust.allow_origin(&self.place, &origin).map_err(|problem| super::file_failure(&problem))?;
        self.tell_village();
        Ok(KeyStored { place: secret_place(place) })
    }

    /// Takes a key away.
    ///
    /// # Errors
    /// `template-unknown`, `key-locked`.
    pub fn key_clear(&self, template: &str) -> Result<(), Failure> {
        let file = self.template_file(template)?;
        let origin = origin(&file.base_url)?;
        let account = self.account(&file, &origin);
        self.services.secrets.delete(&account).map_err(|_| key_failure("key-locked", &file))?;
        hold(&self.services.known_keys).remove(&account);
        self.tell_village();
        Ok(())
    }

    /// Models that an endpoint offers.
    ///
    /// # Errors
    /// `template-url`, `wire-unknown`, or `llm` with the code of what went wrong.
    pub async fn models(self: &Arc<Self>, ask: ModelsAsk) -> Result<Models, Failure> {
        let origin = origin(&ask.base_url)?;
        let key = match ask.key.as_deref().filter(|key| !key.trim().is_empty()) {
            Some(key) => Some(Secret::clean(key).map_err(|fault| Failure::new(unclean(fault)))?),
            None => self.stored_key(&origin).await?,
        };
        let wire = Wire::find(&ask.wire).ok_or_else(|| wire_unknown(&ask.wire))?;
        let endpoint = Endpoint::new(wire, ask.base_url.trim()).with_key(key);
        let transport = self.services.transport().map_err(|error| llm_failure(&error))?;
        let found = transport.list_models(&endpoint, &CancellationToken::new()).await;
        let models = found.map_err(|error| llm_failure(&error))?.into_iter().map(|info| info.id).collect();
        Ok(Models { models })
    }

    /// The key that a template of this village keeps for an origin.
    async fn stored_key(self: &Arc<Self>, wanted: &str) -> Result<Option<Secret>, Failure> {
        let known = self.read(|file| {
            let fits = |one: &&TemplateFile| origin(&one.base_url).is_ok_and(|found| found == wanted);
            file.templates.iter().find(fits).cloned()
        });
        let Some(known) = known else { return Ok(None) };
        let village = Arc::clone(self);
        let key = tokio::task::spawn_blocking(move || village.template_key(&known).ok().flatten())
            .await
            .map_err(|_| Failure::new("internal"))?;
        Ok(key.map(|key| Secret::new(key.as_str())))
    }

    /// How the window shows a template.
    pub(crate) fn template_view(&self, template: &TemplateFile) -> TemplateView {
        let has_key = match &template.key {
            KeyPlace::None => false,
            KeyPlace::Env(name) => std::env::var_os(name).is_some(),
            KeyPlace::Store => self.known_key(template),
        };
        let blind =
            super::facts::known_blind(template, self.services.now_ms(), self.services.limits.facts_life);
        let kinds =
            [AttachmentKind::Image, AttachmentKind::Audio, AttachmentKind::Video, AttachmentKind::Pdf];
        TemplateView {
            id: template.id.clone(),
            name: template.name.clone(),
            wire: template.wire.clone(),
            base_url: template.base_url.clone(),
            model: template.model.clone(),
            needs_key: template.key != KeyPlace::None,
            has_key,
            vision: match template.vision {
                Some(true) => Vision::Yes,
                Some(false) => Vision::No,
                None => Vision::Auto,
            },
            vision_test: template.vision_test.as_deref().and_then(vision_test),
            told: super::facts::told(template),
            effort: template.effort.as_deref().and_then(effort_level),
            temperature: template.temperature,
            max_output_tokens: template.max_output_tokens,
            context_window: template.context_window,
            tools: template.tools,
            carries: kinds
                .into_iter()
                .filter(|kind| carries(template, *kind))
                .filter(|kind| !(blind && *kind == AttachmentKind::Image))
                .map(|kind| crate::attachments::kind_name(kind).to_owned())
                .collect(),
        }
    }

    /// Is a key at hand? Remembered, because the store may be slow.
    fn known_key(&self, template: &TemplateFile) -> bool {
        let Ok(origin) = origin(&template.base_url) else { return false };
        let account = self.account(template, &origin);
        if let Some(known) = hold(&self.services.known_keys).get(&account) {
            return *known;
        }
        let found = matches!(self.services.secrets.get(&account), Ok(Some(_)));
        if found {
            hold(&self.services.known_keys).insert(account, true);
        }
        found
    }
}

fn endpoint(template: &TemplateFile, key: Option<SecretText>) -> Result<Endpoint, Failure> {
    let wire = Wire::find(&template.wire).ok_or_else(|| wire_unknown(&template.wire))?;
    let key = key
        .map(|key| Secret::clean(&key))
        .transpose()
        .map_err(|_| key_failure("key-characters", template))?;
    Ok(Endpoint::new(wire, template.base_url.trim()).with_key(key).with_window(template.context_window))
}

/// A model's failure as the person is told it.
pub(crate) fn llm_failure(error: &fuseforks_llm::LlmError) -> Failure {
    let failure = Failure::new("llm").with("code", error.code.as_str());
    let failure = match error.status {
        Some(status) => failure.with("status", status),
        None => failure.with("status", "-"),
    };
    // What the vendor's own people ask for first.
    let words = match &error.request_id {
        Some(id) => format!("{} [request-id: {id}]", error.excerpt),
        None => error.excerpt.clone(),
    };
    if words.is_empty() { failure } else { failure.detail(words.trim_start()) }
}

pub(crate) fn secret_place(place: Place) -> SecretPlace {
    match place {
        Place::OsStore => SecretPlace::OsStore,
        Place::ThisRunOnly => SecretPlace::ThisRunOnly,
    }
}

fn effort_name(effort: EffortLevel) -> &'static str {
    match effort {
        EffortLevel::None => "none",
        EffortLevel::Low => "low",
        EffortLevel::Medium => "medium",
        EffortLevel::High => "high",
    }
}

fn effort_level(name: &str) -> Option<EffortLevel> {
    match name {
        "none" => Some(EffortLevel::None),
        "low" => Some(EffortLevel::Low),
        "medium" => Some(EffortLevel::Medium),
        "high" => Some(EffortLevel::High),
        _ => None,
    }
}

/// The effort of a template, for a request.
pub(crate) fn effort(template: &TemplateFile) -> Option<Effort> {
    template.effort.as_deref().and_then(effort_level).map(|level| match level {
        EffortLevel::None => Effort::None,
        EffortLevel::Low => Effort::Low,
        EffortLevel::Medium => Effort::Medium,
        EffortLevel::High => Effort::High,
    })
}

fn vision_test(name: &str) -> Option<VisionTest> {
    match name {
        "sees" => Some(VisionTest::Sees),
        "does_not_see" => Some(VisionTest::DoesNotSee),
        "invents" => Some(VisionTest::Invents),
        _ => None,
    }
}

/// Known providers, and every wire.
#[must_use]
pub(crate) fn presets() -> Presets {
    let known = [
        ("Anthropic", "anthropic", "", true),
        ("OpenAI", "openai-responses", "", true),
        ("Google Gemini", "gemini", "", true),
        ("xAI", "xai-responses", "", true),
        ("Meta", "meta-responses", "", true),
        ("Perplexity", "perplexity-responses", "", true),
        ("Ollama", "ollama", "", false),
        ("LM Studio", "openai-compat", "http://127.0.0.1:1234/v1", false),
        ("llama.cpp", "openai-compat", "http://127.0.0.1:8080/v1", false),
        ("OpenRouter", "openai-compat", "https://openrouter.ai/api/v1", true),
    ];
    let preset = |(name, wire, base_url, needs_key): (&str, &str, &str, bool)| {
        let vendor = Wire::find(wire)?.default_base_url();
        Some(Preset {
            name: name.to_owned(),
            wire: wire.to_owned(),
            base_url: if base_url.is_empty() { vendor } else { base_url }.to_owned(),
            needs_key,
            model: String::new(),
        })
    };
    Presets {
        presets: known.into_iter().filter_map(preset).collect(),
        wires: Wire::all().map(|wire| wire.id().to_owned()).collect(),
    }
}
