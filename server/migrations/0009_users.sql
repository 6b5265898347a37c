-- The list of people: how it is searched and filtered (D5), and the counters of failed sign-ins of one account.

-- What people type differently for the same name: width, case, accents, kana script, variant characters, spaces (D18).
-- The server folds the names of performers alike; a test compares the two. Here the database does it, because the
-- names of accounts are written in many places.
CREATE FUNCTION fold_person(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(
  regexp_replace(
    normalize(lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g')), NFKC),
    '[\s・·\u200b-\u200f\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g'),
      'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒ'
      'ビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ'
      '髙﨑嵜碕邉邊齋斎齊澤濱濵櫻廣國圀嶋嶌瀧龍惠眞榮曾薮籔籠條德增禮與佛壽圓學實豐澁澀關鐵鐡桒栁桺兒冨凜堯'
      '遙瑤槇鄕鄉靜淸賴緖黑橫藏藝萬會來區𠮷𡈽蘆劍劔剱劒檜埜舘渕渊峯嶽巖舩穗稻應氣彌總聰聲譽讓辨辯瓣邨鹽鷗麴'
      '黃龜亞假傳勳勵勞卷嚴圖團壘壯壹奧孃寬寶將專尙屬巢帶彥恆戶據擧收敎敍晉晚曉曆栢樂樓樣檢每沒涉淨淺溪滿濟'
      '瀨灣燈爲狀獨產畫當盡硏祿禪穎竝絲經綠縣繩繪聽肅臺舊莊薰藥蟲衞裝覺觀證譯變貳贊轉辭鄰鎭鑛閒隱雜靑顏顯驛'
      '驗鴈鷄齒杤昂餠祗諫靱泻髮鯵蠟鉤甁豬',
      'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひ'
      'びぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ'
      '高崎崎崎辺辺斉斉斉沢浜浜桜広国国島島滝竜恵真栄曽藪藪篭条徳増礼与仏寿円学実豊渋渋関鉄鉄桑柳柳児富凛尭'
      '遥瑶槙郷郷静清頼緒黒横蔵芸万会来区吉土芦剣剣剣剣桧野館淵淵峰岳巌船穂稲応気弥総聡声誉譲弁弁弁村塩鴎麹'
      '黄亀亜仮伝勲励労巻厳図団塁壮壱奥嬢寛宝将専尚属巣帯彦恒戸拠挙収教叙晋晩暁暦柏楽楼様検毎没渉浄浅渓満済'
      '瀬湾灯為状独産画当尽研禄禅頴並糸経緑県縄絵聴粛台旧荘薫薬虫衛装覚観証訳変弐賛転辞隣鎮鉱間隠雑青顔顕駅'
      '験雁鶏歯栃昴餅祇諌靭潟髪鰺蝋鈎瓶猪');

-- Every character and every pair of neighbours: what a text must have to hold a word.
CREATE FUNCTION text_grams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(
  SELECT DISTINCT substr(value, start, width)
  FROM generate_series(1, length(value)) start, generate_series(1, 2) width
  WHERE start + width - 1 <= length(value));

ALTER TABLE account
  ADD COLUMN search_text text GENERATED ALWAYS AS (fold_person(name) || chr(10) || fold_person(email)) STORED;
CREATE INDEX account_search ON account USING gin (text_grams(search_text));
-- The list of one role; and who the last superadmin is.
CREATE INDEX account_role ON account (role, id DESC);

-- Buckets of one account are a range of names.
ALTER TABLE attempt_bucket ALTER COLUMN bucket TYPE text COLLATE "C";
