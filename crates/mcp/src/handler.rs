//! What a server may send unasked, led to where it belongs.

use std::sync::Arc;

use rmcp::{
    ClientHandler,
    model::{
        ClientCapabilities, ClientConfig, CustomNotification, CustomRequest, CustomResult,
        ElicitRequestParams, ElicitResult, ElicitationCapability, ErrorCode, ErrorData,
        FormElicitationCapability, Implementation, ProgressNotificationParam, ProtocolVersion, RequestId,
        UrlElicitationCapability,
    },
    service::{InboundStreamOrigin, NotificationContext, RequestContext, RoleClient},
};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::{calls::Calls, host::Progress};

const ELICIT: &str = "elicitation/create";
const ELICIT_DONE: &str = "notifications/elicitation/complete";

/// The client's ears on one connection.
pub(crate) struct Handler {
    pub(crate) calls: Arc<Calls>,
    /// Rung on every `list_changed`.
    pub(crate) changed: Arc<Notify>,
    /// Cancelled when the connection is going: questions still open are answered by nobody.
    pub(crate) gone: CancellationToken,
}

impl Handler {
    async fn ask(&self, context: &RequestContext<RoleClient>, params: &Value) -> Value {
        let origin: Option<&RequestId> = match context.extensions.get::<InboundStreamOrigin>() {
            Some(InboundStreamOrigin::OutboundRequest(id)) => Some(id),
            _ => None,
        };
        tokio::select! {
            () = self.gone.cancelled() => json!({"action": "cancel"}),
            () = context.ct.cancelled() => json!({"action": "cancel"}),
            answer = self.calls.elicit(origin, params) => answer,
        }
    }
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        // Sampling and roots are not offered: rmcp then refuses the first and answers the second with none.
        let elicitation = ElicitationCapability::new()
            .with_form(FormElicitationCapability::default())
            .with_url(UrlElicitationCapability::default());
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(elicitation);
        ClientConfig::new(capabilities, Implementation::new("fuseforks", env!("CARGO_PKG_VERSION")))
            // The default names a revision that has no handshake.
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }

    async fn on_progress(&self, params: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        let progress = Progress::new(params.progress, params.total, params.message.as_deref());
        self.calls.progress(params.progress_token, progress);
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changed.notify_one();
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let params = serde_json::to_value(params).unwrap_or_default();
        let answer = self.ask(&context, &params).await;
        serde_json::from_value(answer).map_err(|_| ErrorData::internal_error("elicitation", None))
    }

    /// Also the door for questions whose schema is odder than rmcp's types.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleClient>,
    ) -> Result<CustomResult, ErrorData> {
        if request.method != ELICIT {
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "method not found", None));
        }
        let params = request.params.unwrap_or_default();
        Ok(CustomResult::new(self.ask(&context, &params).await))
    }

    async fn on_custom_notification(
        &self,
        notification: CustomNotification,
        _: NotificationContext<RoleClient>,
    ) {
        if notification.method == ELICIT_DONE
            && let Some(id) = notification.params.as_ref().and_then(|p| p.get("elicitationId")?.as_str())
        {
            self.calls.url_finished(id);
        }
    }
}
