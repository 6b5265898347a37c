import { z } from 'zod'
import { emptyIsAbsent, text } from './fields.ts'
import { limits } from './limits.ts'

/** Fields of records and of their lists. Apart from the others, which the login page loads. */

/** A field that can be emptied: an empty text is null, and absent leaves it as it is. */
export const clearable = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullish())

export const externalId = clearable(text('外部ID', limits.externalIdChars))

/** What a list is searched for (D18). */
export const search = emptyIsAbsent(text('検索語', limits.searchChars))
