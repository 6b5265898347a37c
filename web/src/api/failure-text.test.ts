import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { failureText, fieldErrors } from './failure-text.ts'

test('a failure text is the message of the server, with the request id for a 5xx', () => {
  const refused = new ApiError({
    code: 'FOUR_EYES',
    title: '審査できません。',
    status: 409,
    requestId: 'r-1',
  })
  expect(failureText(refused)).toBe('審査できません。')
  const broken = new ApiError({
    code: 'INTERNAL',
    title: '問題が発生しました。',
    status: 500,
    requestId: 'r-2',
  })
  expect(failureText(broken)).toBe('問題が発生しました。（お問い合わせ番号：r-2）')
})

test('a failure text prefers field messages over the title; other errors have a generic text', () => {
  const errors = [{ field: 'email', message: '有効なメールアドレスを入力してください。' }]
  const input = new ApiError({
    code: 'INVALID_INPUT',
    title: '入力内容を確認してください。',
    status: 400,
    errors,
  })
  expect(failureText(input)).toBe('有効なメールアドレスを入力してください。')
  expect(failureText(new Error('x'))).toBe('処理に失敗しました。もう一度お試しください。')
})

test('each message is assigned to its field; a problem with only a field assigns its title', () => {
  const errors = [{ field: 'email', message: '形式' }]
  expect(fieldErrors(new ApiError({ code: 'A', title: '題', errors, field: 'email' }))).toEqual({
    email: '形式',
  })
  expect(fieldErrors(new ApiError({ code: 'B', title: '大きすぎます', field: 'idFront' }))).toEqual({
    idFront: '大きすぎます',
  })
  expect(fieldErrors(new ApiError({ code: 'C', title: '題' }))).toEqual({})
  expect(fieldErrors(new Error('x'))).toEqual({})
})
