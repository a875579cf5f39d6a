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

close-title = 仍有任务在运行
close-text = 现在关闭窗口会中断正在运行的回答。已经输出的内容会保留。
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
village-practice-hint = 三个智能体，无需密钥和网络即可试用全部功能。
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

## Status bar

status-bar = 状态
status-ready = 就绪
status-running = { $count } 个任务运行中
status-waiting = { $count } 个智能体在等您
status-stop-all = 全部停止
status-trouble = { $count } 个服务器需要处理
status-secrets = 密钥仅在本次运行中保留
status-secrets-hint = 这台电脑没有 Fuseforks 可用的密钥库。
status-usage = 输入 { $input }（缓存 { $cached }%），输出 { $output }
status-usage-hint = 本对话最近一次请求的令牌数
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
shortcut-stop = 停止任务
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
chat-queued = 等待正在运行的任务结束
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
composer-queue = 在当前任务之后发送
composer-queue-hint = 将在本次任务后发出
composer-attach = 添加附件
composer-attached = 附件
composer-detach = 移除 { $name }
composer-drop = 松开即可添加
composer-frame = 附上相机画面
composer-frame-note = 相机画面，不保存
composer-refused = 该模型无法接收
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

## Turns

turn-rounds = { $count } 轮
turn-tokens = 输入 { $input }，输出 { $output }
turn-detail = 输入 { $input } 令牌（其中缓存 { $cached }），输出 { $output }（其中推理 { $reasoning }），最多 { $max } 轮，{ $backend }
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
camera-phase-off = 已关闭
camera-phase-starting = 正在启动
camera-phase-live = 实时
camera-phase-stale = 没有新画面
camera-phase-refused = 被拒绝
camera-phase-unreachable = 无法连接
camera-age = 时间
camera-seq = 编号
camera-size = 大小
camera-resolution = 像素
camera-fps = 张/秒
camera-sent = 已发给
camera-snapshot = 保存此画面
camera-ask = 询问此画面
camera-none-title = 还没有相机
camera-none-text = 智能体需要一个带有图像工具的服务器，例如 NIK。请添加一个，或启动拥有它的智能体。
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
firstrun-text = 由 AI 智能体组成的村庄：与您对话，彼此询问，并能看到您的相机画面。
firstrun-language = 语言
firstrun-leaves = 哪些内容会离开这台电脑
firstrun-fact-here = 对话、文档和图片都保存在这台电脑的文件夹中。
firstrun-fact-sent = 只有您发给模型的内容会传给您选择的服务商。练习村不发送任何内容。
firstrun-fact-keys = 密钥保存在系统的密钥库中，绝不写入文件。
firstrun-doors = 如何开始
firstrun-practice = 练习村
firstrun-practice-text = 三个智能体、一个练习模型和一台模拟相机。无需密钥，无需网络。
firstrun-practice-action = 试一试
firstrun-own = 您自己的模型
firstrun-own-text = 粘贴服务商的密钥，或使用这台电脑上运行的模型。
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
