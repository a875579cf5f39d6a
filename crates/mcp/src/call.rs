//! One tool call on one connection: clocks, cancel, and the rounds of questions a server may ask.
//!
//! However a call ends without its answer (clock, cancel, dropped future), the server is told, and the caller
//! does not wait for that. Late answers find nobody.

use std::{sync::Arc, time::Duration};

use rmcp::{
    model::{
        CallToolRequest, CallToolRequestParams, CancelledNotification, CancelledNotificationParam,
        ClientRequest, InputResponses, JsonObject, RequestId,
    },
    service::{Peer, PeerRequestOptions, RoleClient, ServiceError},
};
use serde_json::{Value, json};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::{
    calls::{Caller, Entered, elicit},
    era::Era,
    error::{Breach, CallError, Clock},
    intake::Place,
    listing,
    live::{Live, raw},
    result::CallResult,
    thinking::Thinking,
};

const HEADER_MISMATCH: i64 = -32020;
const URL_ELICITATION_REQUIRED: i32 = -32042;
/// Time for telling a server that nobody waits any more.
const GOODBYE: Duration = Duration::from_secs(5);
/// Pause before a round in which the server asked for nothing but to come again.
const COME_AGAIN: Duration = Duration::from_millis(200);
/// Questions of one round.
const MAX_QUESTIONS: usize = 16;

/// One call to make.
pub(crate) struct Order {
    pub(crate) tool: String,
    pub(crate) arguments: JsonObject,
    pub(crate) caller: Caller,
    pub(crate) idle: Duration,
    pub(crate) cancel: CancellationToken,
}

/// How exact the cap is. While a person is asked it moves on, and is looked at again this often at most.
const GRAIN: Duration = Duration::from_millis(10);

/// Clocks of a call; the cap counts over all its rounds, without the person's time.
struct Clocks {
    idle: Duration,
    cap: Duration,
    started: Instant,
    thinking: Arc<Thinking>,
}

impl Clocks {
    /// Waits until the cap has run out.
    async fn ran_out(&self) {
        loop {
            let (now, end) = (Instant::now(), self.started + self.cap + self.thinking.spent());
            if end <= now {
                return;
            }
            tokio::time::sleep_until(end.max(now + GRAIN)).await;
        }
    }
}

enum Answer {
    Done(Value, Place),
    /// The server wants these addresses opened first; they carry ids it will call finished.
    Urls(Vec<Value>),
    Failed(CallError),
}

/// Makes the call.
pub(crate) async fn run(live: &Live, order: &Order) -> Result<CallResult, CallError> {
    let cap = live.limits.cap;
    let thinking = Arc::new(Thinking::new(live.limits.questions));
    let clocks = Clocks { idle: order.idle.min(cap), cap, started: Instant::now(), thinking };
    let mut params = CallToolRequestParams::new(order.tool.clone());
    params.arguments = Some(order.arguments.clone());
    let (mut relisted, mut opened) = (false, false);
    for round in 0..=live.limits.max_rounds {
        let (answer, entered) = exchange(live, order, params.clone(), &clocks).await?;
        let (value, place) = match answer {
            Answer::Done(value, place) => (value, place),
            // The cached schemas the headers are made from are old: read them again, once.
            Answer::Failed(CallError::Rpc { code: HEADER_MISMATCH, .. }) if !relisted => {
                relisted = true;
                stoppable(order, &clocks, listing::list(live)).await??;
                continue;
            }
            Answer::Urls(urls) if !opened => {
                opened = true;
                let open = open_urls(live, &entered, &urls, &clocks.thinking);
                stoppable(order, &clocks, open).await??;
                continue;
            }
            Answer::Urls(_) => {
                return Err(CallError::Protocol { breach: Breach::TooManyRounds });
            }
            Answer::Failed(error) => return Err(error),
        };
        match questions(live, value)? {
            Step::Result(value) => return Ok(CallResult { place, ..CallResult::from_value(value) }),
            Step::Ask { requests, state } => {
                if round == live.limits.max_rounds {
                    break;
                }
                if requests.is_empty() {
                    stoppable(order, &clocks, tokio::time::sleep(COME_AGAIN)).await?;
                }
                let responses = stoppable(order, &clocks, answers(&entered, requests)).await??;
                params.input_responses = (!responses.is_empty()).then_some(responses);
                params.request_state = state;
            }
        }
    }
    Err(CallError::Protocol { breach: Breach::TooManyRounds })
}

/// Sends the request once and waits under the clocks.
async fn exchange(
    live: &Live,
    order: &Order,
    params: CallToolRequestParams,
    clocks: &Clocks,
) -> Result<(Answer, Entered), CallError> {
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
    let sending = live.peer.send_cancellable_request(request, PeerRequestOptions::no_options());
    let mut handle = match stoppable(order, clocks, sending).await? {
        Ok(handle) => handle,
        Err(error) => return Err(live.call_error(None, error).await),
    };
    let mut told = Goodbye { peer: live.peer.clone(), id: Some(handle.id.clone()), reason: "dropped" };
    let (id, token) = (handle.id.clone(), handle.progress_token.clone());
    let entered =
        live.calls.enter(id, token, &order.tool, order.caller.clone(), Arc::clone(&clocks.thinking));
    let expected = live.faults.incoming.expect(handle.id.clone());
    let moved = || entered.call().moved().max(expected.moved());
    let outcome = loop {
        let idle_at = moved() + clocks.idle;
        tokio::select! {
            biased;
            () = order.cancel.cancelled() => {
                told.reason = "cancelled";
                return Err(CallError::Cancelled);
            }
            outcome = &mut handle.rx => break outcome.unwrap_or(Err(ServiceError::TransportClosed)),
            () = clocks.ran_out() => {
                told.reason = "timeout";
                return Err(CallError::Timeout { clock: Clock::Cap, after: clocks.cap });
            }
            () = tokio::time::sleep_until(idle_at) => {
                // Progress, or a part of the answer, may have come since this sleep began.
                if moved() + clocks.idle <= Instant::now() {
                    told.reason = "timeout";
                    return Err(CallError::Timeout { clock: Clock::Idle, after: clocks.idle });
                }
            }
        }
    };
    told.id = None;
    let answer = match outcome {
        Ok(result) => {
            let value = raw(result);
            let place = stoppable(order, clocks, expected.settle(&value)).await?;
            Answer::Done(value, place)
        }
        Err(ServiceError::McpError(error)) if error.code.0 == URL_ELICITATION_REQUIRED => {
            let urls = error.data.as_ref().and_then(|data| data.get("elicitations")?.as_array());
            match urls.filter(|urls| !urls.is_empty()) {
                Some(urls) => Answer::Urls(urls.iter().take(MAX_QUESTIONS).cloned().collect()),
                None => Answer::Failed(live.call_error(None, ServiceError::McpError(error)).await),
            }
        }
        Err(error) => Answer::Failed(live.call_error(Some(&handle.id), error).await),
    };
    Ok((answer, entered))
}

/// `work`, unless the call is cancelled or its cap runs out first.
async fn stoppable<T>(order: &Order, clocks: &Clocks, work: impl Future<Output = T>) -> Result<T, CallError> {
    tokio::select! {
        biased;
        () = order.cancel.cancelled() => Err(CallError::Cancelled),
        () = clocks.ran_out() => {
            Err(CallError::Timeout { clock: Clock::Cap, after: clocks.cap })
        }
        done = work => Ok(done),
    }
}

enum Step {
    Result(Value),
    Ask { requests: Vec<(String, Value)>, state: Option<String> },
}

/// Tells a result from a round of questions.
fn questions(live: &Live, mut value: Value) -> Result<Step, CallError> {
    let kind = match value.get("resultType") {
        Some(Value::String(kind)) if live.era == Era::Modern => kind.as_str(),
        // A field the older revisions do not know.
        _ => return Ok(Step::Result(value)),
    };
    match kind {
        "complete" => Ok(Step::Result(value)),
        "input_required" => {
            let requests: Vec<(String, Value)> = match value.get_mut("inputRequests").map(Value::take) {
                Some(Value::Object(map)) => map.into_iter().collect(),
                _ => Vec::new(),
            };
            let state = value.get("requestState").and_then(Value::as_str).map(str::to_owned);
            let empty = requests.is_empty() && state.is_none();
            if empty || requests.len() > MAX_QUESTIONS {
                return Err(CallError::Protocol { breach: Breach::ResultType });
            }
            Ok(Step::Ask { requests, state })
        }
        _ => Err(CallError::Protocol { breach: Breach::ResultType }),
    }
}

/// Answers every question of a round, one after the other: a person reads one form at a time.
async fn answers(entered: &Entered, requests: Vec<(String, Value)>) -> Result<InputResponses, CallError> {
    let mut responses = InputResponses::new();
    for (key, request) in requests {
        let params = request.get("params").cloned().unwrap_or_default();
        let answer = match request.get("method").and_then(Value::as_str) {
            Some("elicitation/create") => elicit(entered.call(), &params).await,
            Some("roots/list") => json!({"roots": []}),
            // Sampling was not offered, and there is no polite answer to it.
            _ => {
                return Err(CallError::Protocol { breach: Breach::NotOffered });
            }
        };
        responses.insert(key, answer);
    }
    Ok(responses)
}

/// Asks for each address, and waits until the server says that it is done: what is done there is the person's work.
async fn open_urls(
    live: &Live,
    entered: &Entered,
    urls: &[Value],
    thinking: &Thinking,
) -> Result<(), CallError> {
    let _pause = thinking.pause();
    for url in urls {
        let mut params = url.clone();
        if let Some(map) = params.as_object_mut() {
            map.entry("mode").or_insert_with(|| json!("url"));
        }
        let answer = elicit(entered.call(), &params).await;
        if answer["action"] != "accept" {
            return Err(CallError::Rpc { code: URL_ELICITATION_REQUIRED.into(), message: String::new() });
        }
        if let Some(id) = url.get("elicitationId").and_then(Value::as_str) {
            live.calls.wait_url(id).await;
        }
    }
    Ok(())
}

/// Tells the server that a request was given up, unless its answer came.
struct Goodbye {
    peer: Peer<RoleClient>,
    id: Option<RequestId>,
    /// Fixed words: a reason must not carry anything of this machine.
    reason: &'static str,
}

impl Drop for Goodbye {
    fn drop(&mut self) {
        let (Some(id), Ok(runtime)) = (self.id.take(), tokio::runtime::Handle::try_current()) else {
            return;
        };
        let peer = self.peer.clone();
        let reason = Some(self.reason.to_owned());
        runtime.spawn(async move {
            let params = CancelledNotificationParam::new(Some(id), reason);
            let notification = CancelledNotification::new(params);
            let _ = tokio::time::timeout(GOODBYE, peer.send_notification(notification.into())).await;
        });
    }
}
