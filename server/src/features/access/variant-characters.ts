/**
 * Interchangeable characters of Japanese names. Each group begins with the character that the others fold to
 * (D18). Compatibility ideographs such as 神 (U+FA19) need no entry: NFKC folds those.
 */
const groups = `
高髙 崎﨑嵜碕 辺邉邊 斉齋斎齊 沢澤 浜濱濵 桜櫻 広廣 国國圀 島嶋嶌 滝瀧 竜龍 恵惠 真眞 栄榮
曽曾 藪薮籔 篭籠 条條 徳德 増增 礼禮 与與 仏佛 寿壽 円圓 学學 実實 豊豐 渋澁澀 関關
鉄鐵鐡 桑桒 柳栁桺 児兒 富冨 凛凜 尭堯 遥遙 瑶瑤 槙槇 郷鄕鄉 静靜 清淸 頼賴 緒緖 黒黑
横橫 蔵藏 芸藝 万萬 会會 来來 区區 吉𠮷 土𡈽 芦蘆 剣劍劔剱劒 桧檜 野埜 館舘 淵渕渊 峰峯
岳嶽 巌巖 船舩 穂穗 稲稻 応應 気氣 弥彌 総總 聡聰 声聲 誉譽 譲讓 弁辨辯瓣 村邨 塩鹽 鴎鷗
麹麴 黄黃 亀龜 亜亞 仮假 伝傳 勲勳 励勵 労勞 巻卷 厳嚴 図圖 団團 塁壘 壮壯 壱壹 奥奧
嬢孃 寛寬 宝寶 将將 専專 尚尙 属屬 巣巢 帯帶 彦彥 恒恆 戸戶 拠據 挙擧 収收 教敎 叙敍
晋晉 晩晚 暁曉 暦曆 柏栢 楽樂 楼樓 様樣 検檢 毎每 没沒 渉涉 浄淨 浅淺 渓溪 満滿 済濟
瀬瀨 湾灣 灯燈 為爲 状狀 独獨 産產 画畫 当當 尽盡 研硏 禄祿 禅禪 頴穎 並竝 糸絲 経經
緑綠 県縣 縄繩 絵繪 聴聽 粛肅 台臺 旧舊 荘莊 薫薰 薬藥 虫蟲 衛衞 装裝 覚覺 観觀 証證
訳譯 変變 弐貳 賛贊 転轉 辞辭 隣鄰 鎮鎭 鉱鑛 間閒 隠隱 雑雜 青靑 顔顏 顕顯 駅驛 験驗
雁鴈 鶏鷄 歯齒 栃杤 昴昂 餅餠 祇祗 諌諫 靭靱 潟泻 髪髮 鰺鯵 蝋蠟 鈎鉤 瓶甁 猪豬
`

/** From each variant to the character that it folds to. */
export const variantCharacters: ReadonlyMap<string, string> = new Map(
  groups
    .trim()
    .split(/\s+/)
    .flatMap((group) => {
      const [leader = '', ...variants] = group
      return variants.map((variant): [string, string] => [variant, leader])
    }),
)
