import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { changesIn, type LiveSocket, listen } from '../../testing/app/live-socket.ts'
import { type TestAccount, type TestApp, useStage } from '../../testing/app/test-app.ts'
import { aboutVideo } from '../audit/about.ts'

const { app, superadmin } = useStage({ superadmin: 'superadmin' })

const patience = { timeout: 60_000, interval: 20 }

describe('the end of a session closes its sockets (D27)', () => {
  let elsewhere: Awaited<ReturnType<TestApp['neighbour']>>
  beforeAll(async () => {
    elsewhere = await app.neighbour()
  })
  afterAll(() => elsewhere.close())

  test.each<[string, (person: TestAccount) => Promise<unknown>]>([
    ['signing out', (person) => person.post('/api/auth/logout')],
    ['being disabled', ({ accountId }) => superadmin.put(`/api/users/${accountId}/disable`)],
    ['another role', ({ accountId }) => superadmin.put(`/api/users/${accountId}/role`, { role: 'admin' })],
    [
      'being signed out by an admin',
      ({ accountId }) => superadmin.delete(`/api/users/${accountId}/sessions`),
    ],
    ['expiry', (person) => age(person, 'expires_at = now()')],
    ['two hours without activity', (person) => age(person, `last_seen_at = now() - interval '2 hours'`)],
    ['a required enrolment', (person) => age(person, 'enrol_only = true')],
  ])('%s', async (_, end) => {
    const person = await app.signedIn('user')
    const pages = [await listen(person), await listen(person, elsewhere.url)]
    const bystander = await listen(superadmin)
    await end(person)
    for (const { closed } of pages) expect(await closed).toBe(4401)
    expect(bystander.socket.readyState).toBe(1)
    bystander.socket.terminate()
  })

  test('leaves sockets of other accounts open', async () => {
    const person = await app.signedIn('user')
    const page = await listen(person)
    const other = await app.signedIn('user')
    const otherPage = await listen(other)
    await person.post('/api/auth/logout')
    expect(await page.closed).toBe(4401)
    expect(otherPage.socket.readyState).toBe(1)
    otherPage.socket.terminate()
  })
})

test('losing a role during a session narrows the scope of its sockets', async () => {
  const demoted = await app.signedIn('admin')
  const page = await listen(demoted)
  await expectHintFor(page, demoted)
  expect(await receivesForeign(page, demoted)).toBe(true)
  await app.sql(`UPDATE account SET role = 'user' WHERE id = $1`, [demoted.accountId])
  await expect.poll(() => receivesForeign(page, demoted), patience).toBe(false)
  expect(page.socket.readyState).toBe(1)
  page.socket.terminate()
})

describe('resources', () => {
  test('a process without open sockets does not listen at the database', { tags: 'long' }, async () => {
    const page = await listen(superadmin)
    await expect.poll(listeners, patience).toBeGreaterThan(0)
    page.socket.terminate()
    await expect.poll(listeners, patience).toBe(0)
    const again = await listen(superadmin)
    await expectHintFor(again, superadmin)
    again.socket.terminate()
  })

  test('a page receives live updates after the connection of the listener was terminated', async () => {
    const page = await listen(superadmin)
    await expect.poll(listeners, patience).toBeGreaterThan(0)
    await app.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN %'`)
    await expectHintFor(page, superadmin)
    page.socket.terminate()
  })
})

describe('stopping the server', () => {
  test('closes sockets with 1012, so that pages reconnect', async () => {
    const elsewhere = await app.neighbour()
    const page = await listen(superadmin, elsewhere.url)
    await elsewhere.close()
    expect(await page.closed).toBe(1012)
  })

  test('does not wait for pages that do not respond', async () => {
    const elsewhere = await app.neighbour()
    const { port } = new URL(elsewhere.url)
    const unresponsive = connect(Number(port), '127.0.0.1')
    const cookies = [...superadmin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    unresponsive.write(
      [
        'GET /ws HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        `Origin: http://127.0.0.1:${port}`,
        `Cookie: ${cookies}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
        '\r\n',
      ].join('\r\n'),
    )
    const [response] = await once(unresponsive, 'data')
    expect(String(response)).toContain('101 Switching Protocols')
    const closed = once(unresponsive, 'close')
    await elsewhere.close()
    await closed
  })
})

async function age({ accountId }: TestAccount, change: string): Promise<void> {
  await app.sql(`UPDATE session SET ${change} WHERE account_id = $1`, [accountId])
}

/** The number of database connections that listen for signals. */
async function listeners(): Promise<number> {
  const rows = await app.sql(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'`,
  )
  return rows.length
}

async function expectHintFor(page: LiveSocket, person: TestAccount): Promise<void> {
  const id = newId()
  await change([{ id, owner: person.accountId }])
  await expect.poll(() => changesIn(page.heard), patience).toContain(`video ${id}`)
}

/** Whether the page receives a live update of another account before a later one of its own. */
async function receivesForeign(page: LiveSocket, person: TestAccount): Promise<boolean> {
  const [foreign, own] = [newId(), newId()]
  await change([
    { id: foreign, owner: superadmin.accountId },
    { id: own, owner: person.accountId },
  ])
  await expect.poll(() => changesIn(page.heard), patience).toContain(`video ${own}`)
  return changesIn(page.heard).includes(`video ${foreign}`)
}

async function change(videos: readonly { id: string; owner: string }[]): Promise<void> {
  await inTransaction(app.services.db, async (tx) => {
    for (const { id, owner } of videos) {
      await app.services.audit.record(tx, { actor: owner, ip: null }, 'update', aboutVideo(id, owner), {})
    }
  })
}
