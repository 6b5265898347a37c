import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts'
import type { TestClient } from '../../../testing/app/test-client.ts'
import { createAccount } from '../create-account.ts'

const password = 'kawaii-neko-2718'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function visitor(): Promise<TestClient> {
  const client = app.anonymous()
  client.csrfToken = ((await client.post('/api/auth/session/init')).json as { csrfToken: string }).csrfToken
  return client
}

async function makeAccount(email: string): Promise<string> {
  await createAccount(app.services, { email, name: '試験 花子', role: 'user', password, actor: null })
  return email
}

async function subjectsTo(email: string): Promise<string[]> {
  return (await app.mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
}

test('the fifth failure mails the owner, and the ones after it do not: one mail a lock (D28)', async () => {
  const email = await makeAccount('locked@example.com')
  const client = await visitor()
  for (let n = 1; n <= 4; n++) await client.post('/api/auth/login', { email, password: 'wrong' })
  expect(await subjectsTo(email)).toEqual([])
  for (let n = 5; n <= 8; n++) await client.post('/api/auth/login', { email, password: 'wrong' })
  expect(await subjectsTo(email)).toEqual(['【本人確認管理システム】ログインを一時的に制限しました'])
})

test('of many guesses at once still one mail comes', async () => {
  const email = await makeAccount('flooded@example.com')
  const client = await visitor()
  await Promise.all(
    Array.from({ length: 12 }, () => client.post('/api/auth/login', { email, password: 'wrong' })),
  )
  expect(await subjectsTo(email)).toHaveLength(1)
})

test('guesses at an address without an account mail nobody', async () => {
  const before = (await app.mails()).length
  const client = await visitor()
  for (let n = 1; n <= 6; n++) {
    await client.post('/api/auth/login', { email: 'nobody@example.com', password: 'wrong' })
  }
  expect(await app.mails()).toHaveLength(before)
})

test('a sign-in from a new browser is told, the next one from the same browser is not', async () => {
  const email = await makeAccount('travelling@example.com')
  const client = await visitor()
  expect((await client.post('/api/auth/login', { email, password })).status).toBe(200)
  expect(await subjectsTo(email)).toEqual(['【本人確認管理システム】新しいブラウザからのログイン'])
  client.cookies.delete('__Host-sid')
  client.csrfToken = ((await client.post('/api/auth/session/init')).json as { csrfToken: string }).csrfToken
  expect((await client.post('/api/auth/login', { email, password })).status).toBe(200)
  expect(await subjectsTo(email)).toHaveLength(1)
})
