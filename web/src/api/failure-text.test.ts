import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { failureText, fieldErrors } from './failure-text.ts'

test('the words of the server are shown, and the number to ask with where the server is at fault', () => {
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

test('single messages win over the general title; what is no answer gets a plain sentence', () => {
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

test('each message goes to its field; a problem with one field alone puts its title there', () => {
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
