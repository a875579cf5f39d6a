### 人が書く文書のほかに、プロンプトを組み立てる文。モデルが読む。

## 見出し

# 村の決まりが続く。
heading-ordinance = # 村の決まり
# エージェントが何者かが続く。
heading-construct = # あなたについて
heading-skill = # あなたにできること
heading-memory = # あなたが覚えていること
# $name: 役割の名前。
heading-role = # あなたの役割: { $name }
heading-summary = # これまでの会話の要約
# Stands before the summary of finished rounds, within a turn that still goes on.
heading-rounds = # このターンの前の周の要約
heading-roster = # あなたが尋ねられる相手
heading-plaza = # 最近村で話されたこと
# ユーザーとエージェントが村の黒板に書いたことが続く。各行は引用になる。
heading-board = # 村の黒板

## 行

# $id: agent_1 など。$village: 村の名前。
prompt-identity = あなたは村「{ $village }」の { $name }（{ $id }）です。話しかけられた言葉で答えてください。
# $tool: その相手に尋ねるツール。
roster-line = - { $name }（{ $id }）: { $tool } で尋ねる
# ツールを使えないモデル向け。$marker: [[agent_2]] など。
roster-line-marker = - { $name }（{ $id }）: { $marker } で引き継ぐ
# 名前と役割。
roster-role = { $name }、{ $role }
# $marker: その行の例。
marker-instruction = 尋ねて待つことはできません。この会話を引き継ぐときは、答えの最初の行に { $marker } だけを（引き継ぐ相手の id で）書き、続けて相手が知っておくべきことを書いてください。
roster-empty = （いません）
# 村での発言 1 つ。$id: 全文を読むための番号。$text: 1 行に縮めたもの。
plaza-line = - { $id } { $name }: { $text }
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
transfer-description = この会話を{ $name }に引き継ぎます。あなたの代わりに{ $name }が答え、あなたの番は終わります。
transfer-parameter-message = あなたが受けたメッセージ（一緒に渡ります）のほかに、相手が知っておくべきこと。
# $names: 尋ねられる相手と id。
plan-description = 何人かに同時に尋ね、全員の答えを待って、まとめて返します。尋ねられる相手: { $names }。
plan-parameter-asks = 誰に何を尋ねるか。同じ相手への同じ問いは 1 回と数えます。
plan-parameter-to = 相手の id。
# 引き継ぐ側の言葉と、元のメッセージの間に置く。
handoff-original = 引き継がれたメッセージ:
handed-on = （{ $name }に引き継ぎました）
handoff-denied = （実行していません: 会話の引き継ぎは許されていません）
handoff-twice = （実行していません: この会話はもう引き継がれています）
# $name: モデルが書いた名前か id。
ask-no-tie = （実行していません: { $name }に話しかけることは許されていません）
ask-empty = （実行していません: 伝えることがありません）
ask-cycle = （実行していません: { $name }は、あなたの答えにかかわる答えを待っています。分かることで答えてください）
ask-hops = （実行していません: この依頼はもう { $count } 回渡されていて、上限です。自分で答えてください）
ask-inbox = （実行していません: { $name }を待つメッセージが多すぎます）
ask-no-model = （実行していません: { $name }にはモデルがありません）
ask-timeout = （{ $name }は { $seconds } 秒以内に答えませんでした）
# $code: 失敗したターンのコード。
ask-failed = （{ $name }は答えられませんでした: { $code }）
# それまでに言ったことの下に置く。
ask-stopped = （{ $name }は止められました）
ask-budget = （{ $name }は止まりました: この依頼の予算を使い切りました）
ask-gone = （{ $name }へのメッセージは、答えのないまま取り下げられました）
ask-withdrawn = （実行していません: { $name }へのこの依頼は、ユーザーが取り下げました）
plan-too-many = （実行していません: 1 回に尋ねられるのは { $limit } 人までです）
plan-folded = （重なった問い { $count } 件は 1 回だけ尋ねました）

## どのエージェントにもあるツール

room-log-description = 村で話されたことの全文を、番号で返します。
room-log-parameter-id = 行の先頭の番号。
room-log-missing = （あなたが読めるものに、この番号はありません）
remember-description = 1 つのことを記憶に書きます。この先のどの会話でも読むので、短く、変わらないことだけを書いてください。
remember-parameter-text = 覚えること。1、2 文で。
remembered = （覚えました）
remember-known = （もう覚えています）
remember-full = （書いていません: 記憶がいっぱいです。利用者に縮めてもらってください）
remember-failed = （書いていません: 記憶を保存できませんでした）
board-read-description = 村の黒板を読みます。ユーザーとすべてのエージェントが共有する 1 つの文章です。
board-write-description = 村の黒板に書きます。ユーザーもすべてのエージェントも読みます。この仕事にかかわる全員が知っておくべきこと（決まったこと、残っていること、だれが何をするか）に使い、短く保ってください。
board-parameter-text = 書く文章（Markdown）。
board-parameter-replace = true なら黒板全体をこの文章に置き換えます。指定しなければ末尾に書き足します。
board-empty = （黒板には何も書かれていません）
board-written = （黒板に書きました）
board-full = （書けませんでした。黒板は { $limit } 文字までです。短い文章に置き換えてください。）
board-failed = （今は黒板を使えません）

## 要約

summary-instruction = ここまでの会話を、あなた自身のために要約してください。頼まれたこと、分かったこと、決まったこと、残っていることを書きます。名前、数、ファイル名は残してください。要約だけを書いてください。
# 要約するモデルに、したことを伝える。$arguments: JSON。
summary-called = （{ $tool } を { $arguments } で呼び出した）
# 改行とツールが返したものが続く。
summary-returned = （{ $tool } の結果）

## 画像の確認

# 左右 2 色の絵を渡し、答えを色の言葉と比べる。
vision-question = この絵の左半分は何色で、右半分は何色ですか。色の名前を 2 つだけ答えてください。
