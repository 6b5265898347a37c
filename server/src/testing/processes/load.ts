import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { liveCloseCodes } from '@kyc/contract/live.ts'
import { startSession } from '../app/anonymous-browser.ts'
import { registrationForm } from '../app/factories.ts'
import { listen } from '../app/live-socket.ts'
import { password } from '../app/password-account.ts'
import { signIn } from '../app/sign-in.ts'
import { TestClient, type TestReply } from '../app/test-client.ts'
import type { Installation } from './installation.ts'

/** The work of users while processes restart. No request is repeated. */
export interface Load {
  /** The performers whose registration got the reply 201. */
  readonly registered: readonly string[]
  readonly failures: readonly string[]
  /** Milliseconds of each request. */
  readonly times: readonly number[]
  readonly sockets: number
  /** Stops after the running requests. */
  stop(): Promise<void>
}

interface LoadOptions {
  readonly url: string
  readonly users: readonly TestClient[]
  /** An account with a password. */
  readonly email: string
  readonly perSecond: number
}

/** Users whose requests go to the balancer. Several, because each may make 3,000 calls a minute. */
export function createUsers({ app, balancer }: Installation): Promise<TestClient[]> {
  return Promise.all(
    Array.from({ length: 6 }, async () => {
      const { accountId } = await app.signedIn('user')
      return signIn(app.services, balancer.url, accountId)
    }),
  )
}

export function describeLoad({ times, registered, sockets }: Load): string {
  const [p50, p99] = [percentile(times, 50), percentile(times, 99)].map(Math.round)
  return `${times.length} acts, ${registered.length} registrations, ${sockets} sockets; p50 ${p50} ms, p99 ${p99} ms`
}

export function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN
}

/** Below the connections of two processes to the database. */
const mostAtOnce = 20

export function startLoad({ url, users, email, perSecond }: LoadOptions): Load {
  const [failures, times, registered]: [string[], number[], string[]] = [[], [], []]
  const running = new Set<Promise<void>>()
  const newest = new Map<TestClient, string>()
  const registering = new Set<TestClient>()
  let sent = 0
  const track = (name: string, act: () => Promise<void>) => {
    const start = performance.now()
    const work = act()
      .catch((error: unknown) => void failures.push(`${name}: ${describe(error)}`))
      .finally(() => {
        times.push(performance.now() - start)
        running.delete(work)
      })
    running.add(work)
  }
  // A user waits for a registration before the next one.
  const register = async (user: TestClient) => {
    registering.add(user)
    await sendRegistration(user).finally(() => registering.delete(user))
  }
  const sendRegistration = async (user: TestClient) => {
    const headers = { 'idempotency-key': randomUUID() }
    const form = await registrationForm()
    const reply = expectStatus(await user.call('POST', '/api/performers', { form, headers }), 201)
    const { id } = reply.json as { id: string } // the contract's reply
    registered.push(id)
    newest.set(user, id)
  }
  const read = async (user: TestClient, turn: number) => {
    const known = newest.get(user)
    const paths = ['/api/performers', '/api/auth/me', '/api/dashboard/stats', '/api/videos']
    const path = paths[turn % paths.length] as string // within the list
    expectStatus(await user.get(known && turn % 3 === 0 ? `/api/performers/${known}` : path), 200)
  }
  const next = () => {
    const turn = sent++
    const user = users[turn % users.length] as TestClient // there are users
    if (turn % perSecond === 0) track('log-in', () => logIn(url, email))
    else if (turn % perSecond === perSecond / 2 && !registering.has(user))
      track('registration', () => register(user))
    else track('read', () => read(user, turn))
  }
  const start = performance.now()
  // Catches up if this process was busy, so that the rate holds on average. A machine that can't serve the rate gets
  // fewer requests, as from users who wait for their pages.
  const timer = setInterval(() => {
    const due = ((performance.now() - start) * perSecond) / 1000
    while (sent < due && running.size < mostAtOnce) next()
  }, 10)
  const pages = openPages(users.slice(0, 2), failures)
  return {
    registered,
    failures,
    times,
    get sockets() {
      return pages.opened()
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      await pages.close()
    },
  }
}

async function logIn(url: string, email: string): Promise<void> {
  const client = new TestClient(url)
  await startSession(client)
  const reply = expectStatus(await client.post('/api/auth/login', { email, password }), 200)
  client.csrfToken = (reply.json as { csrfToken: string }).csrfToken // the contract's reply
  expectStatus(await client.post('/api/auth/logout'), 204)
}

/** Open pages, which connect again when their process restarts. */
function openPages(users: readonly TestClient[], failures: string[]) {
  let opened = 0
  let closing = false
  const close: (() => void)[] = []
  const keepOpen = async (user: TestClient) => {
    while (!closing) {
      const page = await listen(user)
      opened++
      close.push(() => page.socket.terminate())
      const code = await page.closed
      if (!closing && code !== liveCloseCodes.restarting) throw new Error(`a socket was closed with ${code}`)
      await sleep(20)
    }
  }
  const pages = users.map((user) =>
    keepOpen(user).catch((error: unknown) => void failures.push(`socket: ${describe(error)}`)),
  )
  return {
    opened: () => opened,
    async close() {
      closing = true
      for (const each of close) each()
      await Promise.all(pages)
    },
  }
}

function expectStatus(reply: TestReply, status: number): TestReply {
  if (reply.status !== status) throw new Error(`${reply.status} ${reply.bytes.toString().slice(0, 200)}`)
  return reply
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} (${describe(error.cause)})`
}
