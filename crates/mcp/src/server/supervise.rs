//! The task behind a server: connect, watch, find again, close.

use std::{sync::Arc, time::Duration};

use rmcp::{
    model::{ServerNotification, SubscriptionFilter},
    service::ServiceError,
};
use tokio::time::Instant;

use super::core::{Core, State};
use crate::{
    config::Transport,
    connect,
    era::Era,
    error::{CallError, ConnectError},
    listing,
    live::Live,
};

/// Longest pause a server may ask for between two tries.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(300);

/// Runs until the last owner left.
pub(super) async fn run(core: Arc<Core>) {
    let mut failures: u32 = 0;
    let mut first = true;
    // A try nobody waits for leaves the failure on show.
    let mut quiet = false;
    loop {
        if !std::mem::take(&mut quiet) {
            core.state.send_replace(State::Connecting);
        }
        let limit = connect::time_limit(&core.entry, &core.limits, first);
        let opened = tokio::select! {
            biased;
            () = core.stop.cancelled() => break,
            opened = connect::open(&core.entry, &core.limits, core.era(), limit) => opened,
        };
        let pause = match opened {
            Ok((live, list)) => {
                first = false;
                core.remember(live.era);
                core.publish(list);
                core.state.send_replace(State::Ready(live.clone()));
                let since = Instant::now();
                let stopped = stay(&core, &live).await;
                if stopped {
                    live.close().await;
                    break;
                }
                let refused = live.refused.get().cloned();
                // Calls under way may still end on the old connection; its end must not delay the new one.
                tokio::spawn(retire(live, core.limits.cap));
                if let Some(error) = refused {
                    // The same key would be refused again: whoever calls, or presses the button, may try.
                    core.state.send_replace(State::Failed { error, retry_at: None });
                    tokio::select! {
                        biased;
                        () = core.stop.cancelled() => break,
                        () = core.kick.notified() => continue,
                    }
                }
                // A server that falls at once after each start must not be started in a tight loop.
                if since.elapsed() > core.limits.retry_first * 2 {
                    failures = 0;
                    continue;
                }
                failures += 1;
                if failures == 1 {
                    continue;
                }
                pause(&core, failures, None)
            }
            Err(error) => {
                failures += 1;
                let retry_at = may_retry(&core, &error, failures)
                    .then(|| Instant::now() + pause(&core, failures, Some(&error)));
                core.state.send_replace(State::Failed { error, retry_at });
                quiet = tokio::select! {
                    biased;
                    () = core.stop.cancelled() => break,
                    () = core.kick.notified() => false,
                    () = until(retry_at) => true,
                };
                continue;
            }
        };
        tokio::select! {
            biased;
            () = core.stop.cancelled() => break,
            () = core.kick.notified() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
    core.state.send_replace(State::Closed);
}

/// Closes a lost connection once nothing waits on it any more.
async fn retire(live: Arc<Live>, longest: Duration) {
    tokio::select! {
        () = live.faults.gone.cancelled() => {}
        () = live.calls.idle() => {}
        () = tokio::time::sleep(longest) => {}
    }
    live.close().await;
}

async fn until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

fn may_retry(core: &Core, error: &ConnectError, failures: u32) -> bool {
    let spawns = matches!(core.entry.transport, Transport::Stdio { .. });
    error.is_temporary() && !(spawns && failures >= core.limits.max_spawns)
}

fn pause(core: &Core, failures: u32, error: Option<&ConnectError>) -> Duration {
    let factor = 2_u32.saturating_pow(failures.saturating_sub(1).min(16));
    let own = core.limits.retry_first.saturating_mul(factor).min(core.limits.retry_max);
    match error {
        Some(ConnectError::HttpStatus { retry_after: Some(asked), .. }) => {
            own.max((*asked).min(MAX_RETRY_AFTER))
        }
        _ => own,
    }
}

/// Watches an open connection. True if the owners left, false if it was lost.
async fn stay(core: &Core, live: &Arc<Live>) -> bool {
    let mut listening = std::pin::pin!(listen(live));
    let mut wait = core.limits.debounce;
    let mut last = Instant::now();
    loop {
        tokio::select! {
            biased;
            () = core.stop.cancelled() => return true,
            () = live.lost.cancelled() => return false,
            () = live.faults.gone.cancelled() => return false,
            () = live.faults.stream_down.notified() => return false,
            () = &mut listening => {}
            () = live.faults.renewed.notified() => {}
            () = live.changed.notified() => {}
        }
        // A server that announces changes all the time is read less and less often.
        if last.elapsed() > wait * 8 {
            wait = core.limits.debounce;
        }
        tokio::select! {
            biased;
            () = core.stop.cancelled() => return true,
            () = live.faults.gone.cancelled() => return false,
            () = tokio::time::sleep(wait) => {}
        }
        wait = (wait * 2).min(core.limits.retry_max.max(core.limits.debounce));
        last = Instant::now();
        let read = tokio::select! {
            biased;
            () = core.stop.cancelled() => return true,
            read = refresh(core, live) => read,
        };
        if let Err(CallError::Connection(_)) = read {
            return false;
        }
    }
}

/// Reads the tool list again and publishes it. A list that cannot be read leaves the old one.
pub(super) async fn refresh(core: &Core, live: &Arc<Live>) -> Result<(), CallError> {
    let _one = core.reading.lock().await;
    let list = tokio::time::timeout(core.limits.connect, listing::list(live)).await;
    match list {
        Ok(Ok(list)) => {
            core.publish(list);
            Ok(())
        }
        Ok(Err(error)) => Err(error),
        Err(_) => Err(CallError::Timeout { clock: crate::error::Clock::Idle, after: core.limits.connect }),
    }
}

/// Follows the announcements of a modern server. Ends never; a server without them is left in peace.
async fn listen(live: &Live) {
    if live.era != Era::Modern || !live.info.announces_tools {
        return std::future::pending().await;
    }
    let mut pause = live.limits.retry_first;
    let (mut again, mut heard) = (false, false);
    loop {
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        match live.peer.listen(filter).await {
            Ok(mut subscription) => {
                heard = true;
                if again {
                    // Whatever was announced meanwhile was missed.
                    live.changed.notify_one();
                }
                let since = Instant::now();
                while let Ok(Some(notification)) = subscription.next().await {
                    if matches!(notification, ServerNotification::ToolListChangedNotification(_)) {
                        live.changed.notify_one();
                    }
                }
                if since.elapsed() > live.limits.retry_max {
                    pause = live.limits.retry_first;
                }
            }
            Err(ServiceError::McpError(_) | ServiceError::UnexpectedResponse) => {
                return std::future::pending().await;
            }
            // A key that was never good for announcements may be good for calls.
            Err(error)
                if live
                    .refusal(&error)
                    .is_some_and(|refusal| !heard || matches!(refusal, ConnectError::NotAllowed { .. })) =>
            {
                return std::future::pending().await;
            }
            Err(error) => {
                if let CallError::Connection(ConnectError::Unreachable { .. }) =
                    live.call_error(None, error).await
                {
                    live.faults.note_stream_down();
                }
            }
        }
        again = true;
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(live.limits.retry_max);
    }
}
