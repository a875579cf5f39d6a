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
action-remove = 外す
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
village-practice-hint = キーもネットワークも使わずに全部を試せる、3 人のエージェントとカメラです。
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
agent-status-connecting = { $tool } の起動を待っています
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
agent-stop-turn = いまの応答を止める
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
# $names: names of variables.
server-sets = 設定する変数: { $names }
server-reads = このコンピューターの環境変数から渡すもの: { $names }

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
composer-file-checking = 確認中
composer-file-refused = 添付できません
composer-checking-files = { $count ->
    [1] { $name } を確認しています
   *[other] { $count } 個のファイルを確認しています
  }
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

## サーバーからの質問

question-title = { $server } からの質問
question-tool = { $agent } が { $tool } を使用中
question-form-note = 入力した内容はこのサーバーに送られます。関係のないパスワードは入力しないでください。
question-required = 必須
question-choose = 選んでください
question-min-max = { $min } から { $max }
question-min = { $min } 以上
question-max = { $max } 以下
question-send = 送る
question-decline = 断る
question-cancel = 答えずに閉じる
question-url-note = サーバーは、このアドレスをブラウザーで開くよう求めています。許可したときだけ開きます。先にホストを確かめてください。
question-host = ホスト
question-open = ブラウザーで開く

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
media-blocked = このウィンドウの安全規則により表示できません。保存はできます。
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
camera-waiting = 最初の画像を待っています。カメラのアプリが許可を求めているかもしれません。そちらを確認してください。
camera-stopped = パネルは停止しました。上の理由が解消したら「開始」を押してください。
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
camera-none-start = { $name } を起動
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
firstrun-text = あなたと話し、道具を使い、カメラの映像を見る、AI エージェントたちの村です。
firstrun-language = 言語
firstrun-leaves = このコンピューターから外へ出るもの
firstrun-fact-here = 会話と文書と、添付した画像は、このコンピューターのフォルダーに残ります。
firstrun-fact-sent = エージェントが答えるために読むもの（メッセージ、文書、ツールの結果）は、そのモデルの提供元へ送られます。練習の村は何も送りません。
firstrun-fact-keys = キーはシステムの保管場所か、この起動の間だけメモリーに置かれ、ファイルには書かれません。
firstrun-doors = 始め方
firstrun-practice = 練習の村
firstrun-practice-text = 3 人のエージェントと練習用モデルとカメラの代役。キーもネットワークも不要です。
firstrun-practice-action = 試してみる
firstrun-local = このコンピューターのモデル
firstrun-local-looking = このコンピューターで Ollama、LM Studio、llama.cpp を探しています。
firstrun-local-found = { $servers } が応答しました。キーは不要で、このコンピューターの外へは何も出ません。
firstrun-local-none = Ollama、LM Studio、llama.cpp のいつものポートからは応答がありません。どれかを起動してから、もう一度探してください。
firstrun-local-model = モデル
firstrun-local-action = これを使う
firstrun-local-again = もう一度探す
firstrun-own = 自分のモデル
firstrun-own-text = Anthropic、OpenAI、Google などのキーを貼り付けるか、自分のサーバーのアドレスを指定します。
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

## Saving

action-save = 保存
unsaved-title = 変更を保存しますか？
unsaved-text = まだ保存していない文章があります。
unsaved-discard = 破棄
unsaved-stay = 編集に戻る

## Editor

editor-unsaved = 未保存
editor-saved = 保存しました
editor-find = 検索
editor-replace-with = 置換後の文字
editor-next = 次へ
editor-previous = 前へ
editor-all = すべて選択
editor-case = 大文字と小文字を区別
editor-word = 単語単位
editor-regexp = 正規表現
editor-replace = 置換
editor-replace-all = すべて置換
editor-close = 閉じる
editor-current = 現在の一致
editor-on-line = 行
editor-replaced-line = { "$" } 行目を置換しました
editor-replaced = { "$" } 件を置換しました
editor-goto = 行へ移動
editor-go = 移動
editor-deleted = 選択した文字を削除しました
editor-control = 制御文字

## Settings of an agent

agent-dialog-title = { $agent } の設定
agent-page-general = 一般
agent-page-documents = 文書
agent-page-servers = サーバー（MCP）
agent-page-permissions = 権限
agent-template = モデル
agent-template-hint = 考えるのに使うモデルです。キーや上限はモデル側で設定します。
agent-template-none = モデルがまだありません
agent-template-choose = モデルを選ぶ
agent-template-manage = モデル...
agent-rounds = 1 回の応答の周回数
agent-rounds-hint = 答えるまでに、ツールを使って考え直せる回数です（1〜100）。
agent-running = 動作
agent-running-on = メッセージに答えられます。サーバーにも接続しています。
agent-running-off = 停止中です。サーバーは切断されています。メッセージを送ると起動します。
tie-title = つながり
tie-text = { $agent } に質問できる相手と、{ $agent } が質問できる相手です。つながりは一方向です。
tie-asks = { $from } が { $to } に質問できる
tie-none = この村には、まだ他のエージェントがいません。

## Documents

document-which = 文書
document-editor = { $name } の本文
document-construct = 人格
document-skill = スキル
document-memory = 記憶
document-ordinance = 村の決まり
document-construct-hint = このエージェントが何者か。性格、口調、大切にしていること。Markdown で書き、毎回のプロンプトに入ります。
document-skill-hint = このエージェントにできることと、その進め方。毎回のプロンプトに入ります。
document-memory-hint = このエージェントが明日も覚えておくべきこと。毎回のプロンプトに入ります。
document-ordinance-hint = この村の全エージェントに共通の決まり。毎回のプロンプトの先頭に入ります。

## Servers (MCP)

mcp-hint = サーバーはエージェントにツールを渡します。Claude Desktop、VS Code、Cursor 用のファイルをそのまま貼り付けられます。
mcp-hint-shared = この村の全エージェントが使うサーバーです。エージェントごとの設定はこれに加わります。
mcp-nik = NIK のアドレスを入れる
mcp-nik-refused = 本文を解釈できないため、何も入れませんでした。先に直してください。
mcp-show-line = 行を表示
mcp-servers = サーバー
mcp-unsaved = 未保存
mcp-asleep = { $agent } は停止中です。起動するとサーバーに接続します。
mcp-none-title = サーバーがまだありません
mcp-none-text = 上に mcp.json を貼り付けるか、ニコンのカメラの映像を見せる NIK から始めてください。
mcp-command = コマンド
mcp-address = アドレス
mcp-protocol = MCP { $version }
mcp-shared = 共有ファイル...
mcp-test = 接続テスト
mcp-test-title = テストの結果
mcp-test-good = { $server } に { $ms } で接続しました。ツールは { $tools } 個です。
mcp-test-protocol = プロトコル
mcp-test-tokens = リクエストごとにツールが使うトークン（およそ）
mcp-tools = ツール { $count } 個
mcp-claims = 名前、説明、印は、サーバーが自分で述べているものです。Fuseforks はこれを当てにしません。
mcp-approve-title = { $count ->
   *[other] このサーバーを許可しますか？
  }
mcp-approve-text = ファイルは保存しました。ここで許可するまで、何も起動せず、どこにも接続しません。
mcp-approve-command = このコンピューターで起動
mcp-approve-url = 接続先
mcp-approve-later = 今はしない
mcp-paste = 設定を貼り付ける...
mcp-input = { $name } の値
mcp-input-save = 保存
paste-title = 設定を貼り付ける
paste-text = Claude Desktop、Claude Code、VS Code、Cursor、Windsurf、Cline、Gemini CLI の設定です。読むだけでは何も起動せず、何も保存しません。
paste-label = 設定
paste-placeholder = ファイル全体、または一部を貼り付けてください
paste-read = 読み取る
paste-back = 戻る
paste-take = 追加
# Whose file it looks like. $count: servers in it.
paste-client-claude-desktop = Claude Desktop の設定のようです。サーバー { $count } 個
paste-client-claude-code = Claude Code の設定のようです。サーバー { $count } 個
paste-client-vs-code = VS Code の設定のようです。サーバー { $count } 個
paste-client-cursor = Cursor の設定のようです。サーバー { $count } 個
paste-client-windsurf = Windsurf の設定のようです。サーバー { $count } 個
paste-client-cline = Cline の設定のようです。サーバー { $count } 個
paste-client-gemini = Gemini CLI の設定のようです。サーバー { $count } 個
paste-client-unknown = サーバー { $count } 個
paste-empty = この本文にサーバーはありません。
paste-take-one = { $server } を追加
paste-name = 名前
paste-name-empty = 名前を付けてください。
paste-name-twice = 同じ名前が 2 つあります。
paste-sse = これは古い HTTP+SSE 方式で、Fuseforks は使えません。提供元の streamable HTTP のアドレス（末尾が /mcp のことが多い）を使うか、mcp-remote などのブリッジを通してください。
paste-caution = { $caution ->
    [elevates] このコマンドは、このコンピューターでより強い権限を求めます。
    [deletes] このコマンドはファイルを削除します。
    [shell] これはシェルの行で、何でもできます。
   *[other] このコマンドは、ホームフォルダー全体かディスク全体を指しています。
  }
paste-unset = まだ値がありません: { $names }。値が入るまで起動しません。
paste-unsupported = 使いませんが、残します: { $fields }
paste-disabled = 元の設定では無効になっていました。
paste-native = ブリッジを使わず、アドレスに直接つなぐ
paste-split = コマンドを空白で区切る
paste-secrets = 秘密の値をキーストアに移し、ファイルには名前だけを残す: { $names }

## Permissions

permission-text = エージェントがツールを使おうとしたときの動作です。「確認」にすると、呼び出しのたびにあなたに見せます。
permission-of = { $tool } の権限
permission-allow = 許可
permission-ask = 確認
permission-deny = 拒否
permission-none-title = ツールがまだありません
permission-none-text = エージェントのサーバーに接続すると、ここにツールが並びます。
permission-none-action = サーバーへ
tool-claim-image = 画像
tool-claim-read = 読むだけ
tool-claim-destroy = 変更や削除の可能性

## Models

template-dialog-title = モデルのテンプレート
template-dialog-text = どのモデルが、どこで、どのように答えるかを決めます。
template-new = 新しいテンプレート
template-delete = 削除
template-delete-title = { $name } を削除しますか？
template-delete-text = キーも削除します。元に戻せません。
template-delete-used = { $agents } のモデルがなくなります。キーも削除します。元に戻せません。
model-preset = 提供元
model-practice = 練習用モデルは Fuseforks の中で動きます。アドレスもキーも要りません。AI ではなく、決まった規則に従って画像を測ります。
model-name = 名前
model-wire = プロトコル
model-url = ベース URL
model-url-plain = このアドレスは暗号化されないため、途中でキーを読み取られるおそれがあります。
model-model = モデル
model-list = このアドレスにあるモデル
model-list-get = モデル一覧を取得
model-list-none = 応答はありましたが、モデルの一覧は空でした。名前を直接入力してください。
model-behaviour = 動作
model-default = 既定
model-effort = 推論の深さ
model-effort-hint = 答える前にどれだけ考えるか。
model-effort-default = 既定
model-effort-none = なし
model-effort-low = 低
model-effort-medium = 中
model-effort-high = 高
model-temperature = 温度
model-temperature-hint = 0 は最も安定し、2 は最も自由です。受け付けないモデルもあります。
model-temperature-wrong = 0 から 2 までの数にするか、空にしてください。
model-output = 回答の上限
model-output-hint = トークン数。思考を含みます。
model-window = コンテキスト長
model-window-hint = トークン数。提供元の示す値です。
model-tokens-wrong = 1 以上の整数にするか、空にしてください。
model-tools = ツール
model-tools-hint = ツールなしでは、話すことだけができます。
wire-anthropic = Anthropic
wire-openai-compat = OpenAI 互換
wire-openai-responses = OpenAI Responses
wire-gemini = Gemini
wire-xai-responses = xAI Responses
wire-meta-responses = Meta Responses
wire-perplexity-responses = Perplexity Responses
wire-ollama = Ollama
wire-practice = 練習用
key-title = キー
key-needed = このモデルにはキーが必要
key-paste = キーを貼り付け
key-replace = 入れ替えるキーを貼り付け
key-kept = このアドレス用のキーを保管しています。再び表示することはありません。
key-clear = キーを消す
key-missing = キーがありません
key-moved = アドレスが変わりました。キーは入力したときのアドレスにしか送られないため、もう一度入力してください。
key-place-store = このコンピューターのキー保管庫に、このアドレス専用として保管します。
key-place-run = このコンピューターには Fuseforks が使えるキー保管庫がないため、キーは今回の起動中だけ保持します。
vision-title = 画像
vision-label = 画像を見られるか
vision-hint = 「自動」では、答えるサーバーには尋ね、そうでなければ送ってみて拒否に気付きます。
vision-auto = 自動
vision-yes = 見られる
vision-no = 見られない
vision-test = テスト
vision-test-save = 保存してテスト
vision-test-text = 2 色の画像を見せて、何が見えるか尋ねます。リクエスト 1 回分です。
vision-sees = 画像を見られます
vision-blind = 画像を見られません
vision-verdict-sees = 見えています。テスト画像の 2 色を言い当てました。
vision-verdict-does-not-see = 見えていません。テスト画像の色を答えませんでした。
vision-verdict-invents = 作り話をします。画像にない色を答えました。画像についての発言は信用しないでください。
vision-told-yes = サーバーの申告: 画像を受け取れます。
vision-told-no = サーバーの申告: 画像は受け取れません。「見られる」を選ばない限り、画像は送りません。
vision-told-silent = 画像を受け取れるかどうか、サーバーは示していません。
vision-told-window = コンテキスト長は { $tokens } トークンです。
vision-told-no-tools = ツールは使えないので、渡しません。
vision-told-never = サーバーにはまだ問い合わせていません。
vision-ask = サーバーに問い合わせる

## Settings

set-page-general = 一般
set-page-village = 村
set-page-servers = 共有サーバー
set-page-camera = カメラとメディア
set-page-context = 長い会話
set-page-privacy = プライバシー
set-page-about = このアプリについて
set-user = あなたの名前
set-user-hint = エージェントからの呼び名です。32 文字まで。
set-language = 言語
set-language-hint = 画面の言語です。村にはそれぞれの言語があります。
set-theme = 外観
set-theme-system = システム
set-theme-light = ライト
set-theme-dark = ダーク
set-village-language-hint = エージェントが読み書きする言語です。次の応答から変わります。
set-camera = カメラ
set-media = メディア
set-interval-hint = カメラパネルが画像を取りに行く間隔です。エージェント自身の呼び出しが優先されます。
set-upload = 画像や音声の最大サイズ
set-upload-hint = ツールの結果にこれより大きいものがあれば除き、エージェントに伝えます。
set-artifacts = ツールからのものを残す量
set-artifacts-hint = ツールがあなたに渡した画像や音声です。これを超えると古いものから消えます。
set-attachments = 添付を残す量
set-attachments-hint = あなたが送ったファイルです。これを超えると古いものから消えます。
set-attachments-days = 添付を残す期間
set-attachments-days-hint = 期間が過ぎたファイルは消えますが、添えたことは会話に残ります。
set-used = { $hint }この村では現在 { $size } です。
set-context = 会話を要約するとき
set-threshold = 要約を始める割合
set-threshold-hint = モデルのコンテキストウィンドウのこの割合に達すると、古い部分を自動的に要約します。
set-image-tokens = 画像 1 枚の見積もり
set-image-tokens-hint = 見積もりにだけ使います。大きすぎると要約が早く、小さすぎると遅くなります。
set-idle = 間隔
set-idle-hint = ターンの途中でこの時間が空くと、古い画像とウェブツールの古い結果を送信内容から除きます。
set-keep = 残す新しいものの数
set-keep-hint = 間が空いたあとに、種類ごとに残す数です。
set-number-wrong = { $min } から { $max } までの整数にしてください。
unit-percent = %
unit-tokens = トークン
unit-minutes = 分
unit-megabytes = MB
unit-days = 日
privacy-title = このコンピューターから外へ出るもの
privacy-here = 会話、文書、添付、ログは村のフォルダーに残ります。Fuseforks が開発元へあなたの情報を送ることはありません。
privacy-models = モデルには、メッセージ、それまでの会話、エージェントの文書、その応答の中でツールが返した画像が届きます。
privacy-servers = サーバーには、エージェントの呼び出しの引数が届きます。サーバーが返したものはエージェントのモデルへ渡ります。
privacy-camera = カメラパネルの画像はメモリーにだけ置かれます。あなたが尋ねるか、エージェント自身が撮るまで、どのモデルにも届きません。
privacy-images = ツールの画像は、できる限りそのまま渡します。カメラが書き込んだ場所や日時も含まれます。あなたが添付した画像からは取り除きます。
privacy-keys-store = キーはこのコンピューターのキー保管庫にあり、それぞれ 1 つのアドレスに結び付いています。村のファイルには書かれません。
privacy-keys-run = Fuseforks が使えるキー保管庫がこのコンピューターにないため、キーは今回の起動中だけメモリーに置かれます。
privacy-log = ログに残るのは名前、サイズ、時間だけです。話した内容、映ったもの、尋ねた内容は残りません。
privacy-receivers = この村の接続先
privacy-receivers-text = この村の設定で接続しうる相手のすべてです。
privacy-none = ありません。この村はどこにも接続しません。
privacy-model = モデル
privacy-server = サーバー
privacy-command = プログラム
privacy-local = このコンピューター
privacy-away = 外部
privacy-variable = 変数で決まる
about-version = バージョン { $version }
about-licence = ライセンス
about-keys = キー
about-keys-store = このコンピューターのキー保管庫
about-keys-run = 今回の起動中だけ
about-village = 開いている村
about-text = カメラとツールと互いのつながりを持つ AI エージェントの村を、自分のコンピューターで。

## Log

log-lines = 行
log-turns = 応答
log-filter-text = ログ内を検索
log-filter-agent = エージェント
log-filter-kind = 行の種類
log-filter-level = 重要度
log-level-info = すべての重要度
log-level-warn = 警告とエラー
log-level-error = エラーのみ
log-filter-time = 時刻
log-span-all = 全期間
log-span-quarter = 直近 15 分
log-span-hour = 直近 1 時間
log-span-day = 直近 24 時間
log-span-week = 直近 7 日
log-span-between = 期間を指定
log-from = 開始
log-until = 終了
log-time-form = 例: 2026-12-01 14:05。今日なら 14:05 だけ
log-any-agent = 全エージェント
log-any-kind = すべての種類
log-follow = 追従
log-clear = 絞り込みを解除
log-none-title = 行がありません
log-none-text = エージェントが働くと、ここに記録されます。
log-none-match = 絞り込みに合う行がありません。
log-count = fuseforks.log と fuseforks.log.old に { $total } 行
log-count-some = fuseforks.log と fuseforks.log.old の { $total } 行のうち { $matching } 行
verdict-empty-title = まだ応答がありません
verdict-empty-text = ツールの画像がモデルに届いたかどうかを、応答ごとに表示します。
verdict-time = 時刻
verdict-agent = エージェント
verdict-images = 画像はモデルに届いたか
verdict-count = 画像
verdict-rounds = 周回
verdict-input = 入力トークン
verdict-growth = 増加
verdict-growth-text = 次の周で入力が何トークン増えたか。文字だけなら数十、モデルが読んだ画像なら数百増えます。
verdict-end = 終わり方
verdict-line = この行を表示
verdict-reached = 届いた
verdict-withheld = 届かず（送らなかった）
verdict-fallback = 届かず（拒否され、画像なしで再送）
verdict-failed = 届かず（その前に失敗）
verdict-none = 画像なし
verdict-dropped = { $count } 件を除外: { $reason }
verdict-done = 完了
verdict-more = 以前のものを表示（{ $count }）

## Conversations

history-title = 会話
history-search = すべての会話から検索
history-found = { $count } 件のメッセージが見つかりました
history-no-hits = 見つかりませんでした
history-no-hits-text = この言葉を含むメッセージはありません。言葉を減らすか変えてみてください。
history-none = 会話がまだありません
history-none-text = エージェントにメッセージを送ると、会話がここに残ります。
history-current = 表示中
history-messages = { $count } 件のメッセージ
history-title-of = { $title } の題名
history-rename = { $title } の題名を変える
history-export = { $title } を書き出す
history-delete = 削除
history-delete-of = { $title } を削除
history-delete-title = この会話を削除しますか？
history-delete-text = 「{ $title }」と、一緒に保管している画像や音声を削除します。元に戻せません。

## Map

map-title = つながりの地図
map-node = エージェント
map-edge = つながり
map-hint = 点から別のエージェントへドラッグすると、質問できるようになります。
map-fit = 全体を表示
map-resize = 地図の高さ
map-tie-both = { $from } と { $to } は互いに質問できる
map-cut = 切る
map-cut-title = このつながりを切りますか？
map-cut-text = { $from } は { $to } に質問できなくなります。
map-cut-both = { $from } と { $to } は互いに質問できなくなります。片方だけを切るには、エージェントの設定を使ってください。
map-node-help = Enter で選び、矢印キーで動かせます。つながりはエージェントの設定でも変えられます。
map-edge-help = Enter を押すと、確認のあとでつながりを切ります。
map-handle = ここからつながりを引く
map-moved = { $x }, { $y } に移動しました

## How full a window is, and summaries

context-short = { $percent }%
context-meter = コンテキスト { $percent }%: { $window } トークン中 { $used }。{ $at } で自動的に要約します。
context-title = コンテキスト
context-intro = エージェントがこの会話について覚えていることは、毎回のリクエストに入ります。モデルのコンテキストウィンドウを埋めすぎる前に、古い部分を要約します。何も削除されず、元の会話はいつでも読めます。
context-used = { $window } トークン中 { $used }
context-at = { $at } トークンで自動的に要約します。
context-assumed = このモデルのコンテキストウィンドウの大きさは指定されていないため仮の値です。モデルの設定で指定できます。
context-busy = いま作業中です。
context-nothing = 要約するものはまだありません。
context-stopped = 開始していません。
context-cost = いま要約すると { $exchanges } 往復分になり、モデルは約 { $cost } トークンを読みます。
context-plan = いま要約すると、モデルを { $calls } 回呼び出し、合わせて約 { $cost } トークンを読みます。
context-plan-nothing = いま要約するものはありません。
context-summarise = 要約して続ける
context-settings = 要約のタイミング
context-done = { $count } 人のエージェントについて要約しました。会話はそこから続きます。
summary-exchanges = { $name } は以前の { $count } 往復を要約として覚えています
summary-rounds = { $name } はこのターンの { $count } 周を要約しました
summary-size = { $before } → { $after } 文字
summary-note = モデルは上のメッセージの代わりにこれを読みます。元のメッセージはそのまま残ります。
summary-rounds-note = このターンが終わるまで、モデルはその周の代わりにこれを読みました。
summary-originals = 元の会話を見る

## 作業の状況

work-title = 作業
work-waves = 誰が誰に質問したか
work-which = 表示するもの
work-none-title = まだエージェント同士の質問はありません
work-none-agents = もう 1 つエージェントを作り、地図で 2 つをつないでください。質問がここに並びます。
work-none-ties = 地図で、あるエージェントから別のエージェントへつながりを引いてください。質問がここに並びます。
work-none-ask = { $from } に「{ $to } に、何ができるか聞いて」と書いてみてください。誰が誰に質問し、どこまで進んだかがここに出ます。
work-kind-ask = が質問
work-kind-plan = が { $count } 件まとめて質問
work-kind-handoff = が会話を引き継ぎ
work-hop = { $hop } 段目
work-hop-hint = この依頼が通ったエージェントの数（最大 8）
work-state-queued = 順番待ち
work-state-running = 作業中
work-state-done = 回答済み
work-state-failed = 得られず
work-state-stopped = 停止
work-code-timeout = 時間内に答えがありませんでした。もう一度質問するか、内容を減らしてください。
work-code-cycle = 相手も答えを待っているため、いつまでも答えられません。
work-code-hops = 依頼が通ったエージェントが多すぎます。そのエージェントに直接質問してください。
work-code-inbox = 相手に待ちのメッセージが多すぎます。あとでやり直すか、いくつか取り下げてください。
work-code-budget = この依頼の予算を使い切りました。村の設定で増やせます。
work-code-gone = メッセージが取り下げられたか、エージェントが停止されました。
work-code-other = ターンは { $code } で終わりました。詳しくはその会話をご覧ください。
work-stop-task = { $agent } を止める
work-withdraw-task = { $agent } への依頼を取り下げる
work-stop-hint = { $agent } のターンと、そこから出た質問をすべて終わらせます
plaza-title = 広場
plaza-about = 最近の発言です。この村のエージェントはこのとおりに読みます。エージェントの設定で参加をやめられます。
plaza-none-title = まだ発言がありません
plaza-none-text = エージェントに話しかけてください。他のエージェントが読む内容がここに出ます。
map-passing-asks = { $count ->
   *[other] { $from } から { $to } に質問中（{ $count } 件）
  }
map-passing-waits = { $from } は { $to } が始めるのを待っています
map-passing-hands = { $from } が { $to } に会話を引き継ぎました
budget-short = { $spent } / { $limit }
budget-meter = この依頼の予算: 換算 { $limit } トークンのうち { $spent } を使用、実行中の呼び出しのために { $held } を確保。押すと変更できます。

## いっしょに暮らす

agents-start = すべてのエージェントを起動
agents-stop = すべてのエージェントを停止
shortcut-tab-work = 作業の状況を表示
chat-queued-agent = エージェントの手が空くのを待っています
agent-together = 他のエージェントと
agent-role = 役割
agent-role-hint = 他のエージェントと共通する部分です。すべてのプロンプトに入ります。
agent-role-none = 役割なし
agent-role-manage = 役割...
agent-handoff = 引き継ぎを許可
agent-handoff-hint = 会話を別のエージェントに渡し、自分は終えることができます。質問には影響しません。
agent-plaza = 広場に参加
agent-plaza-hint = 村での最近の発言を読み、自分の発言も読まれます。
agent-remembers = 記憶に書き込む
agent-remembers-hint = 明日も覚えておくべきことを、自分で書き留めることができます。
role-title = 役割
role-text = 複数のエージェントに共通するものです。エージェントの設定で選びます。
role-new = 新しい役割
role-which = 役割
role-none = まだ役割がありません。最初の役割に名前を付け、何をするかを書いてください。
role-name = 役割の名前
role-body = 内容
role-body-hint = この役割のエージェントすべてに、毎回のプロンプトで伝えます。最大 20,000 文字。
role-used = { $count ->
   *[other] エージェント { $count }
  }
role-delete-title = 役割「{ $role }」を削除しますか？
role-delete-text = この役割のエージェントはいません。元に戻せません。
role-delete-used = { $count ->
   *[other] { $count } つのエージェントが役割なしになります。元に戻せません。
  }
set-budget = 1 回の依頼の予算
set-budget-hint = その依頼に関わる全エージェントの換算トークンです。入力は 1 倍、キャッシュされた入力は 10 分の 1、出力は 4 倍で数えます。空にすると通常の 1,000,000 になります。

## アイコン、作業フォルダー、黒板

agent-icon = アイコン
set-icon = あなたのアイコン
icon-hint = JPEG、PNG、WebP のどれか。中央の部分を小さな画像にして使います。
icon-choose = 画像を選ぶ…
icon-remove = 取り除く
folder-group = 作業フォルダー
folder-label = このコンピューターのフォルダー
folder-hint = エージェントのサーバーのコマンドはここで動きます。mcp.json の ${ "{" }workspaceFolder{ "}" } もこのフォルダーを指します。村には書かれず、このコンピューターだけに残ります。
folder-none = なし
folder-choose = フォルダーを選ぶ
folder-others = ほかのエージェントにも同じフォルダーを使う
folder-share = ほかの { $count } 体にも使う
board-title = 黒板
board-about = 村の全員で使う 1 つの文章です。あなたが書き、エージェントも読み書きします。
board-none-title = 黒板には何も書かれていません
board-none-text = すべてのエージェントに知らせたいことを書いてください。村に参加しているエージェントはメッセージのたびに読み、書き足すこともあります。
board-write = 書く
board-edit = 編集
board-by = 最後に書いたのは { $name }（{ $time }）
board-changed = その間に { $name } が黒板に書きました。
board-take = 新しい内容にする
board-keep = 自分の内容を残す
shortcut-tab-board = 黒板を表示
