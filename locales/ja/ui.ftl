# 画面のことば。キーは topic-thing。製品名や通信上の名前はそのまま。

app-title = Fuseforks
app-title-village = { $village } - Fuseforks
failure-unknown = 問題が起きました（{ $code }）。
boot-problem-title = Fuseforks を始められませんでした

## Actions

action-cancel = キャンセル
action-choose = 選ぶ...
action-close = 閉じる
action-copy = コピー
action-copied = コピーしました
action-open = 開く
action-retry = 再試行
action-undo = 元に戻す

## Panes

pane-agents = 村とエージェント
pane-centre = カメラとツール
pane-chat = 会話
pane-resize-agents = エージェント一覧の幅
pane-resize-chat = 会話の幅
toast-region = お知らせ

## Closing

close-title = まだ実行中です
close-text = いま閉じると実行中の応答は中断されます。すでに届いた分は残ります。
close-stay = 続ける
close-force = 止めて閉じる

## Villages

village-known = 村
village-switch = 村: { $village }。切り替える
village-broken = 開けません
village-new = 新しい村
village-add = フォルダーを開く...
village-none-title = 開いている村がありません
village-none-text = 村は、エージェントとモデルと会話が入ったフォルダーです。新しく作るか、もらったフォルダーを開いてください。
village-new-title = 新しい村
village-new-text = 村は、コピーも共有も中を読むこともできるフォルダーです。
village-name = 名前
village-name-empty = 名前を付けてください。
village-language = 言語
village-language-hint = エージェントが読み書きする言語です。画面の言語は変わりません。
village-practice = 練習用モデルとカメラ
village-practice-hint = キーもネットワークも使わずに全部を試せる 3 体のエージェントです。
village-folder = フォルダー
village-folder-default = このコンピューターの村フォルダーの中
village-create = 作る

## Agents

agent-list = エージェント
agent-name = エージェントの名前
agent-new = 新しいエージェント
agent-new-name = エージェント { $number }
agent-none-title = エージェントがまだいません
agent-none-text = エージェントは、自分のモデルと文書とツールを持つ、名前の付いた助手です。
agent-status-stopped = 停止中
agent-status-idle = 待機中
agent-status-thinking = 考えています
agent-status-running-tool = { $tool } を実行中
agent-status-waiting = 返事を待っています
agent-status-asking = 他のエージェントに質問中
agent-queued = { $count } 件のメッセージが待っています
agent-more = { $agent } のメニュー
agent-settings = 設定...
agent-rename = 名前を変える
agent-duplicate = 複製
agent-start = 起動
agent-stop = 停止
agent-delete = 削除
agent-deleted = { $agent } を削除しました。

## Servers of an agent

server-off = オフ
server-needs-approval = 許可が必要です
server-connecting = 接続中
server-ready = 接続済み、ツール { $tools } 個
server-failed = 失敗
server-sign-in = サインインが必要です
server-approve = 許可
server-approve-short = 許可
server-approve-title = { $server } を許可しますか？
server-approve-command = { $agent } がこのコンピューターで次のコマンドを起動しようとしています。内容が分かるときだけ許可してください。
server-approve-url = { $agent } が次のアドレスに接続し、そのツールを使おうとしています。信頼できるときだけ許可してください。

## Status bar

status-bar = ステータス
status-ready = 準備完了
status-running = { $count } 件を実行中
status-waiting = { $count } 体が返事を待っています
status-stop-all = すべて止める
status-trouble = { $count } 個のサーバーに対応が必要です
status-secrets = キーは今回の起動中だけ保持されます
status-secrets-hint = このコンピューターには、Fuseforks が使えるキーの保管場所がありません。
status-usage = 入力 { $input }（キャッシュ { $cached }%）、出力 { $output }
status-usage-hint = この会話の最後のリクエストのトークン数
status-no-model = モデルなし

## Shortcuts

shortcuts-title = キーボードショートカット
shortcut-group-window = ウィンドウ
shortcut-group-agents = エージェント
shortcut-group-chat = 会話
shortcut-palette = コマンドを探す
shortcut-settings = 設定
shortcut-tab-camera = カメラを表示
shortcut-tab-output = ツール出力を表示
shortcut-shortcuts = この一覧
shortcut-agent-previous = 前のエージェント
shortcut-agent-next = 次のエージェント
shortcut-agent-new = 新しいエージェント
shortcut-composer = メッセージを書く
shortcut-session-new = 新しい会話
shortcut-thread-all = 全員と 1 体の表示を切り替え
shortcut-send = 送信
shortcut-newline = 改行
shortcut-stop = 実行を止める
shortcut-rename = エージェントの名前を変える
shortcut-delete = エージェントを削除

## Doors to dialogs

template-list = モデル
settings-title = 設定
log-title = ログ

## Conversation

chat-all = すべて
chat-thread = 表示する会話
chat-log = 会話
chat-you = あなた
chat-to = 宛先
chat-gone-agent = { $id }（削除済み）
chat-announce = { $agent }: { $text }
chat-empty-title = { $agent } と話す
chat-empty-text = 頼みごとを書いたり、画像を添えたり、カメラに写っているものについて尋ねたりできます。
chat-no-agent-title = 話す相手がいません
chat-no-agent-text = 左でエージェントを作ると、ここで話せます。
chat-interrupted = ここで止めました
chat-queued = 実行中の応答が終わるのを待っています
chat-withdraw = 取り下げる
chat-copy = メッセージをコピー
chat-thinking = 考えています
chat-latest = 最新へ
chat-stop = 止める
session-untitled = 新しい会話
session-new = 新しい会話
session-all = すべての会話...
session-switch = 会話: { $title }。切り替える

## Composer

composer-placeholder = { $agent } へのメッセージ
composer-send = 送信
composer-queue = 実行中の応答のあとに送信
composer-queue-hint = この応答のあとに送られます
composer-attach = ファイルを添付
composer-attached = 添付
composer-detach = { $name } を外す
composer-drop = ここに置くと添付します
composer-frame = カメラの画像を添付
composer-frame-note = カメラ、保存しません
composer-refused = このモデルには渡せません
composer-no-model = { $agent } にはまだモデルがありません。
composer-no-key = モデル { $model } にはキーが必要です。
composer-cannot-carry = { $model } には { $names } を渡せません。外すか、別のモデルを選んでください。
composer-remedy-agent = モデルを選ぶ
composer-remedy-template = キーを入れる

## Tools in a conversation

tool-running = 実行中
tool-ok = 完了
tool-error = ツールがエラーを返しました
tool-interrupted = 終わる前に止めました
tool-images = 画像 { $count } 枚
tool-dropped = { $count } 件を除外
tool-drop = 除外: { $reason }
tool-open = 出力を見る
tool-not-kept = 出力はメモリーにだけ置かれ、もう残っていません。
drop-too-large = 大きすぎる画像
drop-too-many = 1 回の結果の上限を超えた画像
drop-unsupported = モデルが受け取れない形式の画像
drop-unreadable = 読み取れない画像
drop-no-vision = 画像（このモデルは画像を見られません）
drop-refused = モデルに拒否された画像

## Approvals

approval-title = { $agent } が { $tool } を使おうとしています
approval-arguments = 引数
approval-no-arguments = 引数なし。
approval-read-only = サーバーは、読むだけだと言っています。
approval-destructive = サーバーは、変更や削除をするかもしれないと言っています。
approval-once = 今回だけ
approval-conversation = この会話の間
approval-always = いつも許可
approval-deny = 拒否

## Turns

turn-rounds = { $count } 周
turn-tokens = 入力 { $input }、出力 { $output }
turn-detail = 入力 { $input } トークン（うちキャッシュ { $cached }）、出力 { $output }（うち推論 { $reasoning }）、上限 { $max } 周、{ $backend }
turn-stop-limit = 周回の上限に達しました
turn-stop-repeat = 停止: { $tool } の結果が変わりません
turn-stop-interrupted = 止めました
turn-stop-budget = 予算を使い切りました
turn-stop-failed = 失敗（{ $code }）
turn-stop-other = 終了（{ $code }）

## Pictures and sound

media-open = { $name } を大きく表示
media-save = 保存
media-saved = { $path } に保存しました
media-gone = もうありません
media-unplayable = ここでは再生できません。保存はできます。
artifact-alt = { $name }（{ $tool } より）
artifact-save-only = 大きすぎて表示できません

## Camera

camera-title = カメラ
camera-source = カメラのツール
camera-interval = 間隔
camera-fastest = できるだけ速く
camera-every = { $time } ごと
camera-start = 開始
camera-stop = 停止
camera-alt = カメラの映像
camera-press-start = 「開始」を押すとカメラが映ります。画像はメモリーにだけ置かれ、尋ねるまでどのモデルにも届きません。
camera-phase-off = オフ
camera-phase-starting = 準備中
camera-phase-live = ライブ
camera-phase-stale = 更新が止まっています
camera-phase-refused = 拒否されました
camera-phase-unreachable = つながりません
camera-age = 経過
camera-seq = 番号
camera-size = サイズ
camera-resolution = 画素数
camera-fps = 枚/秒
camera-sent = 送信先
camera-snapshot = この画像を保存
camera-ask = この画像について尋ねる
camera-none-title = カメラがまだありません
camera-none-text = NIK のように画像を返すツールを持つサーバーが必要です。追加するか、それを持つエージェントを起動してください。
camera-none-action = サーバーを追加
seen-title = モデルが見た画像
seen-open = { $agent } が { $tool } で見た画像を表示

## Tool output

output-title = ツール出力
output-filter = 表示する出力
output-input = 入力
output-output = 出力
output-user = あなただけに
output-seen = モデルが見た画像
output-none-title = ツールはまだ使われていません
output-none-text = ツールへの入力と結果、モデルに渡った画像がここに出ます。
output-none-agent = このエージェントはまだツールを使っていません。

## First run

firstrun-title = Fuseforks へようこそ
firstrun-text = あなたと話し、互いに尋ね合い、カメラの映像を見る、AI エージェントたちの村です。
firstrun-language = 言語
firstrun-leaves = このコンピューターから外へ出るもの
firstrun-fact-here = 会話と文書と画像は、このコンピューターのフォルダーに残ります。
firstrun-fact-sent = モデルに送ったものだけが、あなたが選んだ提供元へ届きます。練習の村は何も送りません。
firstrun-fact-keys = キーはシステムの保管場所に置かれ、ファイルには書かれません。
firstrun-doors = 始め方
firstrun-practice = 練習の村
firstrun-practice-text = 3 体のエージェントと練習用モデルとカメラの代役。キーもネットワークも不要です。
firstrun-practice-action = 試してみる
firstrun-own = 自分のモデル
firstrun-own-text = 提供元のキーを貼り付けるか、このコンピューターで動くモデルを使います。
firstrun-own-action = モデルを設定する
firstrun-folder = 村のフォルダーを開く

## Palette

palette-title = コマンドを探す
palette-placeholder = コマンド、エージェント、村の名前
palette-none = 見つかりません。
palette-group-command = コマンド
palette-group-agent = エージェント
palette-group-village = 村
palette-agent-settings = { $agent } の設定
