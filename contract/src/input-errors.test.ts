import { expect, test } from 'vitest'
import { z } from 'zod'
import { sendInquiry } from './contact.ts'
import { inputErrors } from './input-errors.ts'
import { limits } from './limits.ts'
import { saveFilters } from './saved-filters.ts'

/** Messages by field. */
function errorsOf(schema: z.ZodType, value: unknown): Record<string, string> {
  const { error } = schema.safeParse(value)
  return Object.fromEntries((error ? inputErrors(error) : []).map(({ field, message }) => [field, message]))
}

const inquiry = { name: '花子', email: 'hanako@example.com', subject: '料金', message: '教えてください。' }

test('an inquiry needs each field, and a blank one counts as empty (spec §5)', () => {
  expect(errorsOf(sendInquiry.body, inquiry)).toEqual({})
  for (const blank of ['', '  \n'])
    expect(errorsOf(sendInquiry.body, { name: blank, email: blank, subject: blank, message: blank })).toEqual(
      {
        name: '氏名を入力してください。',
        email: 'メールアドレスを入力してください。',
        subject: '件名を入力してください。',
        message: 'メッセージを入力してください。',
      },
    )
})

test('an inquiry needs a valid address, and its message has a maximum length', () => {
  const message = 'あ'.repeat(limits.inquiryMessageChars)
  expect(errorsOf(sendInquiry.body, { ...inquiry, message })).toEqual({})
  expect(errorsOf(sendInquiry.body, { ...inquiry, email: 'hanako', message: `${message}。` })).toEqual({
    email: '有効なメールアドレスを入力してください。',
    message: `メッセージは${limits.inquiryMessageChars}文字以内で入力してください。`,
  })
})

test('a saved filter without a name, or with the name of an earlier one, has an error at its own name', () => {
  const filters = ['a', 'a', ' '].map((name) => ({ name, search: {} }))
  expect(errorsOf(saveFilters.body, { filters })).toEqual({
    'filters.1.name': '同じ名前の条件があります。',
    'filters.2.name': '名前を入力してください。',
  })
})

test('the messages of zod itself are not shown, and the error of an unknown field names it', () => {
  const schema = z.strictObject({ limit: z.number() })
  expect(errorsOf(schema, { limit: 'x', 'a\ud800': 1 })).toEqual({
    limit: '入力内容を確認してください。',
    'a\ufffd': '不明な項目です。',
  })
  const names = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field${index}`, 1]))
  expect(Object.keys(errorsOf(schema, { limit: 1, ...names, ['a'.repeat(200)]: 1 }))).toHaveLength(50)
})
