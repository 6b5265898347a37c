import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { day, email, emptyIsAbsent, filled, paging, text } from './fields.ts'
import { limits } from './limits.ts'

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({
    unit: fc.constantFrom('か', '\u3099', '\u0301', 'e', ' ', '\t', '\n', '\u0000', '\u2028', '\ud800'),
  }),
)

describe('text', () => {
  it.each([false, true])(
    'that is accepted can be stored, and does not change when sent again (several lines: %s)',
    (lines) => {
      const schema = text('名前', 30, lines)
      const property = fc.property(odd, (sent) => {
        const { data, error } = schema.safeParse(sent)
        if (error) {
          expect(error.issues[0]?.message).toMatch(/^名前/)
          return
        }
        expect(data.isWellFormed()).toBe(true)
        expect(data).not.toMatch(lines ? /[^\P{Cc}\t\n\r]/u : /\p{Cc}/u)
        expect(data).not.toMatch(/[\u2028\u2029]/)
        expect(data.length).toBeLessThanOrEqual(30)
        expect([data, data]).toEqual([data.trim(), data.normalize('NFC')])
        expect(schema.parse(data)).toBe(data)
      })
      fc.assert(property, { seed: 1, numRuns: 5000 })
    },
  )

  it.each(['\u0000', 'a\u0000b', '\ud800', 'a\udfff', 'a\tb', 'a\nb', 'a\u2028b', 'a\u0085b', '\u007fa'])(
    'rejects %j in a single-line field',
    (sent) => {
      const { error } = text('名前', 30).safeParse(sent)
      expect(error?.issues.map((issue) => issue.message)).toEqual([
        '名前に使用できない文字が含まれています。',
      ])
    },
  )

  it('counts the length after composition and trimming', () => {
    expect(text('名前', 1).parse(' か\u3099\u3000')).toBe('が')
    expect(text('名前', 2).safeParse('がぎぐ').error?.issues[0]?.message).toBe(
      '名前は2文字以内で入力してください。',
    )
  })

  it.each(['\u202e', '\u2066', '\u200f'])(
    'is stored without %j, which would change the direction of the following text',
    (turn) => {
      expect(text('名前', 9).parse(`${turn}山田${turn}`)).toBe('山田')
      expect(text('本文', 9, true).parse(`一${turn}\n二`)).toBe('一\n二')
      expect(text('名前', 9).parse(`か${turn}\u3099`)).toBe('が')
    },
  )

  it.each([
    '',
    ' ',
    '\u3000',
    '\ufeff',
    '\u200b',
    '\u2060\u00ad',
    '\u3164',
    '\u2800',
    '\u{e0041}',
    '\ufe0f',
    '\u202e',
  ])('%j counts as empty', (sent) => {
    expect(filled('姓', 9).safeParse(sent).error?.issues[0]?.message).toBe('姓を入力してください。')
  })

  it.each(['葛\u{e0100}', 'می\u200cخواهم', '한', '👩‍👩‍👧'])(
    'keeps the invisible characters of %j',
    (sent) => {
      expect(filled('姓', 30).parse(sent)).toBe(sent)
    },
  )

  it.each([[undefined], [null], [1], [true], [[]], [{}]])('rejects %j in a required field', (sent) => {
    expect(filled('姓', 9).safeParse(sent).success).toBe(false)
  })
})

it.each(['2026-02-30', '0000-01-01', '2026-1-1', '', 20260101, null])('%j is not a day', (sent) => {
  expect(day('生年月日').safeParse(sent).error?.issues[0]?.message).toMatch(/^生年月日/)
})

describe('an e-mail address', () => {
  it.each(['a@b', ' User@Example.com ', '利用者@例え.jp', '"a"@b'])('%j is accepted and trimmed', (sent) => {
    expect(email.parse(sent)).toBe(sent.trim())
  })

  it.each([
    ...['', 'a', '@', 'a@', '@b', 'a@b@c', 'a b@c', 'a@b\nc', 'a\u0000@b', 'a@b\r\nBcc: c@d', '\ud800@b'],
    `${'a'.repeat(250)}@b.jp`,
  ])('%j is rejected', (sent) => {
    expect(email.safeParse(sent).success).toBe(false)
  })
})

describe('query parameters', () => {
  const query = z.object({ ...paging, day: emptyIsAbsent(day('開始日')) })

  it('are ignored when empty (D19)', () => {
    expect(query.parse({ limit: '', cursor: '', day: '' })).toEqual({})
  })

  it('accept whole numbers of rows up to the maximum', () => {
    expect(query.parse({ limit: String(limits.page.maximum) })).toEqual({ limit: limits.page.maximum })
    for (const limit of ['0', '-1', '201', '1.5', 'x', 'NaN', 'Infinity', '9'.repeat(30), '\u0000']) {
      expect(query.safeParse({ limit }).success, limit).toBe(false)
    }
  })
})
