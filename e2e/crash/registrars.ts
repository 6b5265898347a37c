import { randomInt, randomUUID } from 'node:crypto'
import { registrationForm } from '@kyc/server/testing/app/factories.ts'
import { TestClient } from '@kyc/server/testing/app/test-client.ts'

/** A registration that the server has acknowledged with 201. */
export interface Acknowledged {
  readonly lastName: string
  readonly id: string
  readonly registrar: TestClient
}

const pause = 50
/** A killed server's registration is taken over 15 s after its last sign of life. */
const patience = { whileCrashing: 1500, atTheEnd: 60_000 }

interface Registration {
  readonly lastName: string
  readonly key: string
}

/** Signs in and registers one performer after another until told to stop, through crashes, each under one key. */
export class Registrar {
  readonly acknowledged: Acknowledged[] = []
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

  /** Registers until told to stop, then repeats whatever a crash has interrupted, until that is acknowledged too. */
  async run(stop: AbortSignal): Promise<void> {
    const interrupted: Registration[] = []
    while (!stop.aborted) {
      const registration = { lastName: `試験${randomUUID()}`, key: randomUUID() }
      if (!(await this.register(registration, patience.whileCrashing))) interrupted.push(registration)
    }
    for (const registration of interrupted) await this.register(registration, patience.atTheEnd)
  }

  /** Repeats one registration under its key until it is acknowledged; false if that took too long. */
  private async register(registration: Registration, milliseconds: number): Promise<boolean> {
    const deadline = Date.now() + milliseconds
    while (Date.now() < deadline) {
      const id = await this.send(registration)
      if (id) {
        this.acknowledged.push({ lastName: registration.lastName, id, registrar: this.client })
        return true
      }
      await new Promise((resolve) => setTimeout(resolve, pause + randomInt(pause)))
    }
    return false
  }

  /** The id that the server acknowledged; undefined where it was down, busy or still at it. */
  private async send({ lastName, key }: Registration): Promise<string | undefined> {
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
