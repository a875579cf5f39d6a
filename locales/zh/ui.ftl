# 界面文字。键为 topic-thing。产品名和协议中的名称保持原样。

app-title = Fuseforks
app-title-village = { $village } - Fuseforks
failure-unknown = 出了问题（{ $code }）。
boot-problem-title = Fuseforks 无法启动

## Actions

action-cancel = 取消
action-choose = 选择...
action-close = 关闭
action-copy = 复制
action-copied = 已复制
action-open = 打开
action-remove = 移除
action-retry = 重试
action-undo = 撤销

## Panes

pane-agents = 村庄与智能体
pane-centre = 相机与工具
pane-chat = 对话
pane-resize-agents = 智能体列表的宽度
pane-resize-chat = 对话的宽度
toast-region = 消息

## Closing

close-title = 仍有回答在进行
close-text = 现在关闭窗口会中断正在进行的回答。已经输出的内容会保留。
close-stay = 继续运行
close-force = 停止并关闭

## Villages

village-known = 村庄
village-switch = 村庄：{ $village }。切换
village-broken = 无法打开
village-new = 新建村庄
village-add = 打开文件夹...
village-none-title = 没有打开的村庄
village-none-text = 村庄是一个文件夹，里面有智能体、模型和对话。请新建一个，或打开别人给您的文件夹。
village-new-title = 新建村庄
village-new-text = 村庄是一个可以复制、分享和查看的文件夹。
village-name = 名称
village-name-empty = 请填写名称。
village-language = 语言
village-language-hint = 智能体默认读写的语言。界面语言不受影响。
village-practice = 练习模型和相机
village-practice-hint = 三个智能体和一台相机，无需密钥和网络即可试用全部功能。
village-folder = 文件夹
village-folder-default = 位于本机的村庄文件夹中
village-create = 创建

## Agents

agent-list = 智能体
agent-name = 智能体的名称
agent-new = 新建智能体
agent-new-name = 智能体 { $number }
agent-none-title = 还没有智能体
agent-none-text = 智能体是有名字的助手，拥有自己的模型、文档和工具。
agent-status-stopped = 已停止
agent-status-idle = 就绪
agent-status-connecting = 正在等待 { $tool } 启动
agent-status-thinking = 思考中
agent-status-running-tool = 正在运行 { $tool }
agent-status-waiting = 等待您的答复
agent-status-asking = 正在询问其他智能体
agent-queued = { $count } 条消息在等待
agent-more = { $agent } 的更多操作
agent-settings = 设置...
agent-rename = 重命名
agent-duplicate = 复制一份
agent-start = 启动
agent-stop = 停止
agent-stop-turn = 停止当前回答
agent-delete = 删除
agent-deleted = 已删除 { $agent }。

## Servers of an agent

server-off = 已关闭
server-needs-approval = 需要您批准
server-connecting = 连接中
server-ready = 就绪，{ $tools } 个工具
server-failed = 失败
server-sign-in = 需要登录
server-approve = 允许
server-approve-short = 允许
server-approve-title = 允许 { $server } 吗？
server-approve-command = { $agent } 想在您的电脑上启动以下命令。请仅在了解其作用时允许。
server-approve-url = { $agent } 想连接以下地址并使用其工具。请仅在信任它时允许。
# $names: names of variables.
server-sets = 为它设置：{ $names }
server-reads = 从本机环境变量中交给它：{ $names }

## Status bar

status-bar = 状态
status-ready = 就绪
status-running = { $count } 个回答进行中
status-waiting = { $count } 个智能体在等您
status-stop-all = 全部停止
status-trouble = { $count } 个服务器需要处理
status-secrets = 密钥仅在本次运行中保留
status-secrets-hint = 这台电脑没有 Fuseforks 可用的密钥库。
status-usage = 输入 { $input }（缓存 { $cached }%），输出 { $output }
status-usage-hint = 本对话最近一次请求的 token 数
status-no-model = 无模型

## Shortcuts

shortcuts-title = 键盘快捷键
shortcut-group-window = 窗口
shortcut-group-agents = 智能体
shortcut-group-chat = 对话
shortcut-palette = 查找命令
shortcut-settings = 设置
shortcut-tab-camera = 显示相机
shortcut-tab-output = 显示工具输出
shortcut-shortcuts = 此列表
shortcut-agent-previous = 上一个智能体
shortcut-agent-next = 下一个智能体
shortcut-agent-new = 新建智能体
shortcut-composer = 写消息
shortcut-session-new = 新建对话
shortcut-thread-all = 切换全部或单个智能体
shortcut-send = 发送
shortcut-newline = 换行
shortcut-stop = 停止回答
shortcut-rename = 重命名智能体
shortcut-delete = 删除智能体

## Doors to dialogs

template-list = 模型
settings-title = 设置
log-title = 日志

## Conversation

chat-all = 全部
chat-thread = 显示谁的对话
chat-log = 对话
chat-you = 您
chat-to = 发给
chat-gone-agent = { $id }（已删除）
chat-announce = { $agent }：{ $text }
chat-empty-title = 与 { $agent } 对话
chat-empty-text = 提出请求、附上图片，或询问相机画面里的内容。
chat-no-agent-title = 没有可以对话的智能体
chat-no-agent-text = 请在左侧新建一个智能体，然后在这里写消息。
chat-interrupted = 在此停止
chat-queued = 等待当前回答结束
chat-withdraw = 撤回
chat-copy = 复制消息
chat-thinking = 思考中
chat-latest = 跳到最新
chat-stop = 停止
session-untitled = 新对话
session-new = 新建对话
session-all = 所有对话...
session-switch = 对话：{ $title }。切换

## Composer

composer-placeholder = 给 { $agent } 写消息
composer-send = 发送
composer-queue = 在当前回答之后发送
composer-queue-hint = 将在这次回答之后发出
composer-attach = 添加附件
composer-attached = 附件
composer-detach = 移除 { $name }
composer-drop = 松开即可添加
composer-frame = 附上相机画面
composer-frame-note = 相机画面，不保存
composer-refused = 该模型无法接收
composer-file-checking = 正在检查
composer-file-refused = 未能添加
composer-checking-files = { $count ->
    [1] 正在检查 { $name }
   *[other] 正在检查 { $count } 个文件
  }
composer-no-model = { $agent } 还没有模型。
composer-no-key = 模型 { $model } 需要密钥。
composer-cannot-carry = { $model } 无法接收 { $names }。请移除，或选择其他模型。
composer-remedy-agent = 选择模型
composer-remedy-template = 输入密钥

## Tools in a conversation

tool-running = 运行中
tool-ok = 完成
tool-error = 工具返回了错误
tool-interrupted = 在结束前被停止
tool-images = { $count } 张图像
tool-dropped = 略去 { $count } 项
tool-drop = 已略去：{ $reason }
tool-open = 查看输出
tool-not-kept = 输出只保存在内存中，现已不在。
drop-too-large = 过大的图像
drop-too-many = 超出单个结果上限的图像
drop-unsupported = 模型不支持的图像格式
drop-unreadable = 无法读取的图像
drop-no-vision = 图像（该模型看不到图像）
drop-refused = 被模型拒绝的图像

## Approvals

approval-title = { $agent } 想使用 { $tool }
approval-arguments = 参数
approval-no-arguments = 没有参数。
approval-read-only = 服务器称它只读取数据。
approval-destructive = 服务器称它可能修改或删除内容。
approval-once = 仅此一次
approval-conversation = 本次对话
approval-always = 始终允许
approval-deny = 拒绝

## 服务器的提问

question-title = { $server } 的提问
question-tool = { $agent } 正在使用 { $tool }
question-form-note = 您填写的内容会发送给这个服务器。请勿填写与它无关的密码。
question-required = 必填
question-choose = 请选择
question-min-max = { $min } 至 { $max }
question-min = 至少 { $min }
question-max = 至多 { $max }
question-send = 发送
question-decline = 拒绝
question-cancel = 不回答并关闭
question-url-note = 服务器希望您在浏览器中打开此地址。只有您同意才会打开。请先核对主机。
question-host = 主机
question-open = 在浏览器中打开

## Turns

turn-rounds = { $count } 轮
turn-tokens = 输入 { $input }，输出 { $output }
turn-detail = 输入 { $input } token（其中缓存 { $cached }），输出 { $output }（其中推理 { $reasoning }），最多 { $max } 轮，{ $backend }
turn-stop-limit = 已达轮数上限
turn-stop-repeat = 已停止：{ $tool } 的结果没有变化
turn-stop-interrupted = 已停止
turn-stop-budget = 预算已用完
turn-stop-failed = 失败（{ $code }）
turn-stop-other = 已结束（{ $code }）

## Pictures and sound

media-open = 放大显示 { $name }
media-save = 保存
media-saved = 已保存到 { $path }
media-gone = 已不存在
media-blocked = 本窗口的安全规则不允许显示，但可以保存。
media-unplayable = 无法在此播放，但可以保存。
artifact-alt = { $name }，来自 { $tool }
artifact-save-only = 过大，无法显示

## Camera

camera-title = 相机
camera-source = 相机工具
camera-interval = 间隔
camera-fastest = 尽可能快
camera-every = 每 { $time }
camera-start = 开始
camera-stop = 停止
camera-alt = 相机实时画面
camera-press-start = 按“开始”查看相机。画面只保存在内存中，在您提问之前不会发给任何模型。
camera-waiting = 正在等待第一张画面。相机应用可能正在请求许可，请到那里看一看。
camera-stopped = 面板已停止。解决上面的原因后，请按“开始”。
camera-phase-off = 已关闭
camera-phase-starting = 正在启动
camera-phase-live = 实时
camera-phase-stale = 没有新画面
camera-phase-refused = 被拒绝
camera-phase-unreachable = 无法连接
camera-age = 距今
camera-seq = 编号
camera-size = 大小
camera-resolution = 像素
camera-fps = 张/秒
camera-sent = 已发给
camera-snapshot = 保存此画面
camera-ask = 询问此画面
camera-none-title = 还没有相机
camera-none-text = 智能体需要一个带有图像工具的服务器，例如 NIK。请添加一个，或启动拥有它的智能体。
camera-none-start = 启动{ $name }
camera-none-action = 添加服务器
seen-title = 模型看到的图像
seen-open = 显示 { $agent } 用 { $tool } 看到的图像

## Tool output

output-title = 工具输出
output-filter = 显示谁的输出
output-input = 输入
output-output = 输出
output-user = 仅供您查看
output-seen = 模型看到的图像
output-none-title = 还没有运行过工具
output-none-text = 这里会显示工具的输入和结果，以及发给模型的图像。
output-none-agent = 该智能体还没有使用过工具。

## First run

firstrun-title = 欢迎使用 Fuseforks
firstrun-text = 由 AI 智能体组成的村庄：与您对话，使用工具，并能看到您的相机画面。
firstrun-language = 语言
firstrun-leaves = 哪些内容会离开这台电脑
firstrun-fact-here = 对话、文档和您附上的图片都保存在这台电脑的文件夹中。
firstrun-fact-sent = 智能体为回答而读取的内容（消息、文档、工具带来的内容）会传给其模型的服务商。练习村不发送任何内容。
firstrun-fact-keys = 密钥保存在系统的密钥库中，或仅在本次运行中保留，绝不写入文件。
firstrun-doors = 如何开始
firstrun-practice = 练习村
firstrun-practice-text = 三个智能体、一个练习模型和一台模拟相机。无需密钥，无需网络。
firstrun-practice-action = 试一试
firstrun-local = 这台电脑上的模型
firstrun-local-looking = 正在这台电脑上查找 Ollama、LM Studio 和 llama.cpp。
firstrun-local-found = { $servers } 有响应。不需要密钥，也没有任何内容离开这台电脑。
firstrun-local-none = Ollama、LM Studio 和 llama.cpp 的常用端口都没有响应。请启动其中一个，然后重新查找。
firstrun-local-model = 模型
firstrun-local-action = 使用它
firstrun-local-again = 重新查找
firstrun-own = 您自己的模型
firstrun-own-text = 粘贴 Anthropic、OpenAI、Google 等服务商的密钥，或填写您自己的服务器地址。
firstrun-own-action = 设置模型
firstrun-folder = 打开村庄文件夹

## Palette

palette-title = 查找命令
palette-placeholder = 输入命令、智能体或村庄
palette-none = 没有匹配项。
palette-group-command = 命令
palette-group-agent = 智能体
palette-group-village = 村庄
palette-agent-settings = { $agent } 的设置

## Saving

action-save = 保存
unsaved-title = 要保存更改吗？
unsaved-text = 有尚未保存的内容。
unsaved-discard = 放弃
unsaved-stay = 继续编辑

## Editor

editor-unsaved = 未保存
editor-saved = 已保存
editor-find = 查找
editor-replace-with = 替换为
editor-next = 下一个
editor-previous = 上一个
editor-all = 全选
editor-case = 区分大小写
editor-word = 全字匹配
editor-regexp = 正则表达式
editor-replace = 替换
editor-replace-all = 全部替换
editor-close = 关闭
editor-current = 当前匹配项
editor-on-line = 所在行
editor-replaced-line = 已替换第 { "$" } 行的匹配项
editor-replaced = 已替换 { "$" } 处
editor-goto = 转到行
editor-go = 转到
editor-deleted = 已删除所选内容
editor-control = 控制字符

## Settings of an agent

agent-dialog-title = { $agent } 的设置
agent-page-general = 常规
agent-page-documents = 文档
agent-page-servers = 服务器（MCP）
agent-page-permissions = 权限
agent-template = 模型
agent-template-hint = 它用来思考的模型。密钥和上限在模型中设置。
agent-template-none = 还没有模型
agent-template-choose = 选择模型
agent-template-manage = 模型...
agent-rounds = 每次回答的轮数
agent-rounds-hint = 回答之前最多可以使用工具并重新思考多少次（1 到 100）。
agent-running = 运行
agent-running-on = 可以回答消息，服务器已连接。
agent-running-off = 已停止，服务器已断开。收到消息时会启动。
tie-title = 关联
tie-text = 谁可以询问 { $agent }，{ $agent } 又可以询问谁。关联是单向的。
tie-asks = { $from } 可以询问 { $to }
tie-none = 这个村庄里还没有其他智能体。

## Documents

document-which = 文档
document-editor = { $name } 的正文
document-construct = 人格
document-skill = 技能
document-memory = 记忆
document-ordinance = 村规
document-construct-hint = 智能体是谁：性格、语气、看重什么。用 Markdown 书写，每次提示都会包含。
document-skill-hint = 智能体会做什么，以及怎么做。每次提示都会包含。
document-memory-hint = 智能体明天也应记得的事。每次提示都会包含。
document-ordinance-hint = 这个村庄所有智能体共同遵守的规则。在每次提示中位于最前。

## Servers (MCP)

mcp-hint = 服务器为智能体提供工具。可以直接粘贴 Claude Desktop、VS Code 或 Cursor 所用的文件。
mcp-hint-shared = 这个村庄的所有智能体都使用这些服务器。智能体自己的设置会叠加其上。
mcp-nik = 填入 NIK 的地址
mcp-nik-refused = 文本无法解析，因此没有填入。请先改正。
mcp-show-line = 显示该行
mcp-servers = 服务器
mcp-unsaved = 尚未保存
mcp-asleep = { $agent } 已停止，启动后才会连接服务器。
mcp-none-title = 还没有服务器
mcp-none-text = 在上方粘贴 mcp.json，或从 NIK 开始，它能显示尼康相机看到的画面。
mcp-command = 命令
mcp-address = 地址
mcp-protocol = MCP { $version }
mcp-shared = 共享文件...
mcp-test = 测试
mcp-test-title = 测试结果
mcp-test-good = 已连接 { $server }，用时 { $ms }，共 { $tools } 个工具。
mcp-test-protocol = 协议
mcp-test-tokens = 工具在每次请求中约占的 token 数
mcp-tools = { $count } 个工具
mcp-claims = 名称、说明和标记都是服务器的自述，Fuseforks 不以此为准。
mcp-approve-title = { $count ->
    [one] 允许这个服务器吗？
   *[other] 允许这些服务器吗？
  }
mcp-approve-text = 文件已保存。在您允许之前，不会启动任何程序，也不会连接任何地址。
mcp-approve-command = 在本机启动
mcp-approve-url = 连接到
mcp-approve-later = 暂不
mcp-paste = 粘贴配置...
mcp-input = { $name } 的值
mcp-input-save = 保存
paste-title = 粘贴配置
paste-text = Claude Desktop、Claude Code、VS Code、Cursor、Windsurf、Cline 或 Gemini CLI 所用的配置。读取时不会启动任何程序，也不会保存任何内容。
paste-label = 配置
paste-placeholder = 粘贴整个文件或其中一部分
paste-read = 读取
paste-back = 返回
paste-take = 添加
# Whose file it looks like. $count: servers in it.
paste-client-claude-desktop = 像是 Claude Desktop 的配置。服务器：{ $count }
paste-client-claude-code = 像是 Claude Code 的配置。服务器：{ $count }
paste-client-vs-code = 像是 VS Code 的配置。服务器：{ $count }
paste-client-cursor = 像是 Cursor 的配置。服务器：{ $count }
paste-client-windsurf = 像是 Windsurf 的配置。服务器：{ $count }
paste-client-cline = 像是 Cline 的配置。服务器：{ $count }
paste-client-gemini = 像是 Gemini CLI 的配置。服务器：{ $count }
paste-client-unknown = 服务器：{ $count }
paste-empty = 这段文本中没有服务器。
paste-take-one = 添加 { $server }
paste-name = 名称
paste-name-empty = 请填写名称。
paste-name-twice = 有两个相同的名称。
paste-sse = 这是旧的 HTTP+SSE 协议，Fuseforks 不支持。请改用其 streamable HTTP 地址（通常以 /mcp 结尾），或通过 mcp-remote 等桥接程序使用。
paste-caution = { $caution ->
    [elevates] 此命令会在本机请求更高的权限。
    [deletes] 此命令会删除文件。
    [shell] 这是一条 shell 命令，可以做任何事。
   *[other] 此命令涉及您的整个主目录或整个磁盘。
  }
paste-unset = 此处尚无值：{ $names }。有值之前不会启动。
paste-unsupported = 不会使用，但会保留：{ $fields }
paste-disabled = 在原配置中已停用。
paste-native = 不经过桥接程序，直接连接该地址
paste-split = 按空格拆分命令
paste-secrets = 将机密移入密钥库，文件中只保留名称：{ $names }

## Permissions

permission-text = 智能体想使用工具时如何处理。选择“询问”时，每次调用都会先给您看。
permission-of = { $tool } 的权限
permission-allow = 允许
permission-ask = 询问
permission-deny = 拒绝
permission-none-title = 还没有工具
permission-none-text = 智能体的服务器连接后，工具会显示在这里。
permission-none-action = 前往服务器
tool-claim-image = 图像
tool-claim-read = 只读
tool-claim-destroy = 可能更改或删除

## Models

template-dialog-title = 模型模板
template-dialog-text = 每个模板说明由哪个模型回答、它在哪里、如何调用。
template-new = 新建模板
template-delete = 删除
template-delete-title = 删除 { $name } 吗？
template-delete-text = 密钥也会一并删除，且无法撤销。
template-delete-used = { $agents } 将没有模型。密钥也会一并删除，且无法撤销。
model-preset = 提供方
model-practice = 练习模型在 Fuseforks 内部运行，不需要地址和密钥。它不是 AI，只按固定规则测量图像。
model-name = 名称
model-wire = 协议
model-url = 基础 URL
model-url-plain = 此地址未加密，密钥可能在途中被读取。
model-model = 模型
model-list = 此地址提供的模型
model-list-get = 获取模型列表
model-list-none = 地址有响应，但没有列出模型。请直接输入名称。
model-behaviour = 行为
model-default = 默认
model-effort = 推理强度
model-effort-hint = 回答之前思考多少。
model-effort-default = 默认
model-effort-none = 无
model-effort-low = 低
model-effort-medium = 中
model-effort-high = 高
model-temperature = 温度
model-temperature-hint = 0 最稳定，2 最自由。有些模型不接受。
model-temperature-wrong = 请输入 0 到 2 之间的数，或留空。
model-output = 回答上限
model-output-hint = 以 token 计，包括思考。
model-window = 上下文窗口
model-window-hint = 以 token 计，按提供方的说明填写。
model-tokens-wrong = 请输入大于 0 的整数，或留空。
model-tools = 工具
model-tools-hint = 没有工具时，智能体只能交谈。
wire-anthropic = Anthropic
wire-openai-compat = OpenAI 兼容
wire-openai-responses = OpenAI Responses
wire-gemini = Gemini
wire-xai-responses = xAI Responses
wire-meta-responses = Meta Responses
wire-perplexity-responses = Perplexity Responses
wire-ollama = Ollama
wire-practice = 练习
key-title = 密钥
key-needed = 此模型需要密钥
key-paste = 粘贴密钥
key-replace = 粘贴新密钥以替换
key-kept = 已为此地址保存密钥，不会再次显示。
key-clear = 移除密钥
key-missing = 缺少密钥
key-moved = 地址已更改。密钥只会发送到输入时的地址，请重新输入。
key-place-store = 保存在本机的密钥库中，仅用于此地址。
key-place-run = 本机没有 Fuseforks 可用的密钥库，密钥仅在本次运行中保留。
vision-title = 图像
vision-label = 能看图像吗
vision-hint = “自动”会询问能够回答的服务器，否则先发送并留意是否被拒绝。
vision-auto = 自动
vision-yes = 能
vision-no = 不能
vision-test = 测试
vision-test-save = 保存并测试
vision-test-text = 给模型看一张双色图像，问它看到了什么。会占用一次请求。
vision-sees = 能看图像
vision-blind = 不能看图像
vision-verdict-sees = 看得见：它说出了测试图像的两种颜色。
vision-verdict-does-not-see = 看不见：它没有说出测试图像的颜色。
vision-verdict-invents = 会编造：它说出了图像中没有的颜色。请勿相信它对图像的描述。
vision-told-yes = 服务器声明：可以接收图像。
vision-told-no = 服务器声明：不接收图像。除非选择“能”，否则不会发送图像。
vision-told-silent = 服务器没有说明是否接收图像。
vision-told-window = 上下文窗口为 { $tokens } 个词元。
vision-told-no-tools = 它不支持工具，因此不会提供工具。
vision-told-never = 尚未向服务器查询。
vision-ask = 查询服务器

## Settings

set-page-general = 常规
set-page-village = 村庄
set-page-servers = 共享服务器
set-page-camera = 相机与媒体
set-page-context = 长对话
set-page-privacy = 隐私
set-page-about = 关于
set-user = 您的名字
set-user-hint = 智能体对您的称呼，最多 32 个字符。
set-language = 语言
set-language-hint = 本窗口的语言。每个村庄有自己的语言。
set-theme = 外观
set-theme-system = 跟随系统
set-theme-light = 浅色
set-theme-dark = 深色
set-village-language-hint = 智能体读写所用的语言，从下一次回答起生效。
set-camera = 相机
set-media = 媒体
set-interval-hint = 相机面板获取画面的频率。智能体自己的调用优先。
set-upload = 图像或声音的最大大小
set-upload-hint = 工具结果中更大的内容会被略去，并告知智能体。
set-artifacts = 工具内容的保留量
set-artifacts-hint = 工具交给您的图像和声音。超过时，最旧的会被删除。
set-attachments = 附件的保留量
set-attachments-hint = 您发送过的文件。超过时，最旧的会被删除。
set-attachments-days = 附件保留
set-attachments-days-hint = 到期后文件会被删除，对话中仍会注明附过它。
set-used = { $hint }这个村庄目前有 { $size }。
set-context = 何时总结对话
set-threshold = 开始总结的比例
set-threshold-hint = 达到模型窗口的这个比例时，较早的部分会自动总结。
set-image-tokens = 每张图像按此计算
set-image-tokens-hint = 仅用于估算。数值过大会更早总结，过小则更晚。
set-idle = 停顿时间
set-idle-hint = 一次回答中停顿这么久之后，旧图像和网页工具的旧结果不再发送。
set-keep = 保留最新的
set-keep-hint = 停顿之后每一类保留的数量。
set-number-wrong = 请输入 { $min } 到 { $max } 之间的整数。
unit-percent = %
unit-tokens = token
unit-minutes = 分钟
unit-megabytes = MB
unit-days = 天
privacy-title = 哪些内容会离开这台电脑
privacy-here = 对话、文档、附件和日志都留在村庄的文件夹中。Fuseforks 不会向开发者发送您的任何信息。
privacy-models = 模型会收到消息、此前的对话、智能体的文档，以及该次回答中工具给出的图像。
privacy-servers = 服务器会收到智能体调用它时的参数。它返回的内容会交给智能体的模型。
privacy-camera = 相机面板的画面只留在内存中。除非您询问，或智能体自己取图，否则不会到达任何模型。
privacy-images = 工具给出的图像会尽量原样转交，包括相机写入的地点和时间。您附加的图像会去除这些信息。
privacy-keys-store = 密钥保存在本机的密钥库中，每个只对应一个地址，绝不写入村庄的文件。
privacy-keys-run = 本机没有 Fuseforks 可用的密钥库，因此密钥仅在本次运行中保留在内存里。
privacy-log = 日志只记录名称、大小和时间，绝不记录说过、看到或问过的内容。
privacy-receivers = 这个村庄的地址
privacy-receivers-text = 这个村庄按设置可能连接的所有地址。
privacy-none = 没有：这个村庄不连接任何地址。
privacy-model = 模型
privacy-server = 服务器
privacy-command = 程序
privacy-local = 这台电脑
privacy-away = 外部
privacy-variable = 由变量决定
about-version = 版本 { $version }
about-licence = 许可证
about-keys = 密钥
about-keys-store = 在本机的密钥库中
about-keys-run = 仅在本次运行中
about-village = 打开的村庄
about-text = 在您自己的电脑上，拥有相机、工具和彼此关联的 AI 智能体村庄。

## Log

log-lines = 行
log-turns = 回答
log-filter-text = 在日志中查找
log-filter-agent = 智能体
log-filter-kind = 行的种类
log-filter-level = 级别
log-level-info = 所有级别
log-level-warn = 警告和错误
log-level-error = 仅错误
log-filter-time = 时间
log-span-all = 任意时间
log-span-quarter = 最近 15 分钟
log-span-hour = 最近 1 小时
log-span-day = 最近 24 小时
log-span-week = 最近 7 天
log-span-between = 指定时间段
log-from = 从
log-until = 到
log-time-form = 例如 2026-12-01 14:05；今天可只写 14:05
log-any-agent = 所有智能体
log-any-kind = 所有种类
log-follow = 跟随
log-clear = 清除筛选
log-none-title = 没有记录
log-none-text = 智能体工作时，日志会逐渐增加。
log-none-match = 没有符合筛选条件的行。
log-count = fuseforks.log 与 fuseforks.log.old 共 { $total } 行
log-count-some = fuseforks.log 与 fuseforks.log.old 的 { $total } 行中有 { $matching } 行
verdict-empty-title = 还没有回答
verdict-empty-text = 这里逐次显示工具的图像是否到达了模型。
verdict-time = 时间
verdict-agent = 智能体
verdict-images = 图像到达模型了吗
verdict-count = 图像
verdict-rounds = 轮数
verdict-input = 输入 token
verdict-growth = 增量
verdict-growth-text = 下一轮的输入多了多少 token。只有文字时增加几十，模型读到图像时增加几百。
verdict-end = 结束方式
verdict-line = 显示该行
verdict-reached = 已到达
verdict-withheld = 未到达，没有发送
verdict-fallback = 未到达，被拒绝后去掉图像重发
verdict-failed = 未到达，在此之前失败
verdict-none = 没有图像
verdict-dropped = 略去 { $count } 个：{ $reason }
verdict-done = 完成
verdict-more = 显示更早的（{ $count }）

## Conversations

history-title = 对话
history-search = 在所有对话中搜索
history-found = 找到 { $count } 条消息
history-no-hits = 没有找到
history-no-hits-text = 没有消息包含这些词。请减少或更换词语。
history-none = 还没有对话
history-none-text = 给智能体写消息后，对话会保存在这里。
history-current = 当前
history-messages = { $count } 条消息
history-title-of = { $title } 的标题
history-rename = 重命名 { $title }
history-export = 导出 { $title }
history-delete = 删除
history-delete-of = 删除 { $title }
history-delete-title = 删除这个对话吗？
history-delete-text = “{ $title }”以及一同保存的图像和声音将被删除，且无法撤销。

## Map

map-title = 关联图
map-node = 智能体
map-edge = 关联
map-hint = 从一个智能体的圆点拖到另一个，即可允许它询问。
map-fit = 显示全部
map-resize = 关联图的高度
map-tie-both = { $from } 与 { $to } 可以互相询问
map-cut = 断开
map-cut-title = 断开这条关联吗？
map-cut-text = { $from } 将不能再询问 { $to }。
map-cut-both = { $from } 与 { $to } 将不能再互相询问。若只断开一个方向，请使用智能体的设置。
map-node-help = 按 Enter 选中智能体，再用方向键移动。关联也可以在智能体的设置中更改。
map-edge-help = 按 Enter 并确认后断开关联。
map-handle = 从这里引出关联
map-moved = 已移动到 { $x }, { $y }

## How full a window is, and summaries

context-short = { $percent }%
context-meter = 上下文已用 { $percent }%：{ $used } / { $window } token。到 { $at } 时自动总结。
context-title = 上下文
context-intro = 智能体对这次对话的记忆会进入每一次请求。在它占满模型窗口之前，较早的部分会被总结。不会删除任何内容，原文随时可以阅读。
context-used = { $used } / { $window } token
context-at = 到 { $at } token 时自动总结。
context-assumed = 没有人说明这个模型的窗口有多大，这是假定值；可在模型设置中填写。
context-busy = 正在工作。
context-nothing = 目前还没有可以总结的内容。
context-stopped = 尚未启动。
context-cost = 现在总结会涵盖 { $exchanges } 组往来，模型将读取约 { $cost } token。
context-plan = 现在总结会调用模型 { $calls } 次，共读取约 { $cost } token。
context-plan-nothing = 现在没有可以总结的内容。
context-summarise = 总结并继续
context-settings = 何时总结
context-done = 已为 { $count } 个智能体完成总结，对话从那里继续。
summary-exchanges = { $name } 以摘要形式记住之前的 { $count } 组往来
summary-rounds = { $name } 总结了这次回答的 { $count } 轮
summary-size = { $before } → { $after } 字符
summary-note = 模型读取这份摘要，而不再读取上面的消息。原消息保持不变。
summary-rounds-note = 在这次回答结束之前，模型读取的是这份摘要，而不是那几轮的内容。
summary-originals = 查看原文

## 工作状态

work-title = 工作
work-waves = 谁问了谁
work-which = 显示什么
work-none-title = 还没有智能体询问过别的智能体
work-none-agents = 请再新建一个智能体，然后在图上把两者关联起来。它们之间的询问会显示在这里。
work-none-ties = 请在图上从一个智能体拉一条关联到另一个。它们之间的询问会显示在这里。
work-none-ask = 给 { $from } 写：“问 { $to } 能做什么。”谁问了谁、进行到哪一步，都会显示在这里。
work-kind-ask = 询问
work-kind-plan = 同时询问 { $count } 个
work-kind-handoff = 把对话转交给
work-hop = 第 { $hop } 跳
work-hop-hint = 该请求经过的智能体数量，最多 8 个
work-state-queued = 等待中
work-state-running = 工作中
work-state-done = 已回答
work-state-failed = 没有结果
work-state-stopped = 已停止
work-code-timeout = 没有及时回答。请再问一次，或一次少问一些。
work-code-cycle = 对方自己也在等待回答，因此永远无法回答。
work-code-hops = 请求经过的智能体太多。请直接问那个智能体。
work-code-inbox = 等待它处理的消息太多。请稍后再试，或撤回一些。
work-code-budget = 该请求的预算已用完。可以在村庄设置中提高。
work-code-gone = 消息已被撤回，或智能体已停止。
work-code-other = 该次回答以 { $code } 结束。详情见其对话。
work-stop-task = 停止 { $agent }
work-withdraw-task = 撤回给 { $agent } 的任务
work-stop-hint = 结束 { $agent } 的这次回答，以及它发出的所有询问
plaza-title = 广场
plaza-about = 最近说过的话，本村的智能体读到的就是这些。可以在智能体的设置中选择不参与。
plaza-none-title = 还没有人说话
plaza-none-text = 给智能体写一句话。其他智能体读到的内容会显示在这里。
map-passing-asks = { $count ->
   *[other] { $from } 正在询问 { $to }（{ $count } 个）
  }
map-passing-waits = { $from } 在等 { $to } 开始
map-passing-hands = { $from } 已把对话转交给 { $to }
budget-short = { $spent } / { $limit }
budget-meter = 该请求的预算：已用 { $spent } / { $limit } 折算 token，为进行中的调用预留 { $held }。点击可修改。

## 共同生活

agents-start = 启动所有智能体
agents-stop = 停止所有智能体
shortcut-tab-work = 显示工作状态
chat-queued-agent = 等智能体空闲
agent-together = 与其他智能体
agent-role = 角色
agent-role-hint = 与其他智能体共有的部分，写入每次提示。
agent-role-none = 无角色
agent-role-manage = 角色...
agent-handoff = 允许转交
agent-handoff-hint = 它可以把对话交给另一个智能体，自己不再继续。不影响询问。
agent-plaza = 参与广场
agent-plaza-hint = 它读到村里最近说过的话，它说的话也会被读到。
agent-remembers = 写入记忆
agent-remembers-hint = 它可以自己记下明天还应知道的事。
role-title = 角色
role-text = 多个智能体可以共有的内容。在智能体的设置中选择角色。
role-new = 新建角色
role-which = 角色
role-none = 还没有角色。请给第一个角色取名，并写明它的智能体做什么。
role-name = 角色名称
role-body = 内容
role-body-hint = 每次提示都会告诉该角色的所有智能体。最多 20,000 个字符。
role-used = { $count ->
   *[other] { $count } 个智能体
  }
role-delete-title = 删除角色“{ $role }”？
role-delete-text = 没有智能体使用它。此操作无法撤销。
role-delete-used = { $count ->
   *[other] { $count } 个智能体将没有角色。此操作无法撤销。
  }
set-budget = 单个请求的预算
set-budget-hint = 参与该请求的所有智能体的折算 token：输入按 1 倍计，缓存输入按十分之一计，输出按 4 倍计。留空则使用默认的 1,000,000。

## 图标、工作文件夹、黑板

agent-icon = 图标
set-icon = 您的图标
icon-hint = JPEG、PNG 或 WebP。取中间部分做成小图片。
icon-choose = 选择图片…
icon-remove = 移除
folder-group = 工作文件夹
folder-label = 这台电脑上的文件夹
folder-hint = 智能体的服务器命令在这里运行，mcp.json 中的 ${ "{" }workspaceFolder{ "}" } 也指这里。只保存在这台电脑上，不写入村庄。
folder-none = 无
folder-choose = 选择文件夹
folder-others = 让其他智能体也使用此文件夹
folder-share = 也用于另外 { $count } 个智能体
board-title = 黑板
board-about = 村里所有人共用的一段文字：您在这里写，智能体也会读和写。
board-none-title = 黑板上还没有内容
board-none-text = 写下所有智能体都应知道的事。参与村庄的智能体在每条消息时都会读到，也会在上面书写。
board-write = 书写
board-edit = 编辑
board-by = 最后书写：{ $name }，{ $time }
board-changed = 期间 { $name } 在黑板上写了字。
board-take = 采用新的内容
board-keep = 保留我的内容
shortcut-tab-board = 显示黑板
