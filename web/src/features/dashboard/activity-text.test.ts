import type { AuditEntry } from '@kyc/contract/audit.ts'
import { linkActorLabel } from '@kyc/contract/link-labels.ts'
import { expect, test } from 'vitest'
import { activityHref, activityText } from './activity-text.ts'

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

const by = (name: string) => ({ userId: 'u1', user: { name, role: 'user' } }) as const
const admin = { userId: null, user: { name: '管理者', role: null } } as const
const byLink = { userId: null, user: { name: linkActorLabel, role: null } } as const
const performer = { resourceType: 'performer', resourceName: '甲山 一', performerId: 'p1' } as const
const document = { ...performer, resourceType: 'document' } as const
const organisation = { resourceType: 'organisation', resourceId: 'o1', resourceName: '東都映像' } as const

const textOf = (change: Partial<AuditEntry>) =>
  activityText({ ...entry, ...change })
    .map(([, text]) => text)
    .join('')

test.each<[Partial<AuditEntry>, string]>([
  [{ ...by('制作 花子'), ...performer }, '制作 花子さんが甲山 一さんを登録しました'],
  [
    {
      ...by('制作 花子'),
      ...performer,
      action: 'update',
      details: { before: {}, after: { email: 'a@b.c' } },
    },
    '制作 花子さんが甲山 一さんの登録内容を変更しました',
  ],
  [
    { ...admin, ...document, action: 'verify', details: { documentType: 'selfie' } },
    '管理者が甲山 一さんの本人写真を承認しました',
  ],
  [
    { ...admin, ...document, action: 'reject', details: { documentType: 'selfie', codes: ['blurry'] } },
    '管理者が甲山 一さんの本人写真を差し戻しました（不鮮明）',
  ],
  [
    { ...byLink, ...document, details: { documentType: 'selfie' } },
    '甲山 一さん本人が本人写真を提出しました',
  ],
  [
    { ...byLink, ...performer, action: 'update', details: { change: 'link_done' } },
    '甲山 一さん本人が提出を完了しました',
  ],
  [
    {
      ...by('管理 太郎'),
      ...performer,
      action: 'update',
      details: { before: { claimedBy: 'x' }, after: { claimedBy: 'y' } },
    },
    '管理 太郎さんが甲山 一さんの審査を引き継ぎました',
  ],
  [
    {
      ...by('制作 花子'),
      ...organisation,
      action: 'update',
      details: { change: 'member_invited', member: '新人 四郎' },
    },
    '制作 花子さんが新人 四郎さんを招待しました',
  ],
  [
    { ...by('制作 花子'), ...organisation, action: 'update', details: { change: 'settings' } },
    '制作 花子さんが東都映像の設定を変更しました',
  ],
  [
    { ...by('管理 太郎'), resourceType: 'user', resourceId: 'u2', resourceName: '新人 四郎' },
    '管理 太郎さんが新人 四郎さんを招待しました',
  ],
  [
    { resourceType: 'user', resourceId: 'u2', resourceName: '新人 四郎' },
    'システムが新人 四郎さんのアカウントを作成しました',
  ],
  [
    { ...by('制作 花子'), resourceType: 'user', resourceId: 'u1', action: 'update' },
    '制作 花子さんがアカウントの設定を変更しました',
  ],
  [{ ...by('制作 花子'), resourceName: '夏の作品' }, '制作 花子さんが動画「夏の作品」を登録しました'],
  [{ ...by('制作 花子'), action: 'update' }, '制作 花子さんが動画を変更しました'],
  [{ resourceType: 'inquiry' }, 'お問い合わせが届きました'],
  [
    {
      ...by('最高 次郎'),
      resourceType: 'performer',
      action: 'seal',
      details: { change: 'destruction_requested' },
    },
    '最高 次郎さんが封印した記録の破棄を申請しました',
  ],
  [{ resourceType: 'performer', action: 'shred' }, 'システムが出演者の封印した記録を破棄しました'],
  [
    { ...by('制作 花子'), unreadable: true },
    `制作 花子さんが動画を登録しました。内容を読み取れません（記録ID：${entry.id}）`,
  ],
  [
    { resourceType: 'contract' as 'user', action: 'withdraw' as 'update' },
    'システムが「withdraw」の操作をしました',
  ],
])('an entry is a sentence about who did what to whom: $1', (change, text) => {
  expect(textOf(change)).toBe(text)
})

test('the name of the record is a separate part of the sentence, which the page links', () => {
  const parts = activityText({ ...entry, ...by('制作 花子'), ...performer })
  expect(parts).toContainEqual(['name', '甲山 一'])
  expect(
    activityText({ ...entry, ...performer, resourceName: null }).every(([kind]) => kind === 'text'),
  ).toBe(true)
})

test('names link only to pages that the viewer may open', () => {
  const hrefsOf = (readsAll: boolean, isSuperadmin: boolean) =>
    [performer, organisation, { resourceType: 'user' }, { resourceType: 'partner', resourceId: 'k1/x' }].map(
      (change) => activityHref({ ...entry, ...change } as AuditEntry, { readsAll, isSuperadmin }),
    )
  expect(hrefsOf(false, false)).toEqual([
    '/performers/p1',
    '/organisation?organisation=o1',
    undefined,
    undefined,
  ])
  expect(hrefsOf(true, true)).toEqual([
    '/performers/p1',
    '/users?tab=organisations',
    '/users',
    '/partners/k1',
  ])
})
