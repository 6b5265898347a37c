import { expect, test } from 'vitest'
import { anonymousBrowser, tokenIn } from '../../../testing/app/anonymous-browser.ts'
import { password } from '../../../testing/app/password-account.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import type { TestReply } from '../../../testing/app/test-client.ts'
import { inviteFromShell } from './invite-from-shell.ts'

const { app } = useStage()

const run = (email: string, role: 'user' | 'superadmin' = 'superadmin', name = '統括 一郎') =>
  inviteFromShell(app.services, { email, name, role })

async function accept(link: URL): Promise<TestReply> {
  const body = { token: tokenIn(link.href, '/invite'), name: '統括 一郎', password }
  return (await anonymousBrowser(app)).post('/api/auth/invitations/accept', body)
}

test('the first account is a superadmin who chooses the password by the link, without a mail', async () => {
  const { link, expiresAt, again } = await run('first@example.com')
  expect(again).toBe(false)
  expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  expect(await app.mails()).toEqual([])
  expect((await accept(link)).status).toBe(204)
  const client = await anonymousBrowser(app)
  const reply = await client.post('/api/auth/login', { email: 'first@example.com', password })
  expect(reply.json).toMatchObject({ user: { role: 'superadmin', name: '統括 一郎', emailVerified: true } })
  await expect(run('first@example.com')).rejects.toMatchObject({ code: 'EMAIL_IN_USE' })
})

test('a repeated run replaces a pending or expired link, and writes an entry', async () => {
  const first = await run('pending@example.com')
  await app.sql("UPDATE one_time_token SET expires_at = now() - interval '1 s' WHERE used_at IS NULL")
  const second = await run('PENDING@example.com')
  expect(second.again).toBe(true)
  // The superadmins are mailed about the new one, once (D116).
  const mails = (await app.mails()).filter(({ subject }) => subject.includes('最高管理者が追加されました'))
  expect(mails.map(({ to }) => to)).toEqual(['first@example.com'])
  expect((await accept(first.link)).status).toBe(400)
  expect((await accept(second.link)).status).toBe(204)
  const entries = await app.sql(
    "SELECT action FROM audit_event JOIN account ON rid = account.id::text WHERE email = 'pending@example.com' ORDER BY audit_event.id",
  )
  expect(entries).toEqual([{ action: 'create' }, { action: 'update' }, { action: 'update' }])
})

test('rejects a pending invitation of another role and a disabled account', async () => {
  await run('other@example.com', 'user')
  await expect(run('other@example.com')).rejects.toMatchObject({ code: 'EMAIL_IN_USE' })
  await app.sql("UPDATE account SET disabled_at = now() WHERE email = 'other@example.com'")
  await expect(run('other@example.com', 'user')).rejects.toMatchObject({ code: 'EMAIL_IN_USE' })
})

test('two concurrent runs create one account with one valid link', async () => {
  const runs = await Promise.allSettled([run('twice@example.com'), run('twice@example.com')])
  const links = runs.flatMap((result) => (result.status === 'fulfilled' ? [result.value.link] : []))
  expect(links.length).toBeGreaterThan(0)
  const replies = await Promise.all(links.map(accept))
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
})
