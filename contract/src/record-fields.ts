import { z } from 'zod'
import { cleaningLimits } from './cleaning-limits.ts'
import { emptyIsAbsent, text } from './fields.ts'
import { limits } from './limits.ts'

/** Fields of records and of their lists. A separate module, so that the login page does not load it. */

/** An optional field: an empty text becomes null, and an absent one stays unchanged. */
export const clearable = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullish())

export const externalId = clearable(text('外部ID', limits.externalIdChars))

/** The search text of a list (D18). */
export const search = emptyIsAbsent(text('検索語', limits.searchChars))

/** A number of full days in the review queue. */
export const waitedDays = emptyIsAbsent(
  z.coerce
    .number({ error: '日数は数字で指定してください。' })
    .int({ error: '日数は整数で指定してください。' })
    .min(0, { error: '日数は0以上で指定してください。' })
    .max(limits.waitedDays, { error: `日数は${limits.waitedDays}以下で指定してください。` }),
)

/** The call loads what a page may show next: its audit entry is marked, and the bytes don't count as opened (D38). */
export const prefetch = emptyIsAbsent(z.enum(['0', '1'], { error: 'prefetch は 0 か 1 です。' }))

/** The organisation of a list or of a new record; without it, the server chooses (D67). */
export const inOrganisation = { organisation: emptyIsAbsent(z.string()) }

/** The problems of `inOrganisation`. */
export const organisationProblems = ['ORGANISATION_NOT_FOUND', 'ORGANISATION_DISABLED'] as const

/** The problems of an export of an organisation's records. */
export const exportProblems = [
  'INVALID_INPUT',
  ...organisationProblems,
  'ORGANISATION_ROLE',
  'STEP_UP_REQUIRED',
  'RATE_LIMITED',
  'EXPORT_IN_PROGRESS',
] as const

/**
 * The version of the record that the page shows: a decision is refused with CONFLICT if a name, the date of birth or
 * the kind of ID was changed after this version. Without a version, an approval is refused if one of these fields was
 * changed after the account's last view of the document (D11).
 */
export const performerVersion = z
  .int({ error: '出演者情報の版の指定が正しくありません。' })
  .min(1)
  .max(999_999_999)
  .nullish()

/** How much of a document the reviewer has seen. */
export const seenInput = z.strictObject(
  {
    width: z.int({ error: '表示した幅を整数で指定してください。' }).min(0).max(100_000),
    lens: z.boolean({ error: '拡大鏡の使用は true か false です。' }),
    pages: z
      .array(z.int({ error: '表示したページを整数で指定してください。' }).min(1))
      .max(cleaningLimits.pdfPages),
  },
  { error: '表示した範囲を指定してください。' },
)
