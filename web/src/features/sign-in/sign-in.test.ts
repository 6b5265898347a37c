import { expect, test } from 'vitest'
import { ApiError, networkFailure } from '../../api/api-error.ts'
import { errorOf } from '../../api/reply.ts'
import { CookieMissing, refusalOf } from './sign-in.ts'

const failed = 'ログインに失敗しました'

test('a failure without a message of the server shows ログインに失敗しました (spec §8)', async () => {
  expect(refusalOf(new TypeError('anything'))).toMatchObject({ message: failed, detail: '' })
  const proxy = { status: 502, header: () => null, body: new Blob(['<html>Bad Gateway</html>']) }
  expect(refusalOf(await errorOf(proxy))).toMatchObject({ message: failed, detail: '' })
  expect(refusalOf(networkFailure(undefined))).toMatchObject({
    message: failed,
    detail: 'サーバーに接続できませんでした。接続を確認して、もう一度お試しください。',
  })
})

test('a message of the server is shown as it is, with the request id after a failure of the server', async () => {
  const body = (status: number) =>
    new Blob([JSON.stringify({ code: 'ANY', title: '操作が多すぎます。', requestId: `r-${status}` })])
  const refusal = async (status: number) =>
    refusalOf(await errorOf({ status, header: () => null, body: body(status) }))
  expect(await refusal(429)).toMatchObject({ message: '操作が多すぎます。', detail: '' })
  expect(await refusal(500)).toMatchObject({
    message: '操作が多すぎます。',
    detail: 'お問い合わせ番号：r-500',
  })
})

test('an invalid CSRF token is reported as a missing cookie: without the cookie, every token is invalid (D27)', () => {
  expect(refusalOf(new ApiError({ code: 'CSRF_INVALID', title: 'x', status: 403 }))).toBeInstanceOf(
    CookieMissing,
  )
})
