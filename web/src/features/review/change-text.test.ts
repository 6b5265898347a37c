import { expect, test } from 'vitest'
import { type HistoryEntry, historyLines, lastChangeText } from './change-text.ts'

const entry = (change: Partial<HistoryEntry>): HistoryEntry => ({
  id: crypto.randomUUID(),
  at: '2026-11-20T04:44:00.000Z',
  action: 'verify',
  resourceType: 'document',
  documentType: null,
  by: '管理 太郎',
  codes: [],
  fields: [],
  unreadable: false,
  ...change,
})

test('the last change of a performer is described in one line', () => {
  const text = (action: 'create' | 'update' | 'verify' | 'reject', documentType: 'selfie' | null) =>
    lastChangeText({ action, resourceType: documentType ? 'document' : 'performer', documentType })
  expect(text('create', null)).toBe('登録')
  expect(text('update', null)).toBe('登録内容の変更')
  expect(text('update', 'selfie')).toBe('提出：本人写真')
  expect(text('verify', 'selfie')).toBe('承認：本人写真')
  expect(text('reject', 'selfie')).toBe('差し戻し：本人写真')
})

test('the history names requests of the performer and the responses to them', () => {
  const about = { resourceType: 'subject_request' } as const
  const lines = historyLines([entry({ ...about, action: 'update' }), entry({ ...about, action: 'create' })])
  expect(lines.map(({ text }) => text)).toEqual(['開示等の請求に回答', '開示等の請求を記録'])
})

test('consecutive approvals by one account share a line, and rejections never do', () => {
  const lines = historyLines([
    entry({ documentType: 'selfie' }),
    entry({ documentType: 'idFront', at: '2026-11-20T04:43:00.000Z', identityCheck: '画像で確認' }),
    entry({ action: 'reject', documentType: 'idFront', codes: ['glare'], at: '2026-11-20T04:42:00.000Z' }),
    entry({ action: 'reject', documentType: 'selfie', codes: ['blurry'], at: '2026-11-20T04:42:00.000Z' }),
    entry({ documentType: 'agreementFile', at: '2026-11-20T04:30:00.000Z' }),
    entry({ documentType: 'selfieWithId', at: '2026-11-20T04:29:00.000Z', by: '審査 三郎' }),
  ])
  expect(lines.map(({ text, note }) => [text, note])).toEqual([
    ['本人写真ほか1件を承認', '画像で確認'],
    ['身分証明書表面を差し戻し', '光の反射'],
    ['本人写真を差し戻し', '不鮮明'],
    ['出演同意書を承認', ''],
    ['身分証明書を持った本人写真を承認', ''],
  ])
})

test('the history names the changed fields, the uploaded document and the registration', () => {
  const lines = historyLines([
    entry({ action: 'update', resourceType: 'performer', fields: ['email', 'nationality'] }),
    entry({ action: 'update', documentType: 'selfie' }),
    entry({ action: 'create', resourceType: 'performer' }),
  ])
  expect(lines.map(({ text }) => text)).toEqual([
    'メールアドレス、国籍を変更',
    '本人写真を提出',
    '出演者を登録',
  ])
})

test('the history does not describe a mask as a submission', () => {
  const masked = { documentType: 'idFront', fields: ['version', 'status', 'masked'] } as const
  const lines = historyLines([entry({ ...masked, fields: [...masked.fields], action: 'update' })])
  expect(lines.map(({ kind, text }) => [kind, text])).toEqual([['other', '身分証明書表面の一部を隠した']])
})

test.each([
  ['shred', 'destruction_withheld', '身分証明書表面を削除（期限までは元に戻せます）'],
  ['update', 'destruction_undone', '身分証明書表面の破棄を取り消した'],
  ['update', 'decision_undone', '身分証明書表面の判断を取り消した'],
] as const)('the history names a withheld document and each undo: %s', (action, change, text) => {
  expect(historyLines([entry({ action, change, documentType: 'idFront' })])).toMatchObject([{ text }])
})

test('an unreadable entry shows its id and is not grouped', () => {
  const damaged = entry({ documentType: 'selfie', unreadable: true })
  const lines = historyLines([entry({ documentType: 'idFront' }), damaged, entry({ documentType: 'idBack' })])
  expect(lines.map(({ text, note }) => [text, note])).toEqual([
    ['身分証明書表面を承認', ''],
    ['本人写真を承認', `内容を読み取れません（記録ID：${damaged.id}）`],
    ['身分証明書裏面を承認', ''],
  ])
})

test('the history names the end of a case and its reopening (D78)', () => {
  const lines = historyLines([
    entry({ action: 'update', resourceType: 'performer', fields: ['caseClosed'] }),
    entry({ action: 'reject', documentType: 'selfie', codes: ['tampering'], fields: ['caseClosed'] }),
  ])
  expect(lines.map(({ text }) => text)).toEqual(['審査を再開', '本人写真を差し戻し、審査を終了'])
})

test.each([
  ['a sent link', { change: 'link_sent' }, 'リンクを発行'],
  ['a consent', { change: 'link_consented' }, '本人が同意'],
  ['another change', { change: 'transferred', fields: ['organisation'] }, '組織を変更'],
  ['a note between admins', { fields: ['note'] }, '管理者用メモを追加'],
  ['a takeover', { fields: ['claimedBy'] }, '審査を引き継いだ'],
  ['a reopened case', { fields: ['caseClosed'] }, '審査を再開'],
])('%s is one line in words', (_, change, text) => {
  const [line] = historyLines([entry({ action: 'update', resourceType: 'performer', ...change })])
  expect(line?.text).toBe(text)
})

test('the steps of one link are folded into its newest step, apart from those of another link', () => {
  const step = (change: string) => entry({ action: 'update', resourceType: 'performer', change })
  const lines = historyLines(['link_done', 'link_opened', 'link_sent', 'link_revoked', 'link_sent'].map(step))
  expect(lines.map(({ text, folded }) => [text, folded.map((each) => each.text)])).toEqual([
    ['本人が提出を完了', ['本人がリンクを開いた', 'リンクを発行']],
    ['リンクを取り消した', ['リンクを発行']],
  ])
})
