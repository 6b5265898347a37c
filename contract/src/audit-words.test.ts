import { expect, test } from 'vitest'
import { changesOf, factsOf } from './audit-words.ts'

test('the details describe an account from the provider (D40)', () => {
  expect(changesOf({ after: { provider: 'firebase', role: 'user' } })).toEqual([
    { field: 'provider', label: 'ログイン方法', before: 'なし', after: '動画サービスのアカウント' },
    { field: 'role', label: '権限', before: 'なし', after: '一般ユーザー' },
  ])
})

test('the details describe the documents of a registration and the reason of a failed sign-in', () => {
  expect(factsOf({ documents: ['agreementFile', 'idFront'], reason: 'wrong_password' })).toEqual([
    { key: 'documents', label: '提出した書類', value: '出演同意書、身分証明書表面' },
    { key: 'reason', label: '理由', value: 'パスワードの誤り' },
  ])
})

test('the details show a reason entered by an admin unchanged', () => {
  expect(factsOf({ reason: '書類の記載に合わせる' })).toEqual([
    { key: 'reason', label: '理由', value: '書類の記載に合わせる' },
  ])
})

test('the details describe other names as the cell of an export does (D98)', () => {
  const former = { kind: 'former', name: '佐藤', from: null, until: '2019-12-31' }
  expect(changesOf({ before: { otherNames: null }, after: { otherNames: [former] } })).toEqual([
    { field: 'otherNames', label: '別名', before: 'なし', after: '旧名：佐藤（～2019-12-31）' },
  ])
})

test('the details omit keys that only the raw data shows', () => {
  expect(factsOf({ takedown: 'T-1', viaLink: '01900000-0000-7000-8000-000000000000' })).toEqual([
    { key: 'takedown', label: '申し出の受付番号', value: 'T-1' },
  ])
})

test('the details name an event as /partners does', () => {
  expect(factsOf({ event: 'kyc.auth_result' })[0]?.value).toBe('認証結果')
})

test('the details describe the effect of a decision on the performer, and the browser of a sign-in', () => {
  const factTexts = (details: Record<string, unknown>) =>
    factsOf(details).map(({ label, value }) => [label, value])
  expect(
    factTexts({ documentType: 'idFront', performerStatus: { before: 'pending', after: 'rejected' } }),
  ).toEqual([
    ['書類', '身分証明書表面'],
    ['出演者の状態', '審査中 → 差し戻し'],
  ])
  expect(factTexts({ performerStatus: { before: 'pending', after: 'pending' } })).toEqual([
    ['出演者の状態', '審査中'],
  ])
  expect(factTexts({ userAgent: 'curl/8' })).toEqual([['ブラウザ', 'curl/8']])
})
