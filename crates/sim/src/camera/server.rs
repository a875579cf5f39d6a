//! The well-behaved server: both protocol eras through `rmcp`, Host and Origin checked.

use std::sync::Arc;

use axum::Router;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{CallToolResult, ContentBlock, Implementation, ServerCapabilities, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};

use super::frame::Frame;
use super::scene::{HEIGHT, WIDTH};
use super::state::{NoFrame, State};

/// Browser pages that may talk to it: those this machine itself serves.
const ORIGINS: [&str; 2] = ["http://localhost:*", "http://127.0.0.1:*"];

/// One MCP peer. `rmcp` makes one per session or request, so all that lasts is in `state`.
#[derive(Clone)]
struct Nik {
    state: Arc<State>,
}

pub(super) fn router(state: &Arc<State>) -> Router {
    let state = Arc::clone(state);
    let config =
        StreamableHttpServerConfig::default().with_allowed_origins(ORIGINS).enforce_origin_validation();
    let service = StreamableHttpService::new(
        move || Ok(Nik { state: Arc::clone(&state) }),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    Router::new().nest_service("/mcp", service)
}

#[tool_router]
impl Nik {
    #[tool(
        description = "Takes one live-view frame and returns it as a JPEG image",
        annotations(title = "Live view image", read_only_hint = true, open_world_hint = false)
    )]
    async fn live_view_image(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let work = async {
            self.state.admit().await?;
            self.state.take().await
        };
        let taken = tokio::select! {
            taken = work => taken,
            () = context.ct.cancelled() => {
                self.state.note_cancelled();
                Err(NoFrame::Failed)
            }
        };
        Ok(match taken {
            Ok(frame) => CallToolResult::success(vec![
                ContentBlock::image(STANDARD.encode(&frame.jpeg), "image/jpeg"),
                ContentBlock::text(facts(&frame)),
            ]),
            Err(why) => CallToolResult::error(vec![ContentBlock::text(why.text())]),
        })
    }

    #[tool(
        description = "Reports the camera's model, battery, mode and settings as JSON",
        annotations(title = "Camera status", read_only_hint = true, open_world_hint = false)
    )]
    async fn camera_status(&self) -> Result<CallToolResult, ErrorData> {
        Ok(CallToolResult::success(vec![ContentBlock::text(self.state.status())]))
    }
}

#[tool_handler]
impl ServerHandler for Nik {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("nik", env!("CARGO_PKG_VERSION")))
    }
}

/// The text that comes with a frame, as the real camera writes it.
pub(super) fn facts(frame: &Frame) -> String {
    let (bytes, seq) = (frame.jpeg.len(), frame.seq);
    format!(r#"{{"height":{HEIGHT},"jpeg_bytes":{bytes},"seq":{seq},"width":{WIDTH}}}"#)
}
