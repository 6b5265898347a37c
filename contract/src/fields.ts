import { z } from 'zod'
import { isDay } from './dates.ts'
import { limits } from './limits.ts'

/** Field types shared by several endpoints, with their Japanese messages. */

/**
 * Text that PostgreSQL and JSON can store: no NUL or other control characters, no lone surrogates. It is
 * composed to NFC and trimmed; lengths are UTF-16 units. Bidirectional controls are removed: with them, a
 * name would be displayed differently from the one that is stored and searched.
 */
export const text = (label: string, maximum: number, multiline = false) =>
  z
    .string({ error: `${label}を文字で入力してください。` })
    .refine((value) => value.isWellFormed(), {
      error: `${label}に使用できない文字が含まれています。`,
      abort: true,
    })
    .transform((value) =>
      value
        .replace(/\p{Bidi_Control}/gu, '')
        .normalize('NFC')
        .trim(),
    )
    .refine((value) => !hasControl(value, multiline), {
      error: `${label}に使用できない文字が含まれています。`,
    })
    .refine((value) => value.length <= maximum, { error: `${label}は${maximum}文字以内で入力してください。` })

/** Text with at least one visible character. */
export const filled = (label: string, maximum: number, multiline = false) =>
  text(label, maximum, multiline).refine((value) => /[^\p{DI}\p{Z}\u2800]/u.test(value), {
    error: `${label}を入力してください。`,
  })

/** An address of the web; empty is allowed, and a scheme that runs a script is not. */
export const webAddress = (label: string, maximum: number) =>
  text(label, maximum).refine((value) => value === '' || isWebAddress(value), {
    error: `${label}は https:// から入力してください。`,
  })

export const day = (label: string) =>
  z
    .string({ error: `${label}を日付で入力してください。` })
    .min(1, { error: `${label}を入力してください。`, abort: true })
    .refine(isDay, { error: `${label}は正しい日付で入力してください。例：1998-04-02` })

export const email = z
  .string({ error: 'メールアドレスを入力してください。' })
  .trim()
  .min(1, { error: 'メールアドレスを入力してください。', abort: true })
  .max(limits.emailChars, {
    error: `メールアドレスは${limits.emailChars}文字以内で入力してください。`,
  })
  .refine((value) => /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(value) && value.isWellFormed(), {
    error: '有効なメールアドレスを入力してください。',
  })

/** An instant on the wire: ISO 8601, UTC. */
export const instant = z.iso.datetime()

export const id = z.string()

/** Empty query parameters count as absent (D19). */
export const emptyIsAbsent = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** For calls without parameters in the body: no body, or an empty one (D50). */
export const noBody = { body: z.strictObject({}).nullish(), bodyOptional: true } as const

/** Paging of every list. */
export const paging = {
  limit: emptyIsAbsent(
    z.coerce
      .number({ error: '件数は数字で指定してください。' })
      .int({ error: '件数は整数で指定してください。' })
      .min(1, { error: '件数は1以上で指定してください。' })
      .max(limits.page.maximum, { error: `件数は${limits.page.maximum}以下で指定してください。` }),
  ),
  cursor: emptyIsAbsent(z.string().max(limits.cursorChars)),
}

/** Control characters and Unicode line breaks; several lines of text may hold tabs and line feeds. */
function hasControl(value: string, multiline: boolean): boolean {
  const allowed = multiline ? value.replace(/[\t\n\r]/g, '') : value
  return /[\p{Cc}\u2028\u2029]/u.test(allowed)
}

function isWebAddress(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}
