import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, filled, id, text } from './fields.ts'
import { limits } from './limits.ts'
import { clearable } from './record-fields.ts'
import {
  consentKinds,
  contractFacts,
  derivationKinds,
  endKinds,
  footageAnswers,
  footageWays,
  proofKinds,
  shootingKinds,
  videoCategories,
  voidClauses,
} from './title-vocabulary.ts'

// The facts of a video and of its appearances (D90 to D96, D100), from which the rules find what is missing (D105).

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
  /** Those who took part; empty for all performers of the video. */
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

/** A file that is too big to keep, and its keeper (D100). */
const evidence = z.strictObject({
  file: filled('証拠のファイル名', sizes.chars),
  bytes: z
    .int({ error: 'ファイルの大きさをバイト数で入力してください。' })
    .min(0, { error: 'ファイルの大きさは0以上で入力してください。' }),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'SHA-256は64桁の16進数で入力してください。' }),
  place: filled('保管場所', sizes.chars),
  keeper: filled('保管する人', sizes.chars),
})

const titleFields = {
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
}

const version = z.int({ error: '版を整数で指定してください。' })

export const titleFactsInput = z.strictObject({
  ...titleFields,
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
const appearanceInput = z.strictObject(appearanceParts)
export type AppearanceInput = z.output<typeof appearanceInput>
export type AppearancePart = keyof AppearanceInput

/** Each part with what proves its days (D92). */
const proof = { proof: z.enum(proofKinds) }
const withProof = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) => schema.extend(proof)

const storedAppearance = z.strictObject({
  contract: withProof(z.strictObject(contract.shape)).nullable(),
  sheet: withProof(sheet).nullable(),
  footage: withProof(z.strictObject(footage.shape)).nullable(),
  consents: z.array(withProof(z.strictObject(consent.shape))),
  ended: ended.nullable(),
})
export type StoredAppearance = z.output<typeof storedAppearance>

const factsSchema = z.strictObject({
  version,
  ...titleFields,
  appearances: z.array(
    z.strictObject({ performerId: id, name: z.string(), version, ...storedAppearance.shape }),
  ),
})
export type VideoFacts = z.output<typeof factsSchema>

const ofVideo = z.strictObject({ id })
const reply = { kind: 'json', status: 200, schema: factsSchema } as const

export const getVideoFacts = endpoint({
  name: 'videos.facts',
  method: 'GET',
  path: '/videos/{id}/facts',
  summary: 'The facts of the video and of each appearance in it (D90 to D96)',
  who: 'user',
  params: ofVideo,
  reply,
  problems: ['VIDEO_NOT_FOUND'],
})

export const saveVideoFacts = endpoint({
  name: 'videos.saveFacts',
  method: 'PUT',
  path: '/videos/{id}/facts',
  summary: 'Replace the facts of the video; `version` is the one that the caller has seen (D90, D93)',
  who: 'user',
  params: ofVideo,
  body: titleFactsInput.extend({ version }),
  reply,
  problems: ['VIDEO_NOT_FOUND', 'ORGANISATION_ROLE', 'INVALID_INPUT', 'CONFLICT'],
  audit: ['update'],
})

export const saveAppearances = endpoint({
  name: 'videos.saveAppearances',
  method: 'PUT',
  path: '/videos/{id}/appearances',
  summary: 'Replace parts of the facts of one or several appearances, all or none (D91, D94, D95)',
  who: 'user',
  params: ofVideo,
  body: z.strictObject({
    performers: z
      .array(z.strictObject({ id: z.string().max(limits.idChars), version }), {
        error: '出演者を選択してください。',
      })
      .min(1, { error: '出演者を選択してください。' })
      .max(limits.page.maximum, { error: `一度に入力できるのは${limits.page.maximum}名までです。` }),
    ...appearanceParts,
  }),
  reply,
  problems: [
    'VIDEO_NOT_FOUND',
    'ORGANISATION_ROLE',
    'PERFORMER_NOT_FOUND',
    'INVALID_INPUT',
    'CONFLICT',
    'CONSENT_WITHDRAWN',
    'APPEARANCE_ENDED',
  ],
  audit: ['update'],
})
