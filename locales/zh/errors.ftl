### 无法完成的事情以及回答如何结束。供人阅读，使用其自己的语言。


## 应用程序

error-internal = Fuseforks 内部出现问题。没有数据丢失。请重试；如果再次发生，请查看 app.log。
error-bad-request = 窗口发出的请求格式不被此版本识别。
error-unknown-command = 窗口请求了 { $name }，但此版本没有该功能。
error-file-io = 无法读写 { $file }：{ $reason }。请检查文件夹权限和剩余空间。
error-file-missing = 没有文件 { $file }。请检查路径。
error-file-is-folder = { $file } 是文件夹，不是文件。请给出文件的路径。
error-folder-is-file = { $file } 是文件，不是文件夹。请给出文件夹的路径。
error-file-json = 无法解析 { $file }：第 { $line } 行第 { $column } 列：{ $reason }。文件未被改动，请在该处修正。
error-no-display = 没有显示器，无法打开窗口。请在桌面的终端中运行，或使用不需要窗口的命令行 `fuseforks`。
error-store-failed = 无法读写对话：{ $reason }。没有覆盖任何内容。
error-name-empty = 请输入名称。

## 村庄

error-village-missing = { $path } 中没有村庄。请选择含有 village.json 的文件夹，或新建村庄。
error-village-newer = { $path } 中的村庄由更新版本的 Fuseforks（格式 { $format }）写入。请更新 Fuseforks 后打开。
error-village-agent-id = { $file } 中有一个 ID 为 { $agent } 的智能体；ID 的形式应为 agent_1。请在该处修正。
error-village-locked = { $path } 中的村庄已在另一个 Fuseforks 中打开 (pid { $pid })。请先在那里关闭。
error-village-twice = { $path } 中村庄的另一个副本已打开。请先关闭另一个副本。
error-village-unknown = 此计算机上没有村庄 { $village }。请添加它的文件夹。
error-village-not-open = 村庄 { $village } 未打开。请先打开。
error-village-folder-not-empty = { $path } 不是空文件夹。请选择空文件夹或新文件夹。
error-session-unknown = 没有对话 { $session }。
error-session-busy = 此对话中还有智能体在工作。请先停止。

## 智能体与消息

error-agent-unknown = 此村庄中没有智能体 { $agent }。
error-agent-ambiguous = 有多个名为 { $agent } 的智能体。请使用 ID（如 agent_1）。
error-agent-no-template = { $name } 还没有模型。请在智能体设置中选择。
error-rounds-range = 轮数范围为 1 到 100。
error-tie-self = 智能体不能与自己建立联系。
error-role-unknown = 这个村庄里没有角色 { $role }。
error-role-long = 角色的文字最多 { $limit } 个字符。请缩短。
error-document-long = { $file } 超过 { $limit } KB。请缩短。
error-board-long = 黑板最多 { $limit } 个字符。请缩短。
error-board-changed = 期间有人在黑板上写了字。请看过新的内容，再保存一次。
error-work-folder-missing = 这台电脑上没有文件夹 { $folder }。请填写一个存在的文件夹的完整路径。
error-icon-unreadable = 无法读取这张图片。请选择 JPEG、PNG 或 WebP。
error-icon-unsupported = { $format } 图片不能作为图标。请选择 JPEG、PNG 或 WebP。
error-icon-too-large = 这张图片作为图标太大了。请选择小一些的图片。
error-message-empty = 请先输入消息。
error-message-long = 消息超过 { $limit } 个字符。请缩短，或改为发送文件。
error-message-gone = 该消息已在处理中。请使用停止。
error-inbox-full = 等待 { $name } 处理的消息太多。请稍候，或撤回一些。
error-agent-busy = { $name } 正在工作。请等这次回答结束，或先停止。
error-approval-gone = 此调用已不再等待答复。
error-question-gone = 这个问题已不再等待答复。
error-question-field =
    { $problem ->
        [missing] { $field } 需要填写。
        [too_small] { $field } 过短、过小或过少。
        [too_large] { $field } 过长、过大或过多。
        [not_a_choice] { $field } 不在可选项中。
       *[other] { $field } 不接受这个值。
    }

## 模板与密钥

error-template-unknown = 没有模板 { $template }。
error-template-ambiguous = 有多个名为 { $template } 的模板。请使用 ID（如 template_1）。
error-template-name = 请为模板命名。
error-template-model = 请输入模型名称。
error-template-url = 基础 URL 必须以 http:// 或 https:// 开头，且不含用户名或密码。
error-template-origin = 模板 { $template } 将连接 { $origin }，但尚未在此计算机上确认。请打开模板，检查地址并保存。
error-wire-unknown = 未知的协议 { $wire }。请从以下协议中选择：{ $wires }。
error-key-missing = 没有用于 { $template } 此地址的密钥。请在模板中输入。
error-key-locked = 此计算机的密钥存储已锁定或无响应，无法读取 { $template } 的密钥。请解锁后重试。
error-key-store = 此计算机的密钥存储拒绝了操作，无法读取或保存 { $template } 的密钥。
error-key-characters = 密钥中含有不应出现的字符（换行或非 ASCII 字符）。请重新复制。
error-key-empty = 密钥为空。请输入完整的密钥。
error-key-choice = { $url } 很可能需要密钥。请加上 --key-stdin（从 stdin 读取）、--key-env NAME（由环境变量提供）或 --no-key（没有密钥）。
error-key-variable = 应存放 { $template } 密钥的环境变量 { $variable } 未设置。
error-key-variable-trust = 模板 { $template } 想为 { $origin } 读取环境变量 { $variable }，但尚未在此计算机上确认。
error-llm =
    { $code ->
        [CANCELLED] 调用已停止。
        [UNREACHABLE] 无法连接模型服务器。请检查地址，并确认服务器正在运行。
        [CONNECTION_LOST] 与模型服务器的连接中断。请重新发送消息。
        [TIMEOUT] 模型服务器未及时响应。请重新发送消息，或检查服务器。
        [TOO_LARGE] 模型的回答超过上限。
        [KEY] 模型服务器拒绝了密钥 ({ $status })。请在模板中重新输入。
        [BILLING] 模型提供商账户余额不足或已达上限 ({ $status })。
        [RATE_LIMITED] 请求过多 ({ $status })。请稍候再发送。
        [SERVER] 模型服务器出错或过载 ({ $status })。请稍后重新发送。
        [NOT_FOUND] 模型或地址不存在 ({ $status })。请在模板中检查两者。
        [CONTEXT_TOO_LONG] 对话超出模型可读取的长度 ({ $status })。请开始新的对话。
        [IMAGES_REFUSED] 模型服务器拒绝了图像 ({ $status })。请选择能看图的模型，或不带图像发送。
        [INVALID_REQUEST] 模型服务器拒绝了请求 ({ $status })。请检查模板设置。
        [TRUNCATED] 回答在结束前中断。请重新发送消息。
        [MALFORMED] 服务器的回答不符合协议。请检查模板中的协议和地址。
       *[other] 模型调用失败 ({ $code }, { $status })。
    }

## 回答如何结束

error-turn-stopped = 这次回答在开始前已停止。如果仍然需要，请重新发送消息。
error-turn-interrupted =
    { $by ->
        [asker] 已没有人等待这个回答，因此停止：提问的智能体被停止，或等待时间过长。如果仍然需要，请再问一次。
        [closing] 村庄已关闭，因此停止。此前说过的内容会保留；要继续请发送新消息。
       *[person] 您停止了这次回答。此前说过的内容会保留；要继续请发送新消息。
    }
error-turn-failed =
    { $code ->
        [EMPTY_REPLY] 模型没有返回内容。请重新发送消息，或提高模板的输出上限。
       *[other] 这次回答在 Fuseforks 内部失败 ({ $code })。请重新发送消息。
    }
error-turn-tool-limit = 已达到此智能体的上限 { $rounds } 轮并停止。要继续请发送“继续”，或在设置中提高上限。
error-turn-repeat = { $tool } 一直返回相同结果，因此停止。请换一种问法。
# $tokens：折算 token 数。
error-turn-budget = 本次请求的预算（折算 { $tokens } 个 token）已用完。要继续请发送新消息，或在村庄的设置中提高预算。
error-turn-no-text = { $template } 没有再说什么。

## 服务器与工具

error-mcp-json =
    { $file } 第 { $line } 行第 { $column } 列：{ $reason ->
        [syntax] 不是 JSON。
        [too_long] 文本过长。
        [too_many] 服务器过多。
        [not_an_object] 文件必须是一个对象。
        [no_servers] 其中没有 "mcpServers" 或 "servers"。
        [empty_name] 有服务器没有名称。
        [duplicate] 有服务器重名。
        [not_a_server] 服务器必须是对象。
        [no_transport] 有服务器既没有 "command" 也没有 "url"。
        [unknown_type] 有服务器的 "type" 未知；请使用 "http" 或 "stdio"。
        [missing] 有服务器缺少其 "type" 所需的字段。
        [bad_field] 有字段的值类型不对。
        [bad_url] 有地址不以 http:// 或 https:// 开头。
       *[other] { $reason }。
    } 文件未被改动。
error-mcp-json-large = { $file } 超过 1 MB。
error-server-unknown = 此 mcp.json 中没有服务器 { $server }。
error-server =
    { $server }：{ $code ->
        [UNREACHABLE] 无法连接。请确认它正在运行且地址正确。
        [TIMEOUT] 在 { $detail } 秒内没有响应。
        [HTTP_STATUS] 返回了 HTTP { $detail }。
        [SIGN_IN_NEEDED] 访问令牌未被接受：缺失、错误或已过期。请在服务器的请求头中填入有效的访问令牌，或在服务器的卡片上输入。目前还不能从 Fuseforks 登录。
        [NOT_ALLOWED] 访问令牌有效，但权限不足。请为服务器设置权限足够的访问令牌。
        [OLD_SSE] 只支持旧的 HTTP+SSE 协议。请使用其 Streamable HTTP 地址（通常以 /mcp 结尾），或使用 mcp-remote 等桥接工具。
        [SPAWN_FAILED] { $detail ->
            [folder] 无法启动：要在其中运行的文件夹不存在。请重新建立该文件夹，或在智能体的设置中选择另一个。
           *[other] 无法启动 ({ $detail })。请检查命令。
        }
        [EXITED] 立即退出了。最后的输出见下方。
        [PROTOCOL] 响应不符合协议 ({ $detail })。这是 MCP 服务器的地址吗？
        [TOO_LARGE] 发送的消息超过大小上限。
        [CANCELLED] 连接过程中被停止。
        [RPC] 拒绝了连接。
        [BAD_CONFIG] 的配置无法使用。请检查地址、请求头或命令。
        [VARIABLE_UNSET] 需要变量 { $detail }，但未设置。
       *[other] 失败 ({ $code })。
    }
error-tool-unknown = 智能体当前没有工具 { $tool }。请检查其服务器是否已连接。
error-input-value = 请为 { $name } 输入一行内容。
error-input-store = 密钥库未能保存该值。未作任何更改。

## 附件与媒体

error-attachment-not-media = { $name } 不是图像、音频、视频或 PDF。
error-attachment-too-large = { $name } 过大：文件最多 { $limit } MB，图像每边不超过 16,384 像素、总共不超过 1.28 亿像素；为模型缩小后仍超过 2 MB 的图像也无法发送。
error-attachment-unsupported = { $name } 是 { $format } 图像，模型无法接收。请转换为 JPEG、PNG 或 WebP。
error-attachment-unreadable = { $name } 已损坏，无法读取。
error-attachment-full = 等待发送的文件太多。添加 { $name } 前请移除一些。
error-attachment-gone = 附件已不存在。请重新添加。
error-attachment-refused = 模型服务器拒绝了附件 { $names } ({ $status })。请选择能读取它的模型，或不带附件发送。
error-attachment-not-carried =
    { $kind ->
        [image] { $template } 不接收图像，无法发送 { $name }。请移除，或选择其他模型。
        [audio] { $template } 不接收音频，无法发送 { $name }。请移除，或选择其他模型。
        [video] { $template } 不接收视频，无法发送 { $name }。请移除，或选择其他模型。
       *[other] { $template } 不接收此类文件，无法发送 { $name }。请移除，或选择其他模型。
    }
error-media-gone = 它已不在内存中。
error-frame-gone = 此帧已不在内存中。请选择更新的帧。
error-camera-no-image = { $tool } 没有返回图像。
error-camera-failed = { $server } 没有响应 ({ $code })。面板会继续尝试。

## 命令行

error-conversation = 无法使用标准输入中的对话：{ $reason }。
error-arguments-json = 参数不是 JSON：{ $reason }。
error-bad-header = 请求头请写成 NAME=VALUE：{ $header }。
error-tool-call = { $tool } 没有返回结果 ({ $code })。
error-server-approval = { $server } 正在等待您允许启动。请在智能体卡片或其设置中允许。
error-server-slow = { $server } 仍在连接；这次回答将不使用它。
error-question-declined = { $server } 在调用途中提出了问题。没有人可以回答，已拒绝。
error-images-not-sent = { $template } 没有接收图像（{ $count } 张），已不带图像重新发送。
error-media-cap = 村庄的媒体文件夹已满，已删除最旧的文件（{ $files } 个）。

## Summaries

error-summary-failed = 之前的对话没有生成摘要：模型调用失败（{ $code }）。没有丢失任何内容，智能体会在没有摘要的情况下继续。
error-summary-empty = 之前的对话没有生成摘要：模型没有返回文字。没有丢失任何内容，智能体会在没有摘要的情况下继续。
error-summary-longer = 摘要比原来的对话还长，因此已丢弃。没有丢失任何内容，智能体会在没有摘要的情况下继续。
error-summary-nothing = 目前还没有可以总结的内容。
