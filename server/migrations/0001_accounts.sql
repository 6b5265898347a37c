-- Accounts, sessions, credentials and the counters that limit failed sign-ins.

-- The rights of the running server. Migrations run as the owner of the tables; every connection of the server takes
-- this role, so that the database itself rejects changes to the audit log (D39).
DO $$ BEGIN
  CREATE ROLE kyc_app NOLOGIN;
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;
GRANT USAGE ON SCHEMA public TO kyc_app;

-- Removes the differences in how people type the same name: width, case, accents, kana script, variant characters,
-- spaces (D18). foldName does the same in the server; a test compares the two.
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

-- All single characters and pairs of neighbours of a text, for indexes that find any part of it. The cost keeps the
-- planner from computing them row by row instead of using the index; a search by the index ends before parallel workers
-- have started.
CREATE FUNCTION text_grams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL UNSAFE STRICT COST 5000
RETURN ARRAY(
  SELECT DISTINCT substr(value, start, width)
  FROM generate_series(1, length(value)) start, generate_series(1, 2) width
  WHERE start + width - 1 <= length(value));

CREATE TABLE account (
  id                     uuid PRIMARY KEY,
  -- Null once an unverified account has lost its address (D56).
  email                  text,
  -- The address folded for comparison, unique among accounts; without an address the id, which equals no address.
  email_key              text NOT NULL UNIQUE,
  email_verified         boolean NOT NULL DEFAULT true,
  -- The last mail to an unverified address: one an hour (D56).
  verification_mailed_at timestamptz,
  name                   text NOT NULL,
  role                   text NOT NULL CHECK (role IN ('user', 'admin', 'superadmin')),
  -- Whether the identity provider's claims set the role (D30).
  role_managed           boolean NOT NULL DEFAULT false,
  -- The role to restore when the claims are gone; null unless they set the role.
  own_role               text CHECK (own_role IN ('user', 'admin', 'superadmin')),
  provider               text NOT NULL DEFAULT 'legacy' CHECK (provider IN ('legacy', 'firebase')),
  provider_uid           text UNIQUE,
  -- The last time that the provider confirmed that the account exists.
  provider_checked_at    timestamptz,
  password_hash          text,
  -- Part of the MAC in device cookies. A new password or a change of the second factors raises it, so that cookies
  -- issued before no longer count (D28).
  device_generation      integer NOT NULL DEFAULT 0,
  last_sign_in_at        timestamptz(3),
  disabled_at            timestamptz,
  created_at             timestamptz(3) NOT NULL,
  updated_at             timestamptz(3) NOT NULL,
  -- Folded name and address, for the search of the list of users.
  search_text            text
    GENERATED ALWAYS AS (fold_person(name) || chr(10) || coalesce(fold_person(email), '')) STORED,
  CONSTRAINT account_unverified_rank CHECK (email_verified OR role = 'user'),
  CONSTRAINT account_without_address CHECK (email IS NOT NULL OR (NOT email_verified AND email_key = id::text))
);
CREATE INDEX account_search ON account USING gin (text_grams(search_text));
-- The list filtered by role, and the check for the last superadmin.
CREATE INDEX account_role ON account (role, id DESC);
CREATE INDEX account_never_checked ON account (id) WHERE NOT email_verified AND provider_checked_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON account TO kyc_app;

-- Sessions are stored on the server; of the cookie's value only the SHA-256 (D27).
CREATE TABLE session (
  key              bytea PRIMARY KEY,
  account_id       uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- The first factor: sessions opened by the provider end when it withdraws the account (D30).
  method           text NOT NULL DEFAULT 'password' CHECK (method IN ('password', 'firebase')),
  created_at       timestamptz NOT NULL DEFAULT now(),
  last_seen_at     timestamptz NOT NULL DEFAULT now(),
  -- The time of the sign-in, which revocations by the provider and KYC sessions of partners compare with.
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  -- The last confirmation by a password or a second factor within the session (D31).
  stepped_up_at    timestamptz,
  expires_at       timestamptz NOT NULL,
  -- The rotation of the CSRF token that is valid (spec §7, session/refresh).
  csrf_generation  integer NOT NULL DEFAULT 0,
  -- The account must have a second factor and has none: the session can only enrol one.
  enrol_only       boolean NOT NULL DEFAULT false,
  -- The challenge of a passkey ceremony; valid once, and for that purpose only.
  challenge        text,
  challenge_for    text CHECK (challenge_for IN ('add', 'ask')),
  challenge_until  timestamptz,
  ip               text,
  user_agent       text
);
CREATE INDEX session_account ON session (account_id);
CREATE INDEX session_expires ON session (expires_at);
-- The accounts to revalidate with the provider.
CREATE INDEX session_by_provider ON session (account_id) WHERE method = 'firebase';
GRANT SELECT, INSERT, UPDATE, DELETE ON session TO kyc_app;

-- A sign-in that has passed its first factor; of its cookie only the SHA-256 is stored.
CREATE TABLE pending_sign_in (
  key             bytea PRIMARY KEY,
  account_id      uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- The first factor.
  method          text NOT NULL CHECK (method IN ('password', 'firebase')),
  -- The challenge for a passkey; valid once.
  challenge       text,
  challenge_until timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  expires_at      timestamptz NOT NULL
);
CREATE INDEX pending_sign_in_account ON pending_sign_in (account_id);
CREATE INDEX pending_sign_in_expires ON pending_sign_in (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON pending_sign_in TO kyc_app;

-- An authenticator app. The secret is encrypted; last_step makes each code valid once.
CREATE TABLE totp (
  account_id   uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  secret_enc   bytea NOT NULL,
  confirmed_at timestamptz,
  last_step    bigint
);
GRANT SELECT, INSERT, UPDATE, DELETE ON totp TO kyc_app;

CREATE TABLE passkey (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  credential   text NOT NULL UNIQUE,
  public_key   bytea NOT NULL,
  counter      bigint NOT NULL,
  transports   text[] NOT NULL DEFAULT '{}',
  name         text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkey_account ON passkey (account_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON passkey TO kyc_app;

CREATE TABLE recovery_code (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  hash       bytea NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (account_id, hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_code TO kyc_app;

-- Links and codes that are valid once; only their SHA-256 is stored.
CREATE TABLE one_time_token (
  hash       bytea PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('invitation', 'password_reset', 'sso', 'email_verification')),
  account_id uuid REFERENCES account ON DELETE CASCADE,
  -- Returned to the caller that uses the token; never a secret.
  data       jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);
CREATE INDEX one_time_token_account ON one_time_token (account_id, purpose);
CREATE INDEX one_time_token_expires ON one_time_token (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON one_time_token TO kyc_app;

-- Each ID token of the provider is accepted once (D29).
CREATE TABLE used_id_token (
  hash       bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_id_token_expires ON used_id_token (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON used_id_token TO kyc_app;

-- Failures per account, device of an account, and network address (D28). Their times are stored, at most as many as the
-- limit counts, so that "five within 15 minutes" holds for every 15 minutes. A failure is counted before the password is
-- verified, in one upsert: 500 parallel guesses make exactly five checks.
CREATE TABLE attempt_bucket (
  -- The buckets of one account are a range of names.
  bucket       text COLLATE "C" PRIMARY KEY,
  failed_at    timestamptz[] NOT NULL,
  locked_until timestamptz,
  -- From this time on, the row has no effect.
  expires_at   timestamptz NOT NULL
);
CREATE INDEX attempt_bucket_expires ON attempt_bucket (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON attempt_bucket TO kyc_app;
