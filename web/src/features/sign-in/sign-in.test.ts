import { expect, test } from 'vitest'
import { networkFailure } from '../../api/api-error.ts'
import { errorOf } from '../../api/reply.ts'
import { refusalOf } from './sign-in.ts'

const failed = { kind: 'refused', message: 'ログインに失敗しました' }

test('shows ログインに失敗しました without a message of the server (spec §8)', async () => {
  expect(refusalOf(new TypeError('anything'))).toEqual({ ...failed, requestId: null })
  const proxy = { status: 502, header: () => null, body: new Blob(['<html>Bad Gateway</html>']) }
  expect(refusalOf(await errorOf(proxy))).toEqual({ ...failed, requestId: null })
  expect(refusalOf(networkFailure(undefined))).toMatchObject({
    ...failed,
    detail: 'サーバーに接続できませんでした。接続を確認して、もう一度お試しください。',
  })
})

test('prefers the message of the server', async () => {
  const body = new Blob([JSON.stringify({ code: 'RATE_LIMITED', title: '操作が多すぎます。' })])
  expect(refusalOf(await errorOf({ status: 429, header: () => null, body }))).toMatchObject({
    message: '操作が多すぎます。',
  })
})
