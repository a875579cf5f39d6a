//! The application as the window asks it: one line a command.

use crate::{
    app::App,
    log,
    village::{self, Village},
};
use fuseforks_contract::{
    Failure, Host, agent::*, app::*, board::*, camera::*, chat::*, context::*, log::*, mcp::*, paste::*,
    question::*, template::*, village::*, work::*,
};
use std::{path::Path, sync::Arc};

const DONE: Empty = Empty {};

/// Waits for work that blocks, off the async threads.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Failure::new("internal")))
}

impl App {
    fn agent(&self, id: &AgentId) -> Result<(Arc<Village>, AgentView), Failure> {
        let village = self.village(&id.village)?;
        let file = village.agent_file(&id.agent)?;
        let view = village.agent_view(&file);
        Ok((village, view))
    }
}

impl Host for App {
    async fn app_state(&self, _: Empty) -> Result<AppState, Failure> {
        Ok(self.state())
    }

    async fn settings_set(&self, patch: SettingsPatch) -> Result<Settings, Failure> {
        Self::settings_set(self, &patch)
    }

    async fn user_icon_set(&self, set: UserIconSet) -> Result<Settings, Failure> {
        Self::user_icon_set(self, set).await
    }

    async fn village_new(&self, new: VillageNew) -> Result<VillageView, Failure> {
        self.create_and_open(&new)?.view()
    }

    async fn village_open(&self, id: VillageId) -> Result<VillageView, Failure> {
        self.open_known(&id.village)?.view()
    }

    async fn village_add(&self, add: VillageAdd) -> Result<VillageView, Failure> {
        self.open(Path::new(&add.path))?.view()
    }

    async fn village_close(&self, id: VillageId) -> Result<Empty, Failure> {
        self.close(&id.village).await?;
        Ok(DONE)
    }

    async fn village_state(&self, id: VillageId) -> Result<VillageView, Failure> {
        self.village(&id.village)?.view()
    }

    async fn village_set(&self, set: VillageSet) -> Result<VillageView, Failure> {
        let village = self.village(&set.village)?;
        village.set(&set)?;
        village.view()
    }

    async fn tie_set(&self, tie: TieSet) -> Result<VillageView, Failure> {
        let village = self.village(&tie.village)?;
        village.tie_set(&tie.from, &tie.to, tie.on)?;
        village.view()
    }

    async fn role_save(&self, save: RoleSave) -> Result<VillageView, Failure> {
        let village = self.village(&save.village)?;
        village.role_save(&save)?;
        village.view()
    }

    async fn role_delete(&self, id: RoleId) -> Result<VillageView, Failure> {
        let village = self.village(&id.village)?;
        village.role_delete(&id.role)?;
        village.view()
    }

    async fn plaza(&self, id: VillageId) -> Result<Plaza, Failure> {
        Ok(self.village(&id.village)?.plaza())
    }

    async fn waves(&self, id: VillageId) -> Result<Waves, Failure> {
        Ok(self.village(&id.village)?.waves())
    }

    async fn meters(&self, id: VillageId) -> Result<Meters, Failure> {
        Ok(self.village(&id.village)?.meters())
    }

    async fn board(&self, id: VillageId) -> Result<BoardView, Failure> {
        self.village(&id.village)?.board()
    }

    async fn board_set(&self, set: BoardSet) -> Result<BoardView, Failure> {
        self.village(&set.village)?.board_set(&set)
    }

    async fn session_list(&self, id: VillageId) -> Result<Sessions, Failure> {
        self.village(&id.village)?.session_list()
    }

    async fn session_new(&self, id: VillageId) -> Result<SessionView, Failure> {
        self.village(&id.village)?.session_new()
    }

    async fn session_open(&self, id: SessionId) -> Result<SessionView, Failure> {
        self.village(&id.village)?.session_open(&id.session)
    }

    async fn session_rename(&self, rename: SessionRename) -> Result<SessionView, Failure> {
        self.village(&rename.village)?.session_rename(&rename.session, &rename.title)
    }

    async fn session_delete(&self, id: SessionId) -> Result<Sessions, Failure> {
        self.village(&id.village)?.session_delete(&id.session)
    }

    async fn session_search(&self, search: SessionSearch) -> Result<SearchHits, Failure> {
        let village = self.village(&search.village)?;
        blocking(move || village.session_search(&search.query)).await
    }

    async fn session_export(&self, id: SessionId) -> Result<SavedFile, Failure> {
        let village = self.village(&id.village)?;
        blocking(move || village.session_export(&id.session)).await
    }

    async fn contexts(&self, id: VillageId) -> Result<Contexts, Failure> {
        let village = self.village(&id.village)?;
        blocking(move || Ok(village.contexts())).await
    }

    async fn summarise(&self, ask: Summarise) -> Result<Summarised, Failure> {
        let village = self.village(&ask.village)?;
        // On a task of its own: whoever asked may go away, the agent must be free again.
        let working = tokio::spawn(async move { village.summarise(ask).await });
        working.await.unwrap_or_else(|_| Err(Failure::new("internal")))
    }

    async fn agent_new(&self, new: AgentNew) -> Result<AgentView, Failure> {
        self.village(&new.village)?.agent_new(&new)
    }

    async fn agent_set(&self, set: AgentSet) -> Result<AgentView, Failure> {
        self.village(&set.village)?.agent_set(&set)
    }

    async fn icon_set(&self, set: IconSet) -> Result<AgentView, Failure> {
        self.village(&set.village)?.icon_set(set).await
    }

    async fn work_folders_set(&self, set: FolderSet) -> Result<Empty, Failure> {
        self.village(&set.village)?.work_folders_set(&set).await?;
        Ok(DONE)
    }

    async fn agent_duplicate(&self, id: AgentId) -> Result<AgentView, Failure> {
        self.village(&id.village)?.agent_duplicate(&id.agent)
    }

    async fn agent_delete(&self, id: AgentId) -> Result<Empty, Failure> {
        self.village(&id.village)?.agent_delete(&id.agent).await?;
        Ok(DONE)
    }

    async fn agent_restore(&self, id: AgentId) -> Result<AgentView, Failure> {
        self.village(&id.village)?.agent_restore(&id.agent)
    }

    async fn agent_start(&self, id: AgentId) -> Result<AgentView, Failure> {
        let (village, _) = self.agent(&id)?;
        village.agent_start(&id.agent).await?;
        Ok(self.agent(&id)?.1)
    }

    async fn agent_stop(&self, id: AgentId) -> Result<AgentView, Failure> {
        let (village, _) = self.agent(&id)?;
        village.halt(&id.agent).await;
        Ok(self.agent(&id)?.1)
    }

    async fn agents_start(&self, id: VillageId) -> Result<VillageView, Failure> {
        let village = self.village(&id.village)?;
        village.start_all().await?;
        village.view()
    }

    async fn agents_stop(&self, id: VillageId) -> Result<VillageView, Failure> {
        let village = self.village(&id.village)?;
        village.halt_all().await;
        village.view()
    }

    async fn document_get(&self, id: DocumentId) -> Result<DocumentText, Failure> {
        self.village(&id.village)?.document_get(id.agent.as_deref(), id.document)
    }

    async fn document_set(&self, set: DocumentSet) -> Result<DocumentText, Failure> {
        self.village(&set.village)?.document_set(set.agent.as_deref(), set.document, &set.text)
    }

    async fn template_save(&self, save: TemplateSave) -> Result<TemplateView, Failure> {
        let village = self.village(&save.village)?;
        blocking(move || village.template_save(save)).await
    }

    async fn template_delete(&self, id: TemplateId) -> Result<Empty, Failure> {
        let village = self.village(&id.village)?;
        blocking(move || village.template_delete(&id.template)).await?;
        Ok(DONE)
    }

    async fn key_set(&self, set: KeySet) -> Result<KeyStored, Failure> {
        let village = self.village(&set.village)?;
        blocking(move || village.key_set(&set.template, &set.key)).await
    }

    async fn key_clear(&self, id: TemplateId) -> Result<Empty, Failure> {
        let village = self.village(&id.village)?;
        blocking(move || village.key_clear(&id.template)).await?;
        Ok(DONE)
    }

    async fn local_models(&self, _: Empty) -> Result<LocalModels, Failure> {
        let limits = &self.services().limits;
        Ok(LocalModels { servers: limits.local.find(limits.model).await })
    }

    async fn presets(&self, _: Empty) -> Result<Presets, Failure> {
        Ok(village::presets())
    }

    async fn models(&self, ask: ModelsAsk) -> Result<Models, Failure> {
        self.village(&ask.village)?.models(ask).await
    }

    async fn template_ask(&self, id: TemplateId) -> Result<TemplateView, Failure> {
        self.village(&id.village)?.template_ask(&id.template).await
    }

    async fn vision_test(&self, id: TemplateId) -> Result<VisionReport, Failure> {
        self.village(&id.village)?.vision_test(&id.template).await
    }

    async fn mcp_get(&self, id: McpId) -> Result<McpFile, Failure> {
        self.village(&id.village)?.mcp_get(id.agent.as_deref())
    }

    async fn mcp_set(&self, set: McpSet) -> Result<McpFile, Failure> {
        let village = self.village(&set.village)?;
        village.mcp_set(set.agent.as_deref(), &set.text, set.approve).await
    }

    async fn mcp_test(&self, test: McpTest) -> Result<McpTestReport, Failure> {
        self.village(&test.village)?.mcp_test(&test.text, &test.server).await
    }

    async fn mcp_paste(&self, paste: McpPaste) -> Result<McpPasted, Failure> {
        self.village(&paste.village)?.mcp_paste(&paste).await
    }

    async fn mcp_take(&self, take: McpTake) -> Result<McpFile, Failure> {
        self.village(&take.village)?.mcp_take(take).await
    }

    async fn input_set(&self, set: InputSet) -> Result<KeyStored, Failure> {
        self.village(&set.village)?.input_set(set).await
    }

    async fn server_approve(&self, id: ServerId) -> Result<AgentView, Failure> {
        let village = self.village(&id.village)?;
        village.server_approve(&id.agent, &id.server, id.shared).await?;
        Ok(village.agent_view(&village.agent_file(&id.agent)?))
    }

    async fn server_retry(&self, id: ServerId) -> Result<AgentView, Failure> {
        let village = self.village(&id.village)?;
        village.server_retry(&id.agent, &id.server).await?;
        Ok(village.agent_view(&village.agent_file(&id.agent)?))
    }

    async fn permission_set(&self, set: PermissionSet) -> Result<AgentView, Failure> {
        let village = self.village(&set.village)?;
        village.permission_set(&set.agent, &set.tool, set.permission)?;
        Ok(village.agent_view(&village.agent_file(&set.agent)?))
    }

    async fn approval_answer(&self, answer: ApprovalAnswer) -> Result<Empty, Failure> {
        let waits = self.village(&answer.village)?.approvals.answer(&answer.id, answer.decision);
        if waits { Ok(DONE) } else { Err(Failure::new("approval-gone")) }
    }

    async fn question_answer(&self, answer: QuestionAnswer) -> Result<Empty, Failure> {
        self.village(&answer.village)?.question_answer(&answer)?;
        Ok(DONE)
    }

    async fn message_send(&self, send: MessageSend) -> Result<MessageSent, Failure> {
        self.village(&send.village)?.message_send(send).await
    }

    async fn message_withdraw(&self, row: RowId) -> Result<Empty, Failure> {
        self.village(&row.village)?.message_withdraw(&row.row)?;
        Ok(DONE)
    }

    async fn turn_stop(&self, id: AgentId) -> Result<Empty, Failure> {
        self.village(&id.village)?.turn_stop(&id.agent);
        Ok(DONE)
    }

    async fn stop_all(&self, id: VillageId) -> Result<Empty, Failure> {
        self.village(&id.village)?.stop_all();
        Ok(DONE)
    }

    async fn thread(&self, ask: ThreadAsk) -> Result<Thread, Failure> {
        let village = self.village(&ask.village)?;
        blocking(move || village.thread(&ask.session, ask.agent.as_deref(), ask.before.as_deref(), ask.limit))
            .await
    }

    async fn tool_outputs(&self, id: VillageId) -> Result<ToolOutputs, Failure> {
        Ok(ToolOutputs { outputs: self.village(&id.village)?.outputs.views() })
    }

    async fn approvals(&self, id: VillageId) -> Result<Approvals, Failure> {
        Ok(Approvals { approvals: self.village(&id.village)?.approvals.views() })
    }

    async fn questions(&self, id: VillageId) -> Result<Questions, Failure> {
        Ok(Questions { questions: self.village(&id.village)?.questions.views() })
    }

    async fn attachment_add(&self, add: AttachmentAdd) -> Result<AttachmentView, Failure> {
        self.village(&add.village)?.attachment_add(add).await
    }

    async fn attachment_remove(&self, id: AttachmentId) -> Result<Empty, Failure> {
        self.village(&id.village)?.attachments.remove(&id.id);
        Ok(DONE)
    }

    async fn media_save(&self, save: MediaSave) -> Result<SavedFile, Failure> {
        let village = self.village(&save.village)?;
        blocking(move || village.media_save(&save.source, &save.path)).await
    }

    async fn media_use(&self, id: VillageId) -> Result<MediaUse, Failure> {
        let village = self.village(&id.village)?;
        blocking(move || village.media_use()).await
    }

    async fn camera_sources(&self, id: VillageId) -> Result<CameraSources, Failure> {
        Ok(self.village(&id.village)?.camera_sources())
    }

    async fn camera_state(&self, id: VillageId) -> Result<CameraView, Failure> {
        Ok(self.village(&id.village)?.camera_view())
    }

    async fn camera_start(&self, start: CameraStart) -> Result<CameraView, Failure> {
        self.village(&start.village)?.camera_start(start.source, start.interval_ms).await
    }

    async fn camera_stop(&self, id: VillageId) -> Result<CameraView, Failure> {
        let village = self.village(&id.village)?;
        village.camera_stop().await;
        Ok(village.camera_view())
    }

    async fn frame_take(&self, take: FrameTake) -> Result<AttachmentView, Failure> {
        self.village(&take.village)?.frame_take(&take.agent, take.seq)
    }

    async fn log_read(&self, ask: LogAsk) -> Result<LogPage, Failure> {
        let folder = self.village(&ask.village)?.folder().to_owned();
        blocking(move || {
            let (old, current) = log::files(&folder);
            let filter = log::Filter {
                agent: ask.agent,
                kind: ask.kind,
                level: ask.level,
                since_ms: ask.since_ms,
                until_ms: ask.until_ms,
                text: ask.text,
            };
            Ok(log::page(&old, &current, &filter, ask.before, ask.limit.clamp(1, 5000) as usize))
        })
        .await
    }

    async fn log_verdicts(&self, id: VillageId) -> Result<Verdicts, Failure> {
        let folder = self.village(&id.village)?.folder().to_owned();
        blocking(move || {
            let (old, current) = log::files(&folder);
            Ok(Verdicts { verdicts: log::verdicts(&old, &current) })
        })
        .await
    }
}
