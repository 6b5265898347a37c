import { randomUUID } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import { retention } from '@kyc/contract/retention.ts'
import { createSubjectRequest } from '@kyc/contract/subjects.ts'
import { inviteUser } from '@kyc/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import { anonymousBrowser } from './testing/app/anonymous-browser.ts'
import { allDetails } from './testing/app/everything-stored.ts'
import { foundCompany } from './testing/app/organisations.ts'
import { createToken } from './testing/app/performer-links.ts'
import { insertRecord } from './testing/app/performer-rows.ts'
import { useStage } from './testing/app/test-app.ts'

const { app, admin, owner } = useStage({ admin: 'admin', owner: ['user', '代表 一郎'] })
let performer: string

beforeAll(async () => {
  await foundCompany(app, owner)
  performer = await insertRecord(app, owner)
})

/** Creates data, ends it where an act ends it, and returns the values that the log must not contain. */
const searched: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  '組織への招待（氏名とメールアドレス）': async () => {
    const invite = async (email: string) => {
      const body = { email, name: '招待 花子', role: 'staff' }
      const reply = await owner.post(`/api/organisations/${owner.accountId}/members`, body)
      expect(reply.status).toBe(201)
      return (reply.json as { id: string }).id
    }
    const revoked = await invite('member-revoked@example.jp')
    await owner.delete(`/api/organisations/${owner.accountId}/invitations/${revoked}`)
    const account = await app.signedIn('user')
    await invite(account.email)
    await account.delete(`/api/organisations/${owner.accountId}/invitation`)
    return ['member-revoked@example.jp', account.email]
  },
  使われていない招待中または未確認のアカウントの氏名とメールアドレス: async () => {
    const email = 'office-invited@example.jp'
    const headers = { 'idempotency-key': randomUUID() }
    const { id } = await admin.send(inviteUser, {
      body: { email, name: '未使用 花子', role: 'user' },
      headers,
    })
    await app.sql("UPDATE account SET email_verified = false, provider = 'firebase' WHERE id = $1", [id])
    // A verified owner of the address takes over the account.
    await admin.send(inviteUser, { body: { email, name: '本人 花子', role: 'user' }, headers: {} })
    return [email]
  },
  出演者本人への書類提出のリンクを送ったメールアドレス: async () => {
    const email = 'performer-link@example.jp'
    await owner.post(`/api/performers/${performer}/link`, { email, language: 'ja' })
    await createToken(owner, performer)
    await owner.delete(`/api/performers/${performer}/link`)
    return [email]
  },
  お問い合わせ: async () => {
    const sent = { name: '問合 葉月', email: 'inquiry@example.jp', subject: '件名の値', message: '本文の値' }
    const reply = await (await anonymousBrowser(app)).post('/api/contact', sent)
    expect(reply.status).toBe(204)
    return Object.values(sent)
  },
  '公開停止の申し出（内容、氏名、連絡先、資料）': async () => {
    const sent = {
      title: '申し出の作品名',
      name: '申出 花子',
      email: 'notice@example.jp',
      text: '申し出の内容の値',
    }
    const body = { kind: 'cancellation', ...sent }
    const reply = await (await anonymousBrowser(app)).post('/api/takedown-notices', body)
    expect(reply.status).toBe(201)
    return Object.values(sent)
  },
  '開示、訂正、削除などの請求の記録': async () => {
    const body = { kind: 'disclosure', receivedOn: '2026-04-01', details: '請求の内容の値' } as const
    await admin.send(createSubjectRequest, { params: { id: performer }, body })
    return [body.details]
  },
}

const noValue = 'consists of ids and times only'
const inText = 'the policy states that the log keeps it'
const withRecord = 'the details of the entries about the record are destroyed with it'

/** For each other kind of data, why the log may contain it or cannot. */
const stated: Readonly<Record<string, string>> = {
  '出演者の本人確認に関する記録（氏名などの情報、書類、審査の結果、管理者用メモ）': withRecord,
  '一部を隠す前の画像、削除した身分証明書裏面': 'the log never contains files',
  'ログインの状態、接続元のIPアドレスとブラウザの種類': inText,
  'メールに記載したリンク、ログインの失敗の回数、二段階認証や外部アカウントでのログインの途中の情報':
    'secrets are stored as hashes (password-reset.test.ts: stores no secret of a link)',
  理由を記録して書類や封印した記録を開く許可: withRecord,
  審査中の管理者の記録: noValue,
  '取り消せる間の、審査の判断の前の状態': withRecord,
  記録の移動や組織の統合の申請: inText,
  出演者ご本人のページのリンクを送ったメールアドレス: withRecord,
  '最高管理者を追加する申請、封印した記録の期限前の破棄の申請': inText,
  送信したメール: 'entries contain no texts of mails',
  お知らせメールにまとめる出来事: noValue,
  '提携先からの本人確認の手続きの情報、提携先APIの呼び出しの記録（時刻、操作、結果）':
    'the user id at the partner is kept with the account; a call is no entry',
  '提携先APIのイベント（受付番号、提携先での利用者ID、状態）':
    'the user id at the partner is kept with the account',
  '提携先へ送った内容と、提携先からの応答': 'entries contain the kind and the state of a delivery',
  画面の利用状況の個々の記録: 'no entries',
  同じ操作の繰り返しを防ぐための応答の控え:
    'no entries; the replies are encrypted, and end before what they contain',
  'アカウントや接続元ごとの呼び出しの回数と、直前に開いた記録の控え': noValue,
  受信中のファイル: 'the log never contains files',
  '証拠パック（相手に渡すために作成した、書類と記録の写し）': 'the log never contains files',
}

test('every retention period is searched for in the log, or states what the log keeps (D77)', () => {
  const withEnd = retention.filter(({ jobs }) => jobs.length > 0).map(({ data }) => data)
  expect([...Object.keys(searched), ...Object.keys(stated)].toSorted()).toEqual(withEnd.toSorted())
  for (const [data, why] of Object.entries(stated))
    if (why === inText) expect(retention.find((rule) => rule.data === data)?.kept).toContain('監査ログ')
})

// The queue of mails and the saved replies are not searched: they are encrypted and have periods of their own in
// /privacy. Only the address of a link (3 days) can end before a mail to it that could not be sent (14 days).
test('a mail that is not sent and a saved reply end before the data that they contain', () => {
  const { mailKept, idempotencyKept, unusedAccountKept, memberInvitationKept, inquiryKept, subjectRequest } =
    limits
  const shortest = Math.min(unusedAccountKept, memberInvitationKept, inquiryKept, subjectRequest.kept)
  expect(Math.max(mailKept, idempotencyKept)).toBeLessThan(shortest)
})

test.each(Object.entries(searched))('the log does not contain: %s', async (_, create) => {
  const before = await allDetails(app)
  const values = await create()
  const after = await allDetails(app)
  expect(after.length).toBeGreaterThan(before.length)
  for (const value of values) expect(after).not.toContain(value)
})
