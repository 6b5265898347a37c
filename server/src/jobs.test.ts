import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startJobs } from './jobs.ts'
import { startSession } from './testing/app/anonymous-browser.ts'
import { createTestApp, type TestApp } from './testing/app/test-app.ts'
import { type SmtpListener, startSmtpListener } from './testing/doubles/smtp-listener.ts'

let smtp: SmtpListener
let app: TestApp
beforeAll(async () => {
  smtp = await startSmtpListener()
  app = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'kyc@example.com' } })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

test('delivers enqueued mails through the configured server and deletes them', async () => {
  const person = await app.signedIn('user')
  const client = app.anonymous()
  await startSession(client)
  for (let n = 1; n <= 5; n++)
    await client.post('/api/auth/login', { email: person.email, password: 'wrong' })
  expect(smtp.received).toEqual([])
  const jobs = await startJobs(app.services)
  await vi.waitUntil(async () => (await app.mails()).length === 0, { timeout: 20_000, interval: 20 })
  await jobs.stop()
  expect(smtp.received).toMatchObject([
    { to: [person.email], mail: { subject: '【本人確認管理システム】ログインを一時的に制限しました' } },
  ])
})
