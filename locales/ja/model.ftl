### 人が書く文書のほかに、プロンプトを組み立てる文。モデルが読む。

## 見出し

# 村の決まりが続く。
heading-ordinance = # 村の決まり
# エージェントが何者かが続く。
heading-construct = # あなたについて
heading-skill = # あなたにできること
heading-memory = # あなたが覚えていること
heading-summary = # これまでの会話の要約
# Stands before the summary of finished rounds, within a turn that still goes on.
heading-rounds = # このターンの前の周の要約
heading-roster = # あなたが尋ねられる相手
heading-plaza = # 最近村で話されたこと

## 行

# $id: agent_1 など。$village: 村の名前。
prompt-identity = あなたは村「{ $village }」の { $name }（{ $id }）です。話しかけられた言葉で答えてください。
# $tool: その相手に尋ねるツール。
roster-line = - { $name }（{ $id }）: { $tool } で尋ねる
roster-empty = （いません）
# 村での発言 1 つ。$text: 1 行に縮めたもの。
plaza-line = - { $name }: { $text }
plaza-empty = （ありません）
# 名前を決めていない人の名前。
user-name = 利用者
# メッセージの最初の行はこの言葉で始まる。ほかの誰もこの言葉で行を始められないので、ふだん使う言葉にしない。
sender-opening = 送り手:
# $id: user、または agent_1 など。
sender-line = [{ sender-opening } { $name } ({ $id })]
# 履歴で、停止によって切れた返事の後に置く。
reply-interrupted = （利用者がここで止めました）
# 言葉のない返事の代わり。
reply-empty = （言葉なし）

## ほかのエージェントへの依頼

ask-description = { $name }に尋ねて、答えを待ちます。
ask-parameter-message = 伝えること、尋ねること。相手にはこの会話が見えないので、必要なことはすべて書いてください。
ask-parameter-forward-images = このターンでツールが返した画像も送ります。
# 相手へのメッセージに入れる。$count: このターンの画像の枚数。
delegation-images-dropped = （送り手が見た画像 { $count } 枚は付いていません）
delegation-images-forwarded = （送り手からの画像 { $count } 枚が付いています）
# 相手が画像を見られないとき、尋ねた側の結果に入れる。
delegation-images-refused = （画像は渡していません: { $name }は画像を見られません）

## 要約

summary-instruction = ここまでの会話を、あなた自身のために要約してください。頼まれたこと、分かったこと、決まったこと、残っていることを書きます。名前、数、ファイル名は残してください。要約だけを書いてください。

## 画像の確認

# 左右 2 色の絵を渡し、答えを色の言葉と比べる。
vision-question = この絵の左半分は何色で、右半分は何色ですか。色の名前を 2 つだけ答えてください。
