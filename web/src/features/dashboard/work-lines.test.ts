import type { ListedPerformer } from '@kyc/contract/performers.ts'
import { expect, test } from 'vitest'
import { dueLines, pendingLines } from './work-lines.ts'

const now = new Date('2026-11-20T05:00:00Z')
const performer = (name: string, values: Partial<ListedPerformer> = {}) =>
  // The lines use no other field.
  ({ id: name, name, created_at: '2026-11-20T00:00:00.000Z', expiresOn: null, ...values }) as ListedPerformer

test('the work of the owner lists resubmissions first, then expiring documents by the earliest expiry', () => {
  const expiring = [
    performer('先', { expiresOn: '2026-12-10' }),
    performer('今日', { expiresOn: '2026-11-20' }),
    performer('過ぎた', { expiresOn: '2026-11-19' }),
  ]
  const lines = dueLines([performer('差し戻された')], expiring, now)
  expect(lines.map(({ performer: { name }, text }) => `${name}：${text}`)).toEqual([
    '差し戻された：再提出が必要です',
    '過ぎた：2026年11月19日に有効期限が切れました',
    '今日：有効期限は2026年11月20日です',
    '先：有効期限は2026年12月10日です',
  ])
})

test('pending performers show the days since their registration, counted in Japanese time', () => {
  const lines = pendingLines(
    [
      performer('昨日', { created_at: '2026-11-19T14:59:00.000Z' }),
      performer('今日', { created_at: '2026-11-19T15:00:00.000Z' }),
    ],
    now,
  )
  expect(lines.map(({ text }) => text)).toEqual(['登録から1日', '本日登録'])
})
