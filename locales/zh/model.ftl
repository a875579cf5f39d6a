### 除了人写的文档以外，组成提示的句子，由模型阅读。

## 标题

# 后面是村庄的规则。
heading-ordinance = # 村庄的规则
# 后面说明智能体是谁。
heading-construct = # 你是谁
heading-skill = # 你能做什么
heading-memory = # 你记得什么
heading-summary = # 之前对话的摘要
# Stands before the summary of finished rounds, within a turn that still goes on.
heading-rounds = # 本次任务中之前轮次的摘要
heading-roster = # 你可以询问谁
heading-plaza = # 村里最近说过的话

## 行

# $id：agent_1 等。$village：村庄的名称。
prompt-identity = 你是村庄“{ $village }”的{ $name }（{ $id }）。别人用什么语言问，就用什么语言回答。
# $tool：询问该智能体的工具。
roster-line = - { $name }（{ $id }）：用 { $tool } 询问
roster-empty = （没有）
# 村里的一句话。$text：缩成一行。
plaza-line = - { $name }：{ $text }
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
ask-parameter-forward-images = 同时发送本回合中工具返回的图像。
# 放在给对方的消息里。$count：本回合的图像张数。
delegation-images-dropped = （发送者看过的图像 { $count } 张没有附上）
delegation-images-forwarded = （附有发送者的图像 { $count } 张）
# 对方看不了图像时，放在询问者的结果里。
delegation-images-refused = （没有转交图像：{ $name }看不了图像）

## 摘要

summary-instruction = 请为你自己总结到目前为止的对话：被要求做什么、弄清了什么、决定了什么、还有什么没有完成。保留名称、数字和文件名。只写摘要。

## 视觉测试

# 给模型一张左右两色的图，再把回答与颜色词比较。
vision-question = 这张图的左半边是什么颜色，右半边是什么颜色？只用两个颜色词回答。
