import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { hintsIn, type LiveSocket, listen } from '../../testing/app/live-socket.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../testing/app/test-app.ts'

let app: TestApp
let superadmin: TestPerson

beforeAll(async () => {
  app = await createTestApp()
  superadmin = await app.signedIn('superadmin')
})

afterAll(() => app.close())

const patience = { timeout: 60_000, interval: 20 }

describe('the end of a session closes its sockets (D27)', () => {
  test.each<[string, (person: TestPerson) => Promise<unknown>]>([
    ['signing out', (person) => person.post('/api/auth/logout')],
    ['being disabled', ({ accountId }) => superadmin.put(`/api/users/${accountId}/disable`)],
    ['another role', ({ accountId }) => superadmin.put(`/api/users/${accountId}/role`, { role: 'admin' })],
    [
      'being signed out by an admin',
      ({ accountId }) => superadmin.delete(`/api/users/${accountId}/sessions`),
    ],
    ['expiry', (person) => age(person, 'expires_at = now()')],
    [
      'two hours without a sign of life',
      (person) => age(person, `last_seen_at = now() - interval '2 hours'`),
    ],
    ['a second factor that is due', (person) => age(person, 'enrol_only = true')],
  ])('%s', async (_, end) => {
    const person = await app.signedIn('user')
    const elsewhere = await app.neighbour()
    const pages = [await listen(person), await listen(person, elsewhere.url)]
    const bystander = await listen(superadmin)
    await end(person)
    for (const { closed } of pages) expect(await closed).toBe(4401)
    expect(bystander.socket.readyState).toBe(1)
    bystander.socket.terminate()
    await elsewhere.close()
  })

  test('others of the same person stay open', async () => {
    const person = await app.signedIn('user')
    const page = await listen(person)
    const another = await app.signedIn('user')
    const theirs = await listen(another)
    await person.post('/api/auth/logout')
    expect(await page.closed).toBe(4401)
    expect(theirs.socket.readyState).toBe(1)
    theirs.socket.terminate()
  })
})

test('a role that is taken away while the session goes on takes the wide scope with it', async () => {
  const demoted = await app.signedIn('admin')
  const page = await listen(demoted)
  await heardOf(page, demoted)
  expect(await hearsForeign(page, demoted)).toBe(true)
  await app.sql(`UPDATE account SET role = 'user' WHERE id = $1`, [demoted.accountId])
  await expect.poll(() => hearsForeign(page, demoted), patience).toBe(false)
  expect(page.socket.readyState).toBe(1)
  page.socket.terminate()
})

describe('what it costs', () => {
  test('the database hears nothing of a process without open sockets', async () => {
    const page = await listen(superadmin)
    await expect.poll(waiting, patience).toBeGreaterThan(0)
    page.socket.terminate()
    await expect.poll(waiting, patience).toBe(0)
    const again = await listen(superadmin)
    await heardOf(again, superadmin)
    again.socket.terminate()
  })

  test('a listener whose connection was cut goes on hearing', async () => {
    const page = await listen(superadmin)
    await expect.poll(waiting, patience).toBeGreaterThan(0)
    await app.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN %'`)
    await heardOf(page, superadmin)
    page.socket.terminate()
  })
})

describe('a server that stops', () => {
  test('tells its pages to come back later', async () => {
    const elsewhere = await app.neighbour()
    const page = await listen(superadmin, elsewhere.url)
    await elsewhere.close()
    expect(await page.closed).toBe(1012)
  })

  test('does not wait for pages that do not answer', async () => {
    const elsewhere = await app.neighbour()
    const { port } = new URL(elsewhere.url)
    const deaf = connect(Number(port), '127.0.0.1')
    const cookies = [...superadmin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    deaf.write(
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
    const [answer] = await once(deaf, 'data')
    expect(String(answer)).toContain('101 Switching Protocols')
    const gone = once(deaf, 'close')
    await elsewhere.close()
    await gone
  })
})

async function age({ accountId }: TestPerson, change: string): Promise<void> {
  await app.sql(`UPDATE session SET ${change} WHERE account_id = $1`, [accountId])
}

/** How many connections wait for signals. */
async function waiting(): Promise<number> {
  const rows = await app.sql(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'`,
  )
  return rows.length
}

async function heardOf(page: LiveSocket, person: TestPerson): Promise<void> {
  const id = newId()
  await change([{ id, owner: person.accountId }])
  await expect.poll(() => hintsIn(page.heard), patience).toContain(`video ${id}`)
}

/** Whether the page hears what is somebody else's, when it has heard what is its own. */
async function hearsForeign(page: LiveSocket, person: TestPerson): Promise<boolean> {
  const [foreign, own] = [newId(), newId()]
  await change([
    { id: foreign, owner: superadmin.accountId },
    { id: own, owner: person.accountId },
  ])
  await expect.poll(() => hintsIn(page.heard), patience).toContain(`video ${own}`)
  return hintsIn(page.heard).includes(`video ${foreign}`)
}

async function change(videos: readonly { id: string; owner: string }[]): Promise<void> {
  await inTransaction(app.services.db, async (tx) => {
    for (const { id, owner } of videos) {
      await app.services.audit.record(tx, {
        actor: owner,
        action: 'update',
        resourceType: 'video',
        resourceId: id,
        owner,
        ip: null,
        details: {},
      })
    }
  })
}
