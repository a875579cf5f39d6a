### 工具和回答过程写入结果与工具输出栏的句子，由模型阅读。
### 其中有些行会被人用程序读取，翻译时一个字都不能改。

## 工具输出行等固定的行

# $images：每张图像的 pane-image，用 pane-separator 连接。中文不编号，先写张数。
pane-line = （图像 { $count } 张：{ $images }）
pane-image =
    { $number ->
       *[other] { $format } { $kb } KB
    }
pane-separator = 、
# 在工具消息只能放文字的线路上，放在结果图像之前。$tool：模型调用的名称。
caption = （{ $tool } 结果中的图像 { $count } 张）
images-only = （图像 { $count } 张）
empty-result = （空结果）
# 后面是换行和服务器自己的话。
tool-error-prefix = 工具返回了错误:
older-images-omitted = （之前轮次的图像已省略）
image-not-sent = （图像无法发送给此模型）

## 被略去的图像。$count：同一原因的张数。

dropped-too-large = （略去了图像 { $count } 张：过大）
# $format：PNG、GIF、HEIC 等。
dropped-unsupported = （略去了图像 { $count } 张：不支持 { $format } 格式）
dropped-unreadable = （略去了图像 { $count } 张：无法读取）
# $limit：一个结果中保留的张数。
dropped-too-many = （略去了图像 { $count } 张：一个结果最多 { $limit } 张）
dropped-cancelled = （略去了图像 { $count } 张：调用已被停止）

## 结果中不交给模型的部分

# 不是文字的资源。$name 和 $mime 是服务器的话。
notice-resource = （非文字内容：{ $name }、{ $mime }、{ $kb } KB）
notice-link = （链接：{ $name }、{ $mime }、{ $uri }）
notice-link-sized = （链接：{ $name }、{ $mime }、{ $kb } KB、{ $uri }）
mime-unknown = 类型未知
name-unknown = 无名称
notice-audio = （音频不会交给模型）
notice-audio-kept = （音频不会交给模型，用户可以播放）
notice-image-for-user = （图像 { $count } 张只给用户看）
notice-text-for-user = （此结果的文字只给用户看）
# $kind：服务器的话。
notice-unknown-block = （略去了未知种类的部分：{ $kind }）
# $limit：一个结果中读取的部分数。
notice-too-many-blocks = （略去了后面 { $count } 个部分：一个结果最多 { $limit } 个）
# $limit：一个结果中保留的图像和音频数。
notice-too-many-media = （略去了图像或音频 { $count } 个：一个结果最多 { $limit } 个）
notice-media-too-large = （略去了超过 { $mb } MB 的部分）
notice-media-unreadable = （略去了无法读取的部分）
# 放在截断处。
text-cut = （在此截断：还有 { $characters } 个字符）
# 代替结构化数据中的 base64。
data-omitted = （略去了数据：{ $kb } KB）

## 没有执行的调用，失败的调用

repeated-call = （没有执行：{ $tool } 已用相同的参数返回过相同的结果。请使用那个结果，或换一种做法。）
malformed-arguments = （没有执行：{ $tool } 的参数不是 JSON 对象）
call-cancelled = （用户已停止）
tool-denied = （没有执行：用户不允许使用 { $tool }）
tool-needs-approval = （没有执行：{ $tool } 需要用户批准，但现在无人答复）
tool-unknown = （没有执行：没有名为 { $tool } 的工具）
tool-timeout = { $tool } 在 { $seconds } 秒内没有应答
tool-unreachable = 无法连接服务器 { $server }
tool-stopped = { $tool } 被服务器取消
tool-too-large = { $tool } 的结果超过 { $mb } MB
tool-protocol = 服务器 { $server } 的应答不符合协议
tool-needs-sign-in = 服务器 { $server } 拒绝访问：访问令牌缺失、错误或已过期。在用户为它设置有效令牌之前，再次调用也无济于事
tool-not-allowed = 服务器 { $server } 拒绝了这项操作：访问令牌有效，但权限不足。在用户为它设置权限足够的令牌之前，再次调用也无济于事
tool-needs-trust = 服务器 { $server } 正在等待用户允许启动
# $status：HTTP 状态码。
tool-http = 服务器 { $server } 返回了 HTTP { $status }
tool-failed = { $tool } 失败

## 用户的附件

kind-image = 图像
kind-audio = 音频
kind-video = 视频
kind-pdf = PDF
kind-file = 文件
# $kind：上面的词之一。
attachment-not-carried = （附件 { $name } 无法发送：此模型不接受{ $kind }）
# 回答结束后留在历史中的内容。$sha：SHA-256 的十六进制。
attachment-fact = （附件：{ $name }、{ $kind }、{ $kb } KB、SHA-256 { $sha }）
# 用户询问的相机画面。$tool：来源。
frame-fact = （相机画面 { $name }，只在那条消息中出示：{ $kb } KB、SHA-256 { $sha }）
