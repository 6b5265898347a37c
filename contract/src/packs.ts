import { z } from 'zod'
import { endpoint, keyProblems } from './endpoint.ts'
import { emptyIsAbsent, filled, id, instant, paging } from './fields.ts'
import { limits } from './limits.ts'
import { packEndReasons, packFailures, packLimits, packShapes, packStates } from './pack-vocabulary.ts'
import { clearable, inOrganisation, organisationProblems } from './record-fields.ts'

// Packs of evidence (D109): one ZIP for titles or a performer, which its recipients open by a link that expires.

const shape = z.enum(packShapes, { error: 'パックの種類を選択してください。' })

const packSchema = z.strictObject({
  id,
  shape,
  organisation: z.strictObject({ id, name: z.string() }),
  /** Null of a pack of titles; the name is null once the record is deleted. */
  performer: z.strictObject({ id, name: z.string().nullable() }).nullable(),
  /** The first title by its name; null if the pack has none. */
  title: z.string().nullable(),
  videoCount: z.int(),
  performerCount: z.int(),
  /** Whether the identity documents in the pack are without masks. */
  unmasked: z.boolean(),
  state: z.enum(packStates),
  failure: z.enum(packFailures).nullable(),
  /** The files that the pack contains so far, and those that it will contain. */
  progress: z.strictObject({ done: z.int(), total: z.int() }),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  createdAt: instant,
  createdBy: z.string(),
  expiresAt: instant,
  endedAt: instant.nullable(),
  endReason: z.enum(packEndReasons).nullable(),
  /** How often the link was opened. */
  openings: z.int(),
  lastOpenedAt: instant.nullable(),
})
export type Pack = z.infer<typeof packSchema>

export const listPacks = endpoint({
  name: 'packs.list',
  method: 'GET',
  path: '/packs',
  summary: 'Packs of evidence, newest first, or those with a title or about a performer (D109)',
  who: 'user',
  query: z.object({
    ...inOrganisation,
    video: emptyIsAbsent(z.string().max(limits.idChars)),
    performer: emptyIsAbsent(z.string().max(limits.idChars)),
    ...paging,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(packSchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID', ...organisationProblems],
})

export const createPack = endpoint({
  name: 'packs.create',
  method: 'POST',
  path: '/packs',
  summary:
    'Make a pack in the background; the reply has its link, which no later call returns. Only a superadmin who states a reason leaves identity documents unmasked (D109)',
  who: 'user',
  stepUp: true,
  body: z
    .strictObject({
      shape,
      /** The titles, all of one organisation. `performerId` names a performer instead of them. */
      videoIds: z
        .array(z.string().max(limits.idChars), { error: '動画を一覧で指定してください。' })
        .max(packLimits.videos, { error: `一度に選べる動画は${packLimits.videos}件までです。` })
        .optional(),
      performerId: clearable(z.string().max(limits.idChars)),
      unmaskReason: clearable(filled('マスクしない理由', limits.textChars, true)),
    })
    .check(
      z.refine(({ videoIds = [], performerId }) => videoIds.length > 0 !== !!performerId, {
        path: ['videoIds'],
        error: '動画か出演者のどちらかを選択してください。',
      }),
      z.refine(({ shape: chosen, performerId }) => chosen !== 'person' || !!performerId, {
        path: ['shape'],
        error: 'ご本人向けのパックは、出演者から作成してください。',
      }),
    ),
  reply: { kind: 'json', status: 201, schema: z.strictObject({ pack: packSchema, url: z.string() }) },
  problems: [
    'FORBIDDEN',
    'STEP_UP_REQUIRED',
    'INVALID_INPUT',
    'VIDEO_NOT_FOUND',
    'PERFORMER_NOT_FOUND',
    'ORGANISATION_ROLE',
    'PACK_LIMIT',
    ...keyProblems,
  ],
  audit: ['create', 'download'],
  idempotent: true,
})

export const revokePack = endpoint({
  name: 'packs.revoke',
  method: 'DELETE',
  path: '/packs/{id}',
  summary: 'End the link of a pack and delete its file; a repeated call changes nothing (D109)',
  who: 'user',
  params: z.strictObject({ id }),
  reply: { kind: 'empty', status: 204 },
  problems: ['PACK_NOT_FOUND', 'ORGANISATION_ROLE'],
  audit: ['delete'],
})

/** What the recipient of a link sees before the download. It names no person. */
const openedSchema = packSchema
  .pick({
    shape: true,
    videoCount: true,
    performerCount: true,
    unmasked: true,
    state: true,
    progress: true,
    bytes: true,
    sha256: true,
    createdAt: true,
    expiresAt: true,
  })
  .extend({ organisation: z.string(), filename: z.string() })
export type OpenedPack = z.infer<typeof openedSchema>

export const openPack = endpoint({
  name: 'packs.open',
  method: 'POST',
  path: '/packs/opened',
  summary: 'Open the link of a pack in this browser; each opening has an entry (D109)',
  who: 'anyone',
  body: z.strictObject({
    token: z.string({ error: 'リンクが正しくありません。' }).min(1).max(limits.linkTokenChars),
  }),
  reply: { kind: 'json', status: 200, schema: openedSchema },
  problems: ['PACK_ENDED', 'INVALID_INPUT', 'RATE_LIMITED'],
  audit: ['read'],
})

export const downloadPack = endpoint({
  name: 'packs.download',
  method: 'GET',
  path: '/packs/file',
  summary: 'The file of the pack that this browser has opened; each download has an entry (D109)',
  who: 'anyone',
  reply: { kind: 'file', status: 200 },
  problems: ['PACK_ENDED', 'FILE_UNREADABLE', 'RATE_LIMITED'],
  audit: ['download'],
  transfer: true,
})
