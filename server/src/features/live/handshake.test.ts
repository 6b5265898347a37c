import { once } from 'node:events'
import { request } from 'node:http'
import { limits } from '@kyc/contract/limits.ts'
import { describe, expect, test } from 'vitest'
import { listen, refusal } from '../../testing/app/live-socket.ts'
import { signIn } from '../../testing/app/sign-in.ts'
import { createTestApp, useStage } from '../../testing/app/test-app.ts'

const { app, person } = useStage({ person: 'user' })

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

  test('accepts our own Origin with a session', async () => {
    const { socket, closed } = await listen(person)
    socket.close(1000)
    expect(await closed).toBe(1000)
  })
})

describe('only a valid session opens a socket (D27)', () => {
  test('rejects a request without a session', async () => {
    const { status, body } = await refusal(app.anonymous())
    expect([status, JSON.parse(body).code]).toEqual([401, 'UNAUTHENTICATED'])
  })

  test('rejects a cookie that was never issued', async () => {
    expect((await refusal(person, { cookie: `__Host-sid=${'A'.repeat(43)}` })).status).toBe(401)
  })

  test('rejects a pre-session cookie', async () => {
    const visitor = app.anonymous()
    await visitor.get('/api/auth/csrf-token')
    expect([...visitor.cookies.keys()]).toEqual(['__Host-pre'])
    expect((await refusal(visitor)).status).toBe(401)
  })

  test('rejects an ended session despite its valid access token', async () => {
    const leaving = await app.signedIn('user')
    const cookie = [...leaving.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await leaving.post('/api/auth/logout')
    expect((await refusal(leaving, { cookie })).status).toBe(401)
  })

  test('rejects an expired session', async () => {
    const idle = await app.signedIn('user')
    await app.sql(
      `UPDATE session SET last_seen_at = now() - interval '2 hours 1 second' WHERE account_id = $1`,
      [idle.accountId],
    )
    expect((await refusal(idle)).status).toBe(401)
  })

  test('rejects an account that must enrol a second factor first', async () => {
    const { accountId } = await app.signedIn('admin')
    const enrolling = await signIn(app.services, app.url, accountId, { enrolOnly: true })
    const { status, body } = await refusal(enrolling)
    expect([status, JSON.parse(body).code]).toEqual([403, 'SECOND_FACTOR_ENROL'])
  })

  test('an open socket does not extend the session', async () => {
    const idle = await app.signedIn('user')
    const seenAt = () => app.sql('SELECT last_seen_at FROM session WHERE account_id = $1', [idle.accountId])
    await app.sql(`UPDATE session SET last_seen_at = now() - interval '90 minutes' WHERE account_id = $1`, [
      idle.accountId,
    ])
    const before = await seenAt()
    const { socket } = await listen(idle)
    expect(await seenAt()).toEqual(before)
    socket.terminate()
  })
})

describe('other upgrades and paths', () => {
  test.each(['/', '/ws/', '/ws/x', '/WS', '/wsx', '/api/performers', '/ws%2f'])(
    'an upgrade of %s gets a 404',
    async (path) => {
      expect((await refusal(person, { path })).status).toBe(404)
    },
  )

  test('the path without an upgrade gets a 404', async () => {
    expect((await person.get('/ws')).json).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('ignores an offer of another protocol and serves the call', async () => {
    const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': '' }
    const call = request(`${app.url}/api/health/live`, { headers: offer }).end()
    const [response] = await once(call, 'response')
    expect(response.statusCode).toBe(200)
    call.destroy()
  })

  test('rejects a foreign Host like every other path', async () => {
    const { status, body } = await refusal(person, { host: 'evil.example' })
    expect([status, JSON.parse(body).code]).toEqual([400, 'MALFORMED_REQUEST'])
  })
})

describe('messages of pages', () => {
  test('a message closes the socket', async () => {
    const { socket, closed } = await listen(person)
    socket.send('hello')
    expect(await closed).toBe(1008)
  })

  test('a frame above the limit closes the socket unread', async () => {
    const { socket, closed } = await listen(person)
    socket.send('x'.repeat(limits.live.frameBytes + 1))
    expect(await closed).toBe(1009)
  })

  test('responds to a ping', async () => {
    const { socket } = await listen(person)
    const answered = new Promise((resolve) => socket.once('pong', resolve))
    socket.ping()
    await answered
    socket.terminate()
  })
})

test('a socket above the limit of an account closes the oldest socket of that account, and none of other accounts', async () => {
  const hoarder = await app.signedIn('user')
  const bystander = await listen(person)
  const sockets = []
  for (let n = 0; n < limits.live.socketsPerAccount + 1; n++) sockets.push(await listen(hoarder))
  const [oldest, ...others] = sockets
  expect(await oldest?.closed).toBe(4429)
  const open = [...others, bystander]
  expect(open.map(({ socket }) => socket.readyState)).toEqual(open.map(() => 1))
  for (const { socket } of open) socket.terminate()
})

test('attempts of a foreign page do not use up the rate limit of the address', async () => {
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

test('limits the handshakes per address', async () => {
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
