import { expect, test } from 'vitest'
import { anonymousBrowser, startSession } from '../../../testing/app/anonymous-browser.ts'
import { createPasswordAccount, password } from '../../../testing/app/password-account.ts'
import { useStage } from '../../../testing/app/test-app.ts'

const { app } = useStage()

async function subjectsTo(email: string): Promise<string[]> {
  return (await app.mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
}

test('the fifth failure sends the only mail of a lockout (D28)', async () => {
  const { email } = await createPasswordAccount(app)
  const client = await anonymousBrowser(app)
  for (let n = 1; n <= 4; n++) await client.post('/api/auth/login', { email, password: 'wrong' })
  expect(await subjectsTo(email)).toEqual([])
  for (let n = 5; n <= 8; n++) await client.post('/api/auth/login', { email, password: 'wrong' })
  expect(await subjectsTo(email)).toEqual(['【本人確認管理システム】ログインを一時的に制限しました'])
})

test('concurrent failures send one mail', async () => {
  const { email } = await createPasswordAccount(app)
  const client = await anonymousBrowser(app)
  await Promise.all(
    Array.from({ length: 12 }, () => client.post('/api/auth/login', { email, password: 'wrong' })),
  )
  expect(await subjectsTo(email)).toHaveLength(1)
})

test('failures for an unknown address send no mail', async () => {
  const before = (await app.mails()).length
  const client = await anonymousBrowser(app)
  for (let n = 1; n <= 6; n++) {
    await client.post('/api/auth/login', { email: 'nobody@example.com', password: 'wrong' })
  }
  expect(await app.mails()).toHaveLength(before)
})

test('mails the first sign-in from a browser, and no further one', async () => {
  const { email } = await createPasswordAccount(app)
  const client = await anonymousBrowser(app)
  expect((await client.post('/api/auth/login', { email, password })).status).toBe(200)
  expect(await subjectsTo(email)).toEqual(['【本人確認管理システム】新しいブラウザからのログイン'])
  client.cookies.delete('__Host-sid')
  await startSession(client)
  expect((await client.post('/api/auth/login', { email, password })).status).toBe(200)
  expect(await subjectsTo(email)).toHaveLength(1)
})
