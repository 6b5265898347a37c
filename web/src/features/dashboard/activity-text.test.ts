import type { AuditEntry } from '@kyc/contract/audit.ts'
import { expect, test } from 'vitest'
import { activityWords } from './activity-text.ts'

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

test('what is done to a video is told as such, and never as something about an account', () => {
  expect(activityWords(entry)).toEqual({ afterName: 'を登録しました', alone: '動画を登録しました' })
  expect(activityWords({ ...entry, action: 'update' }).alone).toBe('動画を変更しました')
  expect(activityWords({ ...entry, resourceType: 'user' }).alone).toBe('アカウントを作成しました')
  expect(activityWords({ ...entry, resourceType: 'user', action: 'update' }).alone).toBe(
    'アカウントの設定を変更しました',
  )
})

test('an inquiry that arrived makes no account', () => {
  const words = (action: AuditEntry['action']) =>
    activityWords({ ...entry, resourceType: 'inquiry', action }).alone
  expect(words('create')).toBe('お問い合わせを送信しました')
  expect(words('update')).toBe('お問い合わせの状態を変更しました')
  expect(words('shred')).toBe('保管期間が過ぎたお問い合わせを消去しました')
})

test('an entry that can not be read says so with its id', () => {
  expect(activityWords({ ...entry, unreadable: true }).alone).toBe(
    `動画を登録しました。内容を読み取れません（記録ID：${entry.id}）`,
  )
})
