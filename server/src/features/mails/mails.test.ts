import { expect, test } from 'vitest'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { mailInvitation } from './mail-invitation.ts'
import { mailPasswordReset } from './mail-password-reset.ts'
import { mailSecurityChange } from './mail-security-change.ts'
import { mailLockout, mailNewDevice } from './mail-sign-in.ts'

const now = new Date('2026-04-01T00:05:00Z')
const token = 'the-secret-of-the-link'
const { app, account } = useStage(
  { account: ['user', '試験 花子'] },
  {
    env: { PUBLIC_URL: 'https://kyc.example.com' },
    overrides: { clock: { now: () => now } },
  },
)

/** The mail that `act` enqueues. */
async function mailOf(act: (tx: Tx) => Promise<void>, greeting = '試験 花子 様'): Promise<Mail> {
  await inTransaction(app.services.db, act)
  const mail = (await app.mails()).at(-1)
  if (!mail) throw new Error('no mail')
  expect(mail.to).toBe(account.email)
  expect(mail.text).toContain(greeting)
  return mail
}

test('an invitation contains the link with its secret in the fragment, the inviting account and the expiry', async () => {
  const expiresAt = new Date('2026-04-08T00:05:00Z')
  const invitation = { accountId: account.accountId, token, expiresAt, invitedBy: '管理 太郎' }
  const mail = await mailOf(
    (tx) => mailInvitation(app.services, tx, invitation),
    'このメールを受け取られた方へ',
  )
  expect(mail.subject).toBe('【本人確認管理システム】アカウントへのご招待')
  for (const words of [
    `https://kyc.example.com/invite#token=${token}`,
    '管理 太郎',
    '2026年4月8日 9:05（日本時間）',
  ]) {
    expect(mail.text).toContain(words)
    expect(mail.html).toContain(words)
  }
})

test('a password reset contains its secret once, in the fragment of the link', async () => {
  const mail = await mailOf((tx) =>
    mailPasswordReset(app.services, tx, { accountId: account.accountId, token, expiresAt: now }),
  )
  expect(mail.text.split(token)).toHaveLength(2)
  expect(mail.text).toContain(`https://kyc.example.com/password-reset#token=${token}`)
  expect(mail.subject).not.toContain(token)
})

test('a security change is mailed with its time and a link to the account', async () => {
  const mail = await mailOf((tx) =>
    mailSecurityChange(app.services, tx, { accountId: account.accountId, change: 'password_changed' }),
  )
  expect(mail.subject).toContain('パスワードが変更されました')
  expect(mail.text).toContain('2026年4月1日 9:05（日本時間）')
  expect(mail.text).toContain('https://kyc.example.com/account')
})

test('a lockout is mailed with its end, and a new browser with its name and address', async () => {
  const { accountId } = account
  const locked = await mailOf((tx) => mailLockout(app.services, tx, { accountId }))
  expect(locked.text).toContain('続けて5回失敗')
  expect(locked.text).toContain('制限が終わる時刻: 2026年4月1日 9:20（日本時間）')
  const userAgent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const request = { ip: '192.0.2.7', userAgent }
  const device = await mailOf((tx) => mailNewDevice(app.services, tx, { accountId, request }))
  expect(device.text).toContain('ブラウザ: Chrome / Windows')
  expect(device.text).toContain('192.0.2.7')
})

test('a disabled account gets no mail', async () => {
  const { accountId } = await app.signedIn('user')
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [accountId])
  const before = (await app.mails()).length
  await inTransaction(app.services.db, (tx) => mailLockout(app.services, tx, { accountId }))
  expect(await app.mails()).toHaveLength(before)
})

test('a rolled back act sends no mail', async () => {
  const before = (await app.mails()).length
  const act = inTransaction(app.services.db, async (tx) => {
    await mailLockout(app.services, tx, { accountId: account.accountId })
    throw new Error('the act fails')
  })
  await expect(act).rejects.toThrow('the act fails')
  expect(await app.mails()).toHaveLength(before)
})
