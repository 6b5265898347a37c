import { once } from 'node:events'
import { request } from 'node:http'
import { limits } from '@kyc/contract/limits.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen, refusal } from '../../testing/app/live-socket.ts'
import { signIn } from '../../testing/app/sign-in.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../testing/app/test-app.ts'

let app: TestApp
let person: TestPerson

beforeAll(async () => {
  app = await createTestApp()
  person = await app.signedIn('user')
})

afterAll(() => app.close())

describe('only our own pages may open a socket (D42)', () => {
  test.each([
    ['no Origin', null],
    ['a foreign Origin', 'https://evil.example'],
    ['another port of this machine', 'http://localhost:1'],
    ['the Origin of a sandbox', 'null'],
    ['an Origin that only begins like ours', 'http://127.0.0.1.evil.example'],
  ])('%s is refused', async (_, origin) => {
    const { status, body } = await refusal(person, { origin })
    expect([status, JSON.parse(body).code]).toEqual([403, 'FORBIDDEN'])
  })

  test('our own Origin and session are let in', async () => {
    const { socket, closed } = await listen(person)
    socket.close(1000)
    expect(await closed).toBe(1000)
  })
})

describe('only a session that holds opens a socket (D27)', () => {
  test('nobody signed in', async () => {
    const { status, body } = await refusal(app.anonymous())
    expect([status, JSON.parse(body).code]).toEqual([401, 'UNAUTHENTICATED'])
  })

  test('a cookie that was never given', async () => {
    expect((await refusal(person, { cookie: `__Host-sid=${'A'.repeat(43)}` })).status).toBe(401)
  })

  test('the cookie of before the sign-in', async () => {
    const visitor = app.anonymous()
    await visitor.get('/api/auth/csrf-token')
    expect([...visitor.cookies.keys()]).toEqual(['__Host-pre'])
    expect((await refusal(visitor)).status).toBe(401)
  })

  test('a session that has ended, its access token notwithstanding', async () => {
    const leaving = await app.signedIn('user')
    const cookie = [...leaving.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await leaving.post('/api/auth/logout')
    expect((await refusal(leaving, { cookie })).status).toBe(401)
  })

  test('a session that is too old', async () => {
    const sleeper = await app.signedIn('user')
    await app.sql(
      `UPDATE session SET last_seen_at = now() - interval '2 hours 1 second' WHERE account_id = $1`,
      [sleeper.accountId],
    )
    expect((await refusal(sleeper)).status).toBe(401)
  })

  test('who has to set up a second factor first', async () => {
    const { accountId } = await app.signedIn('admin')
    const enrolling = await signIn(app.services, app.url, accountId, { enrolOnly: true })
    const { status, body } = await refusal(enrolling)
    expect([status, JSON.parse(body).code]).toEqual([403, 'SECOND_FACTOR_ENROL'])
  })

  test('an open socket does not keep the session alive', async () => {
    const sleeper = await app.signedIn('user')
    const seenAt = () =>
      app.sql('SELECT last_seen_at FROM session WHERE account_id = $1', [sleeper.accountId])
    await app.sql(`UPDATE session SET last_seen_at = now() - interval '90 minutes' WHERE account_id = $1`, [
      sleeper.accountId,
    ])
    const before = await seenAt()
    const { socket } = await listen(sleeper)
    expect(await seenAt()).toEqual(before)
    socket.terminate()
  })
})

describe('nothing else is served that way', () => {
  test.each(['/', '/ws/', '/ws/x', '/WS', '/wsx', '/api/performers', '/ws%2f'])(
    'an upgrade of %s gets a 404',
    async (path) => {
      expect((await refusal(person, { path })).status).toBe(404)
    },
  )

  test('the path without an upgrade gets a 404', async () => {
    expect((await person.get('/ws')).json).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('an offer of another protocol is passed over and the call is answered', async () => {
    const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': '' }
    const asked = request(`${app.url}/api/health/live`, { headers: offer }).end()
    const [answer] = await once(asked, 'response')
    expect(answer.statusCode).toBe(200)
    asked.destroy()
  })

  test('a foreign Host gets the answer that it gets everywhere', async () => {
    const { status, body } = await refusal(person, { host: 'evil.example' })
    expect([status, JSON.parse(body).code]).toEqual([400, 'MALFORMED_REQUEST'])
  })
})

describe('pages only listen', () => {
  test('what they say closes the socket', async () => {
    const { socket, closed } = await listen(person)
    socket.send('hello')
    expect(await closed).toBe(1008)
  })

  test('a frame above the limit is not even read', async () => {
    const { socket, closed } = await listen(person)
    socket.send('x'.repeat(limits.live.frameBytes + 1))
    expect(await closed).toBe(1009)
  })

  test('a ping is answered', async () => {
    const { socket } = await listen(person)
    const answered = new Promise((resolve) => socket.once('pong', resolve))
    socket.ping()
    await answered
    socket.terminate()
  })
})

test('of more sockets than a person may have the oldest goes, whatever others have', async () => {
  const hoarder = await app.signedIn('user')
  const bystander = await listen(person)
  const sockets = []
  for (let n = 0; n < limits.live.socketsPerPerson + 1; n++) sockets.push(await listen(hoarder))
  const [oldest, ...others] = sockets
  expect(await oldest?.closed).toBe(4429)
  const open = [...others, bystander]
  expect(open.map(({ socket }) => socket.readyState)).toEqual(open.map(() => 1))
  for (const { socket } of open) socket.terminate()
})

test('what a foreign page tries from an address keeps nobody else there from coming', async () => {
  const small = await createTestApp()
  try {
    const visitor = small.anonymous()
    const foreign = { origin: 'https://evil.example' }
    const statuses = new Set<number>()
    for (let n = 0; n < 320; n++) statuses.add((await refusal(visitor, foreign)).status)
    expect([...statuses]).toEqual([403])
    expect((await refusal(visitor)).status).toBe(401)
  } finally {
    await small.close()
  }
})

test('too many handshakes of one address are put off', async () => {
  const small = await createTestApp()
  try {
    const visitor = small.anonymous()
    const statuses = new Set<number>()
    for (let n = 0; n < 400 && !statuses.has(429); n++) statuses.add((await refusal(visitor)).status)
    expect([...statuses]).toEqual([401, 429])
  } finally {
    await small.close()
  }
})
