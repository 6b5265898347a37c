import type { AuditEntry } from '@kyc/contract/audit.ts'
import { expect, test } from 'vitest'
import { activityText } from './activity-text.ts'

const entry: AuditEntry = {
  id: '0198c5a0-0000-7000-8000-000000000001',
  createdAt: '2026-11-20T05:05:09.000Z',
  userId: null,
  user: null,
  action: 'create',
  resourceType: 'video',
  resourceId: null,
  resourceName: null,
  performerId: null,
  ipAddress: null,
  details: {},
  unreadable: false,
}

test('describes actions on a video as such, not as actions on an account', () => {
  expect(activityText(entry)).toEqual({ afterName: 'を登録しました', alone: '動画を登録しました' })
  expect(activityText({ ...entry, action: 'update' }).alone).toBe('動画を変更しました')
  expect(activityText({ ...entry, resourceType: 'user' }).alone).toBe('アカウントを作成しました')
  expect(activityText({ ...entry, resourceType: 'user', action: 'update' }).alone).toBe(
    'アカウントの設定を変更しました',
  )
})

test('describes a received inquiry as such, not as a new account', () => {
  const text = (action: AuditEntry['action']) =>
    activityText({ ...entry, resourceType: 'inquiry', action }).alone
  expect(text('create')).toBe('お問い合わせを送信しました')
  expect(text('update')).toBe('お問い合わせの状態を変更しました')
  expect(text('shred')).toBe('保管期間が過ぎたお問い合わせを消去しました')
})

test('names what was done with a sealed record (D17)', () => {
  const act = { ...entry, resourceType: 'performer', action: 'seal', details: { change: 'held' } } as const
  expect(activityText(act).alone).toBe('封印した記録について「保全」を行いました')
  expect(activityText({ ...act, action: 'shred' }).alone).toBe('出演者の封印した記録を破棄しました')
})

test('an unreadable entry shows its id', () => {
  expect(activityText({ ...entry, unreadable: true }).alone).toBe(
    `動画を登録しました。内容を読み取れません（記録ID：${entry.id}）`,
  )
})

test('shows a word that a newer release has added as it is', () => {
  const newer = { ...entry, action: 'withdraw' as 'update', resourceType: 'contract' as 'user' }
  expect(activityText(newer).alone).toBe('「withdraw」を行いました')
})
