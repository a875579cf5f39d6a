### ツールとターンが結果とツール出力の欄に書く文。モデルが読む。
### 機械で読む人への約束になっている行がある。翻訳では一字も変えない。

## ツール出力の行など、決まった行

# $images: 1 枚ごとの pane-image を pane-separator でつないだもの。日本語では番号を付けず、枚数を先に書く。
pane-line = （画像 { $count } 枚: { $images }）
pane-image =
    { $number ->
       *[other] { $format } { $kb } KB
    }
pane-separator = 、
# ツールの発話に文字しか置けないワイヤで、結果の画像の前に置く。$tool: モデルが呼んだ名前。
caption = （{ $tool } の結果の画像 { $count } 枚）
images-only = （画像 { $count } 枚）
empty-result = （空の結果）
# この後に改行とサーバーの言葉が続く。
tool-error-prefix = ツールはエラーを返しました:
older-images-omitted = （前の周の画像は省きました）
image-not-sent = （画像はこのモデルへ送れませんでした）

## 落とした画像。$count: 同じ理由の枚数。

dropped-too-large = （画像 { $count } 枚を省きました: 大きすぎます）
# $format: PNG、GIF、HEIC など。
dropped-unsupported = （画像 { $count } 枚を省きました: { $format } は扱えない形式です）
dropped-unreadable = （画像 { $count } 枚を省きました: 読めません）
# $limit: 1 つの結果で残す枚数。
dropped-too-many = （画像 { $count } 枚を省きました: 1 つの結果の画像は { $limit } 枚までです）
dropped-cancelled = （画像 { $count } 枚を省きました: 呼び出しが止められました）

## 結果のうちモデルへ渡さないもの

# 文字でないリソース。$name と $mime はサーバーの言葉。
notice-resource = （文字ではない内容: { $name }、{ $mime }、{ $kb } KB）
notice-link = （リンク: { $name }、{ $mime }、{ $uri }）
notice-link-sized = （リンク: { $name }、{ $mime }、{ $kb } KB、{ $uri }）
mime-unknown = 種類不明
name-unknown = 名前なし
notice-audio = （音声はモデルへ渡しません）
notice-audio-kept = （音声はモデルへ渡しません。利用者は再生できます）
notice-image-for-user = （画像 { $count } 枚は利用者だけに見せました）
notice-text-for-user = （この結果の文章は利用者だけに宛てたものです）
# $kind: サーバーの言葉。
notice-unknown-block = （知らない種類の部分を省きました: { $kind }）
# $limit: 1 つの結果で読む部分の数。
notice-too-many-blocks = （続く { $count } 個の部分を省きました: 1 つの結果は { $limit } 個までです）
# $limit: 1 つの結果で残す画像と音声の数。
notice-too-many-media = （画像や音声 { $count } 個を省きました: 1 つの結果は { $limit } 個までです）
notice-media-too-large = （{ $mb } MB を超える部分を省きました）
notice-media-unreadable = （読めない部分を省きました）
# 切った場所に置く。
text-cut = （ここで切りました: あと { $characters } 文字）
# 構造化データの中の base64 の代わり。
data-omitted = （データを省きました: { $kb } KB）

## 実行しなかった呼び出し、失敗した呼び出し

repeated-call = （実行しませんでした: { $tool } は同じ引数で同じ結果をすでに返しています。その結果を使うか、別の方法を試してください。）
malformed-arguments = （実行しませんでした: { $tool } の引数が JSON のオブジェクトではありません）
call-cancelled = （利用者が止めました）
tool-denied = （実行しませんでした: 利用者が { $tool } を許可していません）
tool-needs-approval = （実行しませんでした: { $tool } には利用者の承認が要りますが、答える人がいません）
tool-unknown = （実行しませんでした: { $tool } というツールはありません）
tool-timeout = { $tool } は { $seconds } 秒以内に応えませんでした
tool-unreachable = サーバー { $server } に接続できません
tool-stopped = { $tool } はサーバーの側で取り消されました
tool-too-large = { $tool } の結果が { $mb } MB を超えています
tool-protocol = サーバー { $server } の応答が取り決めに合っていません
tool-needs-sign-in = サーバー { $server } がアクセスを拒否しました。アクセストークンがないか、誤っているか、期限が切れています。利用者が有効なトークンを設定するまで、もう一度呼び出しても結果は同じです
tool-not-allowed = サーバー { $server } がこの操作を拒否しました。アクセストークンは有効ですが、権限が足りません。利用者が権限のあるトークンを設定するまで、もう一度呼び出しても結果は同じです
tool-needs-trust = サーバー { $server } は利用者の起動許可を待っています
# $status: HTTP の状態番号。
tool-http = サーバー { $server } は HTTP { $status } を返しました
tool-failed = { $tool } は失敗しました

## 利用者の添付

kind-image = 画像
kind-audio = 音声
kind-video = 動画
kind-pdf = PDF
kind-file = ファイル
# $kind: 上の言葉のどれか。
attachment-not-carried = （添付 { $name } は送れませんでした: このモデルは{ $kind }を受け取れません）
# ターンの後に履歴に残るもの。$sha: SHA-256 の 16 進表記。
attachment-fact = （添付: { $name }、{ $kind }、{ $kb } KB、SHA-256 { $sha }）
# 利用者が尋ねたカメラのコマ。$tool: 出どころ。
frame-fact = （カメラのコマ { $name }、そのメッセージでだけ見せたもの: { $kb } KB、SHA-256 { $sha }）
