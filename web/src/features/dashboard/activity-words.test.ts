import type { AuditEntry } from '@kyc/contract/audit.ts'
import { expect, test } from 'vitest'
import { activityWords } from './activity-words.ts'

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
}

test('what is done to a video is told as such, and never as something about an account', () => {
  expect(activityWords(entry)).toEqual({ afterName: 'を登録しました', alone: '動画を登録しました' })
  expect(activityWords({ ...entry, action: 'update' }).alone).toBe('動画を変更しました')
  expect(activityWords({ ...entry, resourceType: 'user' }).alone).toBe('アカウントを作成しました')
})
