### 练习模型的小语法和用词，以及练习村的内容。
### 词表用 | 分隔。在人的消息中按询问、状态、查看、帮助的顺序查找。
### 询问的词只有在同时提到其他智能体的名称时才算数。

## 在消息中查找的词

practice-words-help = 帮助 | 怎么用 | 能做什么 | 会做什么 | 你是谁
practice-words-ask = 问 | 请教 | 转告
practice-words-status = 状态 | 电池 | 电量 | 设置 | 连接
practice-words-look = 看 | 拍 | 照片 | 图像 | 图片 | 画面 | 相机 | 摄像 | 镜头 | 实时取景 | 帧 | 颜色
# Words that ask for what was seen earlier.
practice-words-recall = 记得 | 最初 | 最开始 | 刚才 | 到目前为止

## 颜色和位置的名称

practice-colour-black = 黑色
practice-colour-white = 白色
practice-colour-grey = 灰色
practice-colour-red = 红色
practice-colour-orange = 橙色
practice-colour-yellow = 黄色
practice-colour-green = 绿色
practice-colour-blue = 蓝色
practice-colour-purple = 紫色
practice-colour-pink = 粉色
practice-colour-brown = 棕色
practice-place-left = 左侧
practice-place-right = 右侧
practice-place-top = 上方
practice-place-bottom = 下方
practice-place-centre = 中央
# 一个位置和它的颜色，用 practice-separator 连接。
practice-at = { $place }{ $colour }
practice-separator = 、

## 回答

practice-who = 我不是 AI。我是练习模型：一个调用现有工具并测量返回图像的替身。
practice-can = 可以让我看（我会调用相机并测量图像），问状态（我会调用用文字回答的工具），或者说出另一个智能体的名称让我去问（我会询问并转述回答）。
practice-tools = 我的工具：{ $tools }。
practice-no-tools = 我没有工具。
practice-look-first = 我来调用 { $tool }。
# $places：每个位置的 practice-at。
practice-picture = 图像中：{ $places }；亮度 { $percent } %；{ $width }x{ $height } 像素。
practice-picture-number = 图像 { $number }：
practice-measured = 我不是 AI，只是测量图像的像素。
practice-no-picture = 我没有看到图像。
practice-undecodable = 收到了图像，但无法读取。
practice-no-camera = 我没有能返回图像的工具。
practice-no-status = 我没有用文字回答的工具。
# 后面是换行和工具的话。
practice-status = { $tool } 的回答：
practice-refused = { $tool } 没有执行或失败了。返回的话：
# 后面是换行和对方的话。
practice-answered = { $name }的回答：
practice-nobody = 我不认识叫这个名称的智能体。我可以问：{ $names }。
practice-nobody-at-all = 没有我可以问的智能体。
# 消息中没有别的话时，告诉对方的内容。
practice-default-question = 取一帧实时取景，说说里面有什么。
practice-summary = 练习模型的摘要：消息 { $count } 条。
# Follows practice-summary. $colours: colour words.
practice-summary-colours = 见过的颜色（按先后）：{ $colours }。
practice-recalled = 本次对话中测得的颜色（按先后）：{ $colours }。
practice-recalled-nothing = 本次对话中还没有测量过图像。

## 练习村

practice-village-name = 练习村
practice-template-name = 练习模型
practice-offer = 取一帧实时取景，说说里面有什么
practice-offer-status = 相机的状态怎么样？
practice-reception-name = 接待
practice-photographer-name = 摄影师
practice-reviewer-name = 审查员
practice-ordinance =
    这个村庄用于练习。没有任何内容离开这台电脑：相机是替身，模型也不是 AI。

    - 只说工具真正返回的内容。
    - 没有看到图像时，要说明。
practice-reception-construct =
    你接待来到这个村庄的人。需要相机的事交给摄影师，需要再看一遍的事交给审查员。
practice-photographer-construct =
    你通过相机观察，并说出画面里有什么。
practice-reviewer-construct =
    你再看一次相机，并说明别人的报告是否正确。

## 新村庄

# 智能体副本的名称。
agent-copy-name = { $name }（副本）
