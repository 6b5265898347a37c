import { randomInt, randomUUID } from 'node:crypto'
import { login } from '@kyc/contract/accounts.ts'
import { startSession } from '@kyc/server/testing/app/anonymous-browser.ts'
import { registrationForm } from '@kyc/server/testing/app/factories.ts'
import { TestClient } from '@kyc/server/testing/app/test-client.ts'

/** A registration that the server has acknowledged with 201. */
export interface Acknowledged {
  readonly lastName: string
  readonly id: string
  readonly client: TestClient
}

const pause = 50
/** Milliseconds. The lease of an interrupted registration expires 15 s after its last renewal. */
const timeouts = { whileCrashing: 1500, atTheEnd: 60_000 }

interface Registration {
  readonly lastName: string
  readonly key: string
}

/** Signs in and registers performers one after another through crashes, each under one idempotency key. */
export class RegistrationClient {
  readonly acknowledged: Acknowledged[] = []
  private readonly client: TestClient
  private readonly account: { email: string; password: string }

  constructor(url: string, account: { email: string; password: string }) {
    this.client = new TestClient(url)
    this.account = account
  }

  async signIn(): Promise<void> {
    await startSession(this.client)
    this.client.csrfToken = (await this.client.send(login, { body: this.account })).csrfToken
  }

  /** Registers until `stop`, then repeats the interrupted registrations until they are acknowledged. */
  async run(stop: AbortSignal): Promise<void> {
    const interrupted: Registration[] = []
    while (!stop.aborted) {
      const registration = { lastName: `試験${randomUUID()}`, key: randomUUID() }
      if (!(await this.register(registration, timeouts.whileCrashing))) interrupted.push(registration)
    }
    for (const registration of interrupted) await this.register(registration, timeouts.atTheEnd)
  }

  /** Repeats one registration under its key until it is acknowledged; returns false after the timeout. */
  private async register(registration: Registration, milliseconds: number): Promise<boolean> {
    const deadline = Date.now() + milliseconds
    while (Date.now() < deadline) {
      const id = await this.send(registration)
      if (id) {
        this.acknowledged.push({ lastName: registration.lastName, id, client: this.client })
        return true
      }
      await new Promise((resolve) => setTimeout(resolve, pause + randomInt(pause)))
    }
    return false
  }

  /** The acknowledged id; undefined if the server was down, busy or still processing the call. */
  private async send({ lastName, key }: Registration): Promise<string | undefined> {
    const form = await registrationForm({ fields: { lastName } })
    let reply: Awaited<ReturnType<TestClient['call']>>
    try {
      reply = await this.client.call('POST', '/api/performers', { form, headers: { 'idempotency-key': key } })
    } catch {
      return undefined // the connection was lost with the server
    }
    if (reply.status === 201) return (reply.json as { id: string }).id // the reply of the contract
    if (reply.status >= 500 || [408, 409, 429].includes(reply.status)) return undefined
    throw new Error(`a registration returned ${reply.status}: ${JSON.stringify(reply.json)}`)
  }
}
