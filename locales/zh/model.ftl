### 除了人写的文档以外，组成提示的句子，由模型阅读。

## 标题

# 后面是村庄的规则。
heading-ordinance = # 村庄的规则
# 后面说明智能体是谁。
heading-construct = # 你是谁
heading-skill = # 你能做什么
heading-memory = # 你记得什么
# $name：角色的名称。
heading-role = # 你的角色：{ $name }
heading-summary = # 之前对话的摘要
# Stands before the summary of finished rounds, within a turn that still goes on.
heading-rounds = # 这次回答中之前各轮的摘要
heading-roster = # 你可以询问谁
heading-plaza = # 村里最近说过的话
# 后面是用户和智能体写在村庄黑板上的内容，每一行都是引用。
heading-board = # 村庄的黑板

## 行

# $id：agent_1 等。$village：村庄的名称。
prompt-identity = 你是村庄“{ $village }”的{ $name }（{ $id }）。别人用什么语言问，就用什么语言回答。
# $tool：询问该智能体的工具。
roster-line = - { $name }（{ $id }）：用 { $tool } 询问
# 用于不能使用工具的模型。$marker：[[agent_2]] 等。
roster-line-marker = - { $name }（{ $id }）：用 { $marker } 移交
# 名称和角色。
roster-role = { $name }，{ $role }
# $marker：那一行的例子。
marker-instruction = 你不能询问并等待。要移交这段对话，请让回答的第一行只有 { $marker }（写接手者的 id），然后写上对方需要知道的内容。
roster-empty = （没有）
# 村里的一句话。$id：用来读全文的编号。$text：缩成一行。
plaza-line = - { $id } { $name }：{ $text }
plaza-empty = （没有）
# 没有取名的人的名称。
user-name = 用户
# 消息的第一行以这几个字开头。其他任何人都不能用它们开始一行，所以不要用日常的词。
sender-opening = 发送者：
# $id：user，或 agent_1 等。
sender-line = [{ sender-opening }{ $name } ({ $id })]
# 在历史中放在被停止打断的回复之后。
reply-interrupted = （用户在此停止了回复）
# 代替没有文字的回复。
reply-empty = （没有文字）

## 询问其他智能体

ask-description = 询问{ $name }，并等待回答。
ask-parameter-message = 要告诉或询问的内容。对方看不到这段对话，请写上理解所需的一切。
ask-parameter-forward-images = 同时发送这次回答中工具返回的图像。
# 放在给对方的消息里。$count：这次回答的图像张数。
delegation-images-dropped = （发送者看过的图像 { $count } 张没有附上）
delegation-images-forwarded = （附有发送者的图像 { $count } 张）
# 对方看不了图像时，放在询问者的结果里。
delegation-images-refused = （没有转交图像：{ $name }看不了图像）
transfer-description = 把这段对话移交给{ $name }，由{ $name }代你回答。你的这次回答随之结束。
transfer-parameter-message = 除了你收到的消息（会一并移交）之外，对方需要知道的内容。
# $names：可以询问的智能体和 id。
plan-description = 同时询问几个智能体，等待所有回答并汇总。你可以询问：{ $names }。
plan-parameter-asks = 问谁什么。对同一个智能体的同一个问题只算一次。
plan-parameter-to = 智能体的 id。
# 放在移交者的话和原消息之间。
handoff-original = 移交的消息：
handed-on = （已移交给{ $name }）
handoff-denied = （未执行：你不可以移交对话）
handoff-twice = （未执行：这段对话已经移交过了）
# $name：模型写的名称或 id。
ask-no-tie = （未执行：你不可以与{ $name }说话）
ask-empty = （未执行：没有要说的内容）
ask-cycle = （未执行：{ $name }正在等待一个取决于你的回答。请用你知道的内容回答）
ask-hops = （未执行：这个请求已经传递了 { $count } 次，到了上限。请自己回答）
ask-inbox = （未执行：等待{ $name }的消息太多）
ask-no-model = （未执行：{ $name }没有模型）
ask-timeout = （{ $name }在 { $seconds } 秒内没有回答）
# $code：失败的回答的代码。
ask-failed = （{ $name }无法回答：{ $code }）
# 放在此前所说的话下面。
ask-stopped = （{ $name }被停止了）
ask-budget = （{ $name }停止了：这个请求的预算已用完）
ask-gone = （给{ $name }的消息未经回答就被收回了）
ask-withdrawn = （未执行：用户撤回了给{ $name }的这项任务）
plan-too-many = （未执行：一次最多询问 { $limit } 个）
plan-folded = （重复的问题 { $count } 个只问了一次）

## 每个智能体都有的工具

room-log-description = 按编号给出村里说过的一段话的全文。
room-log-parameter-id = 行首的编号。
room-log-missing = （你可以读的内容里没有这个编号）
remember-description = 把一件事写进你的记忆。以后的每次对话你都会读到，所以要简短，只写不会变的内容。
remember-parameter-text = 要记住的内容，一两句话。
remembered = （记住了）
remember-known = （你已经记得了）
remember-full = （没有写入：你的记忆已满。请让用户缩短它）
remember-failed = （没有写入：记忆无法保存）
board-read-description = 读取村庄的黑板：用户和所有智能体共享的一段文字。
board-write-description = 在村庄的黑板上书写，用户和所有智能体都会读到。用来写下所有参与者需要知道的事：已作的决定、待办事项、谁做什么。请保持简短。
board-parameter-text = 要写的文字（Markdown）。
board-parameter-replace = 为 true 时用这段文字替换整个黑板；否则添加到末尾。
board-empty = （黑板是空的）
board-written = （已写在黑板上）
board-full = （未写入：黑板最多 { $limit } 个字符。请换成更短的文字。）
board-failed = （现在无法使用黑板）

## 摘要

summary-instruction = 请为你自己总结到目前为止的对话：被要求做什么、弄清了什么、决定了什么、还有什么没有完成。保留名称、数字和文件名。只写摘要。
# 告诉做摘要的模型做过什么。$arguments：JSON。
summary-called = （调用了 { $tool }，参数为 { $arguments }）
# 后面是换行和工具返回的内容。
summary-returned = （{ $tool } 的结果）

## 视觉测试

# 给模型一张左右两色的图，再把回答与颜色词比较。
vision-question = 这张图的左半边是什么颜色，右半边是什么颜色？只用两个颜色词回答。
