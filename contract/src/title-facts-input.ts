import { z } from 'zod'
import { day, filled, text, webAddress } from './fields.ts'
import { limits } from './limits.ts'
import { clearable } from './record-fields.ts'
import {
  consentKinds,
  contractFacts,
  derivationKinds,
  endKinds,
  footageAnswers,
  footageWays,
  shootingKinds,
  videoCategories,
  voidClauses,
} from './title-vocabulary.ts'

// What an account enters about a video and its appearances (D90 to D96, D100).

const sizes = limits.titleFacts
const short = (label: string) => clearable(text(label, sizes.chars))
const reason = (label: string) => clearable(text(label, sizes.reasonChars, true))
const optionalDay = (label: string) => clearable(day(label))
const chosen = <const Values extends readonly [string, ...string[]]>(label: string, values: Values) =>
  z.enum(values, { error: `${label}を選択してください。` })
const several = <S extends z.ZodType>(label: string, schema: S, most: number) =>
  z
    .array(schema, { error: `${label}を一覧で指定してください。` })
    .max(most, { error: `${label}は${most}件までです。` })
const performerIds = (label: string) => several(label, z.string().max(limits.idChars), limits.page.maximum)

const shooting = z.strictObject({
  kind: chosen('撮影の種別', shootingKinds),
  plannedOn: optionalDay('撮影の予定日'),
  place: short('撮影場所'),
  /** Null while it has not taken place. */
  shotOn: optionalDay('撮影した日'),
  /** The performers who took part; empty for all performers of the video. */
  performerIds: performerIds('参加した出演者'),
})

const source = z.strictObject({
  videoId: z.string({ error: '元の動画を選択してください。' }).max(limits.idChars),
  kind: chosen('作り方', derivationKinds),
})

const contentReview = z.strictObject({
  on: day('内容を確認した日'),
  by: filled('確認した人', sizes.chars),
  passed: z.boolean({ error: '確認の結果を選択してください。' }),
  checked: reason('確認した内容'),
})

/** A file that is too big to be stored here, and who keeps it (D100). */
const evidence = z.strictObject({
  file: filled('証拠のファイル名', sizes.chars),
  bytes: z
    .int({ error: 'ファイルの大きさをバイト数で入力してください。' })
    .min(0, { error: 'ファイルの大きさは0以上で入力してください。' }),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'SHA-256は64桁の16進数で入力してください。' }),
  place: filled('保管場所', sizes.chars),
  keeper: filled('保管する人', sizes.chars),
})

export const titleFactsInput = z.strictObject({
  maker: short('制作者'),
  productNumber: short('品番'),
  category: clearable(chosen('区分', videoCategories)),
  categoryReason: reason('対象外とした理由'),
  reviewingBody: short('審査団体'),
  reviewNumber: short('審査番号'),
  derivedFrom: several('元の動画', source, sizes.sources),
  shootings: several('撮影', shooting, sizes.shootings),
  /** The day on which all shooting ended (9条). */
  shootingEndedOn: optionalDay('すべての撮影が終わった日'),
  contentReview: contentReview.nullish(),
  evidence: several('証拠', evidence, sizes.evidence),
  /** Required to take back or move the end of all shooting (D93). */
  reopenReason: reason('撮影の終了を変更する理由'),
})
export type TitleFactsInput = z.output<typeof titleFactsInput>

const contract = z
  .strictObject({
    offeredOn: optionalDay('契約を申し込んだ日'),
    signedOn: day('契約日'),
    receivedOn: optionalDay('契約書の写しを受け取った日'),
    named: several('契約書に記載のある事項', chosen('事項', contractFacts), contractFacts.length),
    partnerIds: performerIds('契約書に記載のある相手役'),
    voidClauses: several('無効となる条項', chosen('条項', voidClauses), voidClauses.length),
  })
  .check(
    z.refine(({ signedOn, receivedOn }) => !receivedOn || receivedOn >= signedOn, {
      path: ['receivedOn'],
      error: '契約書の写しを受け取った日は、契約日以降にしてください。',
    }),
    z.refine(({ signedOn, offeredOn }) => !offeredOn || offeredOn <= signedOn, {
      path: ['offeredOn'],
      error: '契約を申し込んだ日は、契約日以前にしてください。',
    }),
  )

const sheet = z.strictObject({
  edition: short('説明書面の版'),
  receivedOn: day('説明書面を受け取った日'),
  explainedOn: optionalDay('説明した日'),
  explainedBy: short('説明した人'),
  minutes: clearable(
    z
      .int({ error: '説明の時間を分で入力してください。' })
      .min(1, { error: '説明の時間は1分以上で入力してください。' })
      .max(sizes.minutes, { error: `説明の時間は${sizes.minutes}分以下で入力してください。` }),
  ),
  language: short('説明の言語'),
})

const footage = z
  .strictObject({
    offeredOn: day('映像を確認する機会を提供した日'),
    way: chosen('提供の方法', footageWays),
    until: day('確認の期限'),
    answer: clearable(chosen('回答', footageAnswers)),
    /** Where the performer can see the footage; shown on the own page (D104). */
    address: clearable(webAddress('映像のアドレス', sizes.addressChars)),
  })
  .check(
    z.refine(({ offeredOn, until }) => until >= offeredOn, {
      path: ['until'],
      error: '確認の期限は、提供した日以降にしてください。',
    }),
  )

const consent = z
  .strictObject({
    kind: chosen('同意の種類', consentKinds),
    wording: short('同意文の版'),
    givenOn: day('同意した日'),
    endsOn: optionalDay('同意の最終日'),
    withdrawnOn: optionalDay('同意を撤回した日'),
  })
  .check(
    z.refine(({ givenOn, endsOn }) => !endsOn || endsOn >= givenOn, {
      path: ['endsOn'],
      error: '同意の最終日は、同意した日以降にしてください。',
    }),
    z.refine(({ givenOn, withdrawnOn }) => !withdrawnOn || withdrawnOn >= givenOn, {
      path: ['withdrawnOn'],
      error: '同意を撤回した日は、同意した日以降にしてください。',
    }),
  )

const ended = z.strictObject({ kind: chosen('終了の種類', endKinds), on: day('終了した日') })

/** Only the parts that are sent are replaced, so that one part can be entered for several performers at once. */
export const appearanceParts = {
  contract: contract.nullish(),
  sheet: sheet.nullish(),
  footage: footage.nullish(),
  consents: several('同意', consent, sizes.consents).optional(),
  /** A notice that ends the permission to publish; only an admin takes it back. */
  ended: ended.nullish(),
}
export const appearanceInput = z.strictObject(appearanceParts)
export type AppearanceInput = z.output<typeof appearanceInput>
export type AppearancePart = keyof AppearanceInput
