### できなかったことと、ターンの終わり方。人が自分の言語で読みます。


## アプリケーション

error-internal = Fuseforks の内部で問題が起きました。失われたものはありません。もう一度試し、続くようなら app.log を確認してください。
error-bad-request = 画面からの要求の形式が、このバージョンでは扱えません。
error-unknown-command = 画面が { $name } を要求しましたが、このバージョンにはありません。
error-file-io = { $file } を読み書きできません: { $reason }。フォルダーの権限と空き容量を確認してください。
error-file-missing = { $file } というファイルはありません。パスを確認してください。
error-file-is-folder = { $file } はファイルではなくフォルダーです。ファイルのパスを指定してください。
error-folder-is-file = { $file } はフォルダーではなくファイルです。フォルダーのパスを指定してください。
error-file-json = { $file } を解釈できません: { $line } 行 { $column } 列: { $reason }。ファイルはそのままです。その箇所を直してください。
error-no-display = ディスプレイがないため、ウィンドウを開けません。デスクトップの端末で実行するか、ウィンドウの要らないコマンド `fuseforks` を使ってください。
error-store-failed = 会話を読み書きできません: { $reason }。上書きはしていません。
error-name-empty = 名前を入力してください。

## 村

error-village-missing = { $path } に村はありません。village.json のあるフォルダーを選ぶか、新しい村を作ってください。
error-village-newer = { $path } の村は新しい Fuseforks（形式 { $format }）で書かれています。Fuseforks を更新して開いてください。
error-village-agent-id = { $file } に { $agent } という ID のエージェントがあります。ID は agent_1 の形です。その箇所を直してください。
error-village-locked = { $path } の村は別の Fuseforks で開いています (pid { $pid })。先にそちらを閉じてください。
error-village-twice = { $path } の村の写しがすでに開いています。先にもう一方を閉じてください。
error-village-unknown = 村 { $village } はこのコンピューターに登録されていません。フォルダーを追加してください。
error-village-not-open = 村 { $village } は開かれていません。先に開いてください。
error-village-folder-not-empty = { $path } は空ではありません。空のフォルダーか新しいフォルダーを選んでください。
error-session-unknown = 会話 { $session } はありません。
error-session-busy = この会話ではエージェントがまだ作業中です。先に停止してください。

## エージェントとメッセージ

error-agent-unknown = この村にエージェント { $agent } はいません。
error-agent-ambiguous = { $agent } という名前のエージェントが複数います。ID (agent_1 など) を使ってください。
error-agent-no-template = { $name } にはまだモデルがありません。エージェントの設定で選んでください。
error-rounds-range = ラウンド数は 1 から 100 までです。
error-tie-self = エージェントを自分自身と結ぶことはできません。
error-role-unknown = この村に役割 { $role } はありません。
error-role-long = 役割の文は { $limit } 文字までです。短くしてください。
error-document-long = { $file } が { $limit } KB を超えています。短くしてください。
error-board-long = 黒板は { $limit } 文字までです。短くしてください。
error-board-changed = その間にだれかが黒板に書きました。新しい内容を確かめてから、もう一度保存してください。
error-work-folder-missing = このコンピューターに { $folder } というフォルダーはありません。存在するフォルダーのパスを省略せずに入力してください。
error-icon-unreadable = この画像は読めません。JPEG、PNG、WebP のどれかを選んでください。
error-icon-unsupported = { $format } 画像はアイコンにできません。JPEG、PNG、WebP のどれかを選んでください。
error-icon-too-large = この画像はアイコンには大きすぎます。小さい画像を選んでください。
error-message-empty = メッセージを入力してください。
error-message-long = メッセージが { $limit } 文字を超えています。短くするか、ファイルで送ってください。
error-message-gone = このメッセージはすでに処理中です。停止を使ってください。
error-inbox-full = { $name } 宛てのメッセージが多すぎます。待つか、いくつか取り消してください。
error-agent-busy = { $name } は作業中です。ターンが終わるのを待つか、止めてください。
error-approval-gone = この呼び出しはもう返答を待っていません。
error-question-gone = この質問はもう返事を待っていません。
error-question-field =
    { $problem ->
        [missing] { $field } に値が必要です。
        [too_small] { $field } が短すぎるか、小さすぎるか、少なすぎます。
        [too_large] { $field } が長すぎるか、大きすぎるか、多すぎます。
        [not_a_choice] { $field } は選択肢にありません。
       *[other] { $field } にこの値は使えません。
    }

## テンプレートとキー

error-template-unknown = テンプレート { $template } はありません。
error-template-ambiguous = { $template } という名前のテンプレートが複数あります。ID (template_1 など) を使ってください。
error-template-name = テンプレートに名前を付けてください。
error-template-model = モデル名を入力してください。
error-template-url = ベース URL は http:// か https:// で始め、ユーザー名やパスワードを含めないでください。
error-template-origin = テンプレート { $template } の接続先 { $origin } は、このコンピューターでまだ確認されていません。テンプレートを開き、アドレスを確かめて保存してください。
error-wire-unknown = ワイヤ { $wire } は未知です。次の中から選んでください: { $wires }。
error-key-missing = { $template } の、このアドレス用のキーがありません。テンプレートで入力してください。
error-key-locked = このコンピューターのキー保管庫がロックされているか応答しないため、{ $template } のキーを読めません。ロックを解除して、もう一度試してください。
error-key-store = このコンピューターのキー保管庫に拒否されました。{ $template } のキーを読み書きできません。
error-key-characters = キーに、キーでは使われない文字（改行や ASCII 以外の文字）が含まれています。コピーし直してください。
error-key-empty = キーが空です。キー全体を入力してください。
error-key-choice = { $url } にはおそらくキーが必要です。--key-stdin（標準入力から読む）、--key-env NAME（環境変数から読む）、--no-key（キーなし）のいずれかを付けてください。
error-key-variable = { $template } のキーを入れる環境変数 { $variable } が設定されていません。
error-key-variable-trust = テンプレート { $template } は { $origin } のために環境変数 { $variable } を読もうとしていますが、このコンピューターで確認されていません。
error-llm =
    { $code ->
        [CANCELLED] 呼び出しは停止されました。
        [UNREACHABLE] モデルのサーバーに接続できません。アドレスと、サーバーの稼働を確認してください。
        [CONNECTION_LOST] モデルのサーバーとの接続が切れました。もう一度送信してください。
        [TIMEOUT] モデルのサーバーから時間内に応答がありません。もう一度送信するか、サーバーを確認してください。
        [TOO_LARGE] モデルの応答が上限を超えました。
        [KEY] モデルのサーバーがキーを拒否しました ({ $status })。テンプレートで入力し直してください。
        [BILLING] モデル提供元の残高がないか、上限に達しています ({ $status })。
        [RATE_LIMITED] 要求が多すぎます ({ $status })。少し待ってから送信してください。
        [SERVER] モデルのサーバーで障害が起きているか、混み合っています ({ $status })。後でもう一度送信してください。
        [NOT_FOUND] モデルまたはアドレスがありません ({ $status })。テンプレートで両方を確認してください。
        [CONTEXT_TOO_LONG] 会話がモデルの読める長さを超えています ({ $status })。新しい会話を始めてください。
        [IMAGES_REFUSED] モデルのサーバーが画像を拒否しました ({ $status })。画像を読めるモデルを選ぶか、画像なしで送ってください。
        [INVALID_REQUEST] モデルのサーバーが要求を拒否しました ({ $status })。テンプレートの設定を確認してください。
        [TRUNCATED] 応答が途中で切れました。もう一度送信してください。
        [MALFORMED] サーバーの応答がプロトコルに合いません。テンプレートのワイヤとアドレスを確認してください。
       *[other] モデルの呼び出しに失敗しました ({ $code }, { $status })。
    }

## ターンの終わり

error-turn-stopped = ターンは始まる前に停止されました。回答が必要なら、もう一度送信してください。
error-turn-interrupted =
    { $by ->
        [asker] この回答を待つ相手がいなくなったため止めました（依頼したエージェントが停止されたか、待ち時間を過ぎました）。まだ必要なら、もう一度依頼してください。
        [closing] 村が閉じられたため止めました。ここまでの発言は残ります。続けるには新しいメッセージを送ってください。
       *[person] あなたがこのターンを止めました。ここまでの発言は残ります。続けるには新しいメッセージを送ってください。
    }
error-turn-failed =
    { $code ->
        [EMPTY_REPLY] モデルの応答が空でした。もう一度送信するか、テンプレートの出力上限を上げてください。
       *[other] Fuseforks の内部でターンが失敗しました ({ $code })。もう一度送信してください。
    }
error-turn-tool-limit = このエージェントの上限 { $rounds } ラウンドで止めました。続けるには「続けて」と送るか、設定で上限を上げてください。
error-turn-repeat = { $tool } が同じ結果を返し続けたため止めました。別の聞き方を試してください。
# $tokens: 換算トークン数。
error-turn-budget = この依頼の予算（換算 { $tokens } トークン）を使い切りました。続けるには新しいメッセージを送るか、村の設定で予算を上げてください。
error-turn-no-text = { $template } からこれ以上の言葉はありませんでした。

## サーバーとツール

error-mcp-json =
    { $file } の { $line } 行 { $column } 列: { $reason ->
        [syntax] JSON として読めません。
        [too_long] 文が長すぎます。
        [too_many] サーバーが多すぎます。
        [not_an_object] ファイルはオブジェクトでなければなりません。
        [no_servers] "mcpServers" も "servers" もありません。
        [empty_name] 名前のないサーバーがあります。
        [duplicate] 同じ名前のサーバーが 2 つあります。
        [not_a_server] サーバーはオブジェクトでなければなりません。
        [no_transport] "command" も "url" もないサーバーがあります。
        [unknown_type] サーバーの "type" が未知です。"http" か "stdio" を使ってください。
        [missing] "type" に必要な項目がないサーバーがあります。
        [bad_field] 項目の値の種類が違います。
        [bad_url] アドレスが http:// か https:// で始まっていません。
       *[other] { $reason }。
    } ファイルは変更していません。
error-mcp-json-large = { $file } が 1 MB を超えています。
error-server-unknown = この mcp.json にサーバー { $server } はありません。
error-server =
    { $server }: { $code ->
        [UNREACHABLE] 接続できません。動いているか、アドレスが正しいかを確認してください。
        [TIMEOUT] { $detail } 秒以内に応答がありません。
        [HTTP_STATUS] HTTP { $detail } が返りました。
        [SIGN_IN_NEEDED] アクセストークンが受け付けられませんでした。アクセストークンがないか、誤っているか、期限が切れています。有効なアクセストークンをサーバーのヘッダーに入れるか、サーバーのカードで入力してください。Fuseforks からのサインインにはまだ対応していません。
        [NOT_ALLOWED] アクセストークンは有効ですが、権限が足りません。権限のあるアクセストークンを設定してください。
        [OLD_SSE] 古い HTTP+SSE にしか対応していません。Streamable HTTP のアドレス（多くは /mcp で終わります）か、mcp-remote などの橋渡しを使ってください。
        [SPAWN_FAILED] { $detail ->
            [folder] 起動できません。実行するフォルダーがありません。フォルダーを作り直すか、エージェントの設定で別のフォルダーを選んでください。
           *[other] 起動できません ({ $detail })。コマンドを確認してください。
        }
        [EXITED] すぐに終了しました。最後の出力は下のとおりです。
        [PROTOCOL] 応答がプロトコルに合いません ({ $detail })。MCP サーバーのアドレスですか。
        [TOO_LARGE] 大きさの上限を超えるメッセージが来ました。
        [CANCELLED] 接続中に停止されました。
        [RPC] 接続を拒否しました。
        [BAD_CONFIG] 設定が使えません。アドレス、ヘッダー、コマンドを確認してください。
        [VARIABLE_UNSET] 変数 { $detail } が必要ですが、設定されていません。
       *[other] 失敗しました ({ $code })。
    }
error-tool-unknown = エージェントには今 { $tool } というツールがありません。サーバーの接続を確認してください。
error-input-value = { $name } を 1 行で入力してください。
error-input-store = キーストアに値を保存できませんでした。何も変更していません。

## 添付とメディア

error-attachment-not-media = { $name } は画像・音声・動画・PDF ではありません。
error-attachment-too-large = { $name } は大きすぎます。ファイルは { $limit } MB まで、画像は 1 辺 16,384 ピクセル、全体で 1 億 2800 万画素までです。モデル用に縮小しても 2 MB を超える画像も送れません。
error-attachment-unsupported = { $name } は { $format } 画像で、モデルは受け取れません。JPEG・PNG・WebP に変換してください。
error-attachment-unreadable = { $name } は壊れていて読めません。
error-attachment-full = 送信待ちのファイルが多すぎます。{ $name } を追加する前に、いくつか外してください。
error-attachment-gone = 添付したファイルがなくなりました。もう一度添付してください。
error-attachment-refused = モデルのサーバーが添付された { $names } を拒否しました ({ $status })。読めるモデルを選ぶか、添付なしで送ってください。
error-attachment-not-carried =
    { $kind ->
        [image] { $template } は画像を受け取れないため、{ $name } を送れません。外すか、別のモデルを選んでください。
        [audio] { $template } は音声を受け取れないため、{ $name } を送れません。外すか、別のモデルを選んでください。
        [video] { $template } は動画を受け取れないため、{ $name } を送れません。外すか、別のモデルを選んでください。
       *[other] { $template } はこの種類のファイルを受け取れないため、{ $name } を送れません。外すか、別のモデルを選んでください。
    }
error-media-gone = これはもうメモリーにありません。
error-frame-gone = このフレームはもうメモリーにありません。新しいものを選んでください。
error-camera-no-image = { $tool } から画像が返りませんでした。
error-camera-failed = { $server } が応答しません ({ $code })。パネルは試し続けます。

## コマンドライン

error-conversation = 標準入力の会話を使えません: { $reason }。
error-arguments-json = 引数が JSON ではありません: { $reason }。
error-bad-header = ヘッダーは NAME=VALUE の形で書いてください: { $header }。
error-tool-call = { $tool } から結果が返りませんでした ({ $code })。
error-server-approval = { $server } は起動の許可を待っています。エージェントのカードか設定で許可してください。
error-server-slow = { $server } はまだ接続中です。このターンは { $server } なしで進みます。
error-question-declined = { $server } が呼び出しの途中で質問しました。答える人がいないため、断りました。
error-images-not-sent = { $template } が画像を受け取らなかったため（{ $count } 枚）、画像なしで送り直しました。
error-media-cap = 村のメディアフォルダーがいっぱいになり、古いファイルを削除しました（{ $files } 件）。

## Summaries

error-summary-failed = これまでの会話を要約できませんでした。モデルの呼び出しが失敗しました（{ $code }）。何も失われておらず、エージェントは要約なしで続けます。
error-summary-empty = これまでの会話を要約できませんでした。モデルが文を返しませんでした。何も失われておらず、エージェントは要約なしで続けます。
error-summary-longer = 要約が元の会話より長かったため捨てました。何も失われておらず、エージェントは要約なしで続けます。
error-summary-nothing = 要約するものはまだありません。
