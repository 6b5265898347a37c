import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PartnerEvent, PartnerSession } from '@kyc/contract/partner-api.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { partnerServers } from '../../../testing/app/partner-api.ts'
import { partnerBody } from '../../../testing/app/partner-calls.ts'
import { createTestApp, useStage } from '../../../testing/app/test-app.ts'
import { createCertificate } from '../../../testing/doubles/partner-double.ts'
import { startDeliveries } from '../deliveries/delivery-scheduler.ts'

// The example of the guide as it stands, in a process of its own, against a started server and with its own HTTPS
// listener.

const file = join(import.meta.dirname, '../../../../../web/src/features/developers/partner-example.mjs')
const folder = await mkdtemp(join(tmpdir(), 'kyc-example-'))
const pathOf = (name: string) => join(folder, name)
const port = await freePort()
const { ca, key, cert } = await createCertificate('localhost')
await Promise.all(
  Object.entries({ 'ca.pem': ca, 'key.pem': key, 'cert.pem': cert }).map(([name, pem]) =>
    writeFile(pathOf(name), pem),
  ),
)
const env = { CALLBACK_LOCAL_ADDRESSES: `localhost:${port}`, CALLBACK_CA_FILE: pathOf('ca.pem') }
const { app, superadmin } = useStage({ superadmin: 'superadmin' }, () => createTestApp({ env }))
const { withKey } = partnerServers(() => ({ app, superadmin }))
const started: ChildProcess[] = []

afterAll(async () => {
  for (const each of started) each.kill()
  await rm(folder, { recursive: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a TCP port
  server.close()
  return port
}

test('the example client has fewer than 80 lines and needs no package', async () => {
  const source = await readFile(file, 'utf8')
  expect(source.trimEnd().split('\n').length).toBeLessThan(80)
  const imported = [...source.matchAll(/from '([^']+)'/g)].map(([, name]) => name)
  expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([])
})

test('the example client creates a session, waits for its end, lists events, and receives webhooks that it verifies', {
  timeout: 60_000,
}, async () => {
  const origin = `https://localhost:${port}`
  const reply = await superadmin.post(
    '/api/partners',
    partnerBody({ mode: 'test', callbackOrigins: [origin] }),
  )
  const { partner } = reply.json as { partner: { id: string } } // the reply of the contract
  const { secret: key } = await withKey(partner.id, 'test')
  const settings = { ...process.env, KYC_URL: app.url, KYC_KEY: key }
  const run = async <Printed>(...args: string[]): Promise<Printed[]> => {
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], { env: settings })
    return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Printed]))
  }

  const [webhook] = await run<{ secret: string }>('webhook', `${origin}/events`)
  const listener = spawn(
    process.execPath,
    [file, 'listen', String(port), pathOf('key.pem'), pathOf('cert.pem')],
    {
      env: { ...settings, KYC_WEBHOOK_SECRET: webhook?.secret },
    },
  )
  started.push(listener)
  let printed = ''
  listener.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const deliveries = startDeliveries(app.services)
  try {
    const [session] = await run<PartnerSession & { url: string }>('session', 'test_approved', `${origin}/kyc`)
    expect(session?.url).toContain('/kyc/register#token=')
    expect(await run('wait', session?.id ?? '')).toMatchObject([{ state: 'completed' }])
    const [sent] = await run<PartnerEvent>('test')
    const events = await run<PartnerEvent>('events')
    expect(events.map(({ type }) => type)).toEqual([
      'kyc.opened',
      'kyc.auth_result',
      'performer.approved',
      'webhook.test',
    ])
    expect(await run('events', events[2]?.id ?? '')).toEqual([sent])
    const received = () =>
      printed.split('\n').flatMap((line) => (line ? [JSON.parse(line) as PartnerEvent] : []))
    // The listener may have started after the first attempts, which are repeated.
    await vi.waitFor(() => expect(received()).toHaveLength(4), 45_000)
    expect(received().toSorted((one, other) => one.id.localeCompare(other.id))).toEqual(
      events.toSorted((one, other) => one.id.localeCompare(other.id)),
    )
  } finally {
    await deliveries.stop()
  }
  const forged = {
    'webhook-id': 'x',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': 'v1,AAAA',
  }
  expect(await post(`${origin}/events`, forged)).toBe(400)
})

/** Posts to the listener, whose authority this process trusts. */
async function post(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const { request } = await import('node:https')
  const sent = request(url, { method: 'POST', headers, ca }).end('{}')
  const [response] = (await once(sent, 'response')) as [{ statusCode?: number; resume(): void }]
  response.resume()
  return response.statusCode
}
