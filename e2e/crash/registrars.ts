import { randomInt, randomUUID } from 'node:crypto'
import { registrationForm } from '@kyc/server/testing/factories.ts'
import { TestClient } from '@kyc/server/testing/test-client.ts'

/** A registration that the server has acknowledged with 201. */
export interface Acknowledged {
  readonly lastName: string
  readonly id: string
  readonly registrar: TestClient
}

const pause = 50
const patience = 30_000

/** Signs in and registers one performer after another until told to stop, through crashes, each under one key. */
export class Registrar {
  readonly acknowledged: Acknowledged[] = []
  /** Everything that was sent at least once. */
  readonly attempted = new Set<string>()
  private readonly client: TestClient
  private readonly account: { email: string; password: string }

  constructor(url: string, account: { email: string; password: string }) {
    this.client = new TestClient(url)
    this.account = account
  }

  async signIn(): Promise<void> {
    const { json } = await this.client.post('/api/auth/session/init')
    this.client.csrfToken = tokenOf(json)
    const reply = await this.client.post('/api/auth/login', this.account)
    if (reply.status !== 200) throw new Error(`sign-in answered ${reply.status}`)
    this.client.csrfToken = tokenOf(reply.json)
  }

  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) await this.registerOne(stop)
  }

  /** Repeats one registration under one key until it is acknowledged; gives up only after `stop` and `patience`. */
  private async registerOne(stop: AbortSignal): Promise<void> {
    const lastName = `試験${randomUUID()}`
    const key = randomUUID()
    this.attempted.add(lastName)
    let deadline = Number.POSITIVE_INFINITY
    while (Date.now() < deadline) {
      const id = await this.send(lastName, key)
      if (id) {
        this.acknowledged.push({ lastName, id, registrar: this.client })
        return
      }
      if (stop.aborted) deadline = Math.min(deadline, Date.now() + patience)
      await new Promise((resolve) => setTimeout(resolve, pause + randomInt(pause)))
    }
  }

  /** The id that the server acknowledged; undefined where it was down, busy or still at it. */
  private async send(lastName: string, key: string): Promise<string | undefined> {
    const form = await registrationForm({ fields: { lastName } })
    let reply: Awaited<ReturnType<TestClient['call']>>
    try {
      reply = await this.client.call('POST', '/api/performers', { form, headers: { 'idempotency-key': key } })
    } catch {
      return undefined // the connection was lost with the server
    }
    if (reply.status === 201) return (reply.json as { id: string }).id // the contract's reply has one
    if (reply.status >= 500 || [408, 409, 429].includes(reply.status)) return undefined
    throw new Error(`a registration answered ${reply.status}: ${JSON.stringify(reply.json)}`)
  }
}

function tokenOf(json: unknown): string {
  return (json as { csrfToken: string }).csrfToken // the contract's reply has one
}
