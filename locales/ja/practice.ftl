### 練習用モデルの小さな文法と言葉、練習の村の中身。
### 言葉の並びは | で区切る。人のメッセージから、依頼、状態、見る、使い方、の順に探す。
### 依頼の言葉は、ほかのエージェントの名前があるときだけ数える。

## メッセージから探す言葉

practice-words-help = 使い方 | ヘルプ | 何ができ | なにができ | できること | あなたは誰 | 何者
practice-words-ask = 聞いて | きいて | 尋ねて | 訊いて | 頼んで | たのんで | 伝えて
practice-words-status = 状態 | 電池 | バッテリー | 残量 | 設定 | 接続 | ステータス
practice-words-look = 見て | 見る | 見え | みて | 写 | 映 | 撮 | 画像 | 写真 | カメラ | ライブビュー | コマ | フレーム | 色
# Words that ask for what was seen earlier.
practice-words-recall = 覚えて | 最初に | 最初の | さっき | これまで

## 色と場所の名前

practice-colour-black = 黒
practice-colour-white = 白
practice-colour-grey = 灰色
practice-colour-red = 赤
practice-colour-orange = 橙
practice-colour-yellow = 黄
practice-colour-green = 緑
practice-colour-blue = 青
practice-colour-purple = 紫
practice-colour-pink = 桃色
practice-colour-brown = 茶色
practice-place-left = 左側
practice-place-right = 右側
practice-place-top = 上
practice-place-bottom = 下
practice-place-centre = 中央
# 場所 1 つとその色。practice-separator でつなぐ。
practice-at = { $place }は{ $colour }
practice-separator = 、

## 答え

practice-who = 私は AI ではありません。練習用モデルです。持っているツールを呼び、返ってきた画像を測るだけの代役です。
practice-can = 「見て」と頼めばカメラを呼んで画像を測ります。「状態」を尋ねれば言葉で答えるツールを呼びます。ほかのエージェントの名前を挙げて「聞いて」と頼めば、尋ねて答えを伝えます。
practice-tools = 持っているツール: { $tools }。
practice-no-tools = ツールを持っていません。
practice-look-first = { $tool } を呼びます。
# $places: 場所ごとの practice-at。
practice-picture = 画像の中: { $places }。明るさ { $percent } %。{ $width }x{ $height } ピクセル。
practice-picture-number = 画像 { $number }:
practice-measured = 私は AI ではなく、画像の画素を測っているだけです。
practice-no-picture = 画像は見ていません。
practice-undecodable = 画像は届きましたが、読めませんでした。
practice-no-camera = 画像を返すツールを持っていません。
practice-no-status = 言葉で答えるツールを持っていません。
# この後に改行とツールの言葉が続く。
practice-status = { $tool } の答え:
practice-refused = { $tool } は実行されなかったか、失敗しました。返ってきた言葉:
# この後に改行と相手の言葉が続く。
practice-answered = { $name }の答え:
practice-nobody = その名前の相手を知りません。尋ねられる相手: { $names }。
practice-nobody-at-all = 尋ねられる相手がいません。
# メッセージにほかの言葉がないとき、相手に伝える。
practice-default-question = ライブビューを 1 コマ撮って、写っているものを教えて。
practice-summary = 練習用モデルの要約: メッセージ { $count } 件。
# Follows practice-summary. $colours: colour words.
practice-summary-colours = 見た色（古い順）: { $colours }。
practice-recalled = この会話で測った色（古い順）: { $colours }。
practice-recalled-nothing = この会話ではまだ画像を測っていません。

## 練習の村

practice-village-name = 練習の村
practice-template-name = 練習用モデル
practice-offer = ライブビューを 1 コマ撮って、写っているものを教えて
practice-offer-status = カメラの状態は？
practice-reception-name = 受付
practice-photographer-name = 写真係
practice-reviewer-name = 確認係
practice-ordinance =
    ここは練習のための村です。このコンピューターからは何も出ていきません。カメラは代役で、モデルは AI ではありません。

    - ツールが本当に返したことだけを言うこと。
    - 画像を見ていないときは、そう言うこと。
practice-reception-construct =
    あなたはこの村の受付です。カメラが要ることは写真係に、もう一度確かめることは確認係に頼みます。
practice-photographer-construct =
    あなたはカメラをのぞいて、写っているものを伝えます。
practice-reviewer-construct =
    あなたはカメラをもう一度見て、ほかの人の報告が正しいかを伝えます。

## 新しい村

# エージェントの複製の名前。
agent-copy-name = { $name } (コピー)
