import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { folderTransport } from '../platform/mail/mail-transports.ts'
import { createTestApp, type TestApp } from '../testing/app/test-app.ts'

const from = { name: '本人確認管理システム', address: 'kyc@example.com' }
let app: TestApp | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

async function start(env: Record<string, string>): Promise<TestApp> {
  app = await createTestApp({ env })
  return app
}

test('demo mode lists mails newest first and shows their links', async () => {
  const { url, dataDir } = await start({ DEMO: 'on' })
  const transport = folderTransport(join(dataDir, 'mails'), from)
  const mail = {
    to: 'user@example.com',
    subject: '一通目',
    text: 'リンク: http://localhost/invite#token=abc\n',
    html: '<p>中身</p>',
  }
  const [first, second] = [newId(new Date(1000)), newId(new Date(2000))]
  await transport.deliver(mail, first)
  await transport.deliver({ ...mail, subject: '二通目' }, second)
  const list = await (await fetch(`${url}/dev/mail`)).text()
  expect(list.indexOf('二通目')).toBeGreaterThan(-1)
  expect(list.indexOf('一通目')).toBeGreaterThan(list.indexOf('二通目'))
  const page = await fetch(`${url}/dev/mail/${first}`)
  expect(await page.text()).toContain('<a href="http://localhost/invite#token=abc">')
  expect((await fetch(`${url}/dev/mail/${randomUUID()}`)).status).toBe(404)
})

test('a hostile mail runs no script and loads nothing', async () => {
  const { url, dataDir } = await start({ DEMO: 'on' })
  const id = newId()
  const html = '"></iframe><script>alert(1)</script><img src="https://evil.example/pixel">'
  const mail = {
    to: 'user@example.com',
    subject: '<script>alert(2)</script>',
    text: '<script>alert(3)</script>',
    html,
  }
  await folderTransport(join(dataDir, 'mails'), from).deliver(mail, id)
  const reply = await fetch(`${url}/dev/mail/${id}`)
  expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(reply.headers.get('content-security-policy')).not.toContain('script')
  const text = await reply.text()
  expect(text).not.toMatch(/<script|<img/)
  expect(text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
})

test.each([
  ['outside demo mode', { DEMO: 'off' }],
  ['with a mail server', { DEMO: 'on', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'kyc@example.com' }],
])('%s the pages of mails do not exist', async (_, env) => {
  const { url } = await start(env)
  for (const path of ['/dev/mail', `/dev/mail/${randomUUID()}`]) {
    expect((await fetch(url + path)).status).toBe(404)
  }
})

test('no path of the pages of mails reads a file outside the folder', async () => {
  const { url } = await start({ DEMO: 'on' })
  for (const path of ['..%2fmaster', '%2e%2e%2fmaster.key', '..\\master']) {
    expect((await fetch(`${url}/dev/mail/${path}`)).status).toBe(404)
  }
})
