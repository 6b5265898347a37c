import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { registrationForm } from '@kyc/server/testing/app/factories.ts'
import { CrashClient } from './crash-client.ts'

/** A registration that the server has acknowledged with 201. */
export interface Acknowledged {
  readonly lastName: string
  readonly id: string
}

const pause = 50
/** Milliseconds; at the end longer than the 15 s after which the lease of an interrupted registration expires. */
const timeouts = { whileCrashing: 5000, atTheEnd: 60_000 }

interface Registration {
  readonly lastName: string
  readonly key: string
}

/** Registers performers one after another through crashes, each under one idempotency key. */
export class RegistrationClient extends CrashClient {
  readonly acknowledged: Acknowledged[] = []

  /** Registers until `stop`, then repeats the interrupted registrations until they are acknowledged. */
  async run(stop: AbortSignal): Promise<void> {
    const interrupted: Registration[] = []
    while (!stop.aborted) {
      const registration = { lastName: `試験${randomUUID()}`, key: randomUUID() }
      if (!(await this.#register(registration, timeouts.whileCrashing))) interrupted.push(registration)
    }
    for (const registration of interrupted) await this.#register(registration, timeouts.atTheEnd)
  }

  /** Repeats one registration under its key until it is acknowledged; returns false after the timeout. */
  async #register({ lastName, key }: Registration, milliseconds: number): Promise<boolean> {
    const deadline = performance.now() + milliseconds
    while (performance.now() < deadline) {
      const form = await registrationForm({ fields: { lastName } })
      const headers = { 'idempotency-key': key }
      const reply = await this.call('POST', '/api/performers', { form, headers, expected: [201] })
      if (reply) {
        this.acknowledged.push({ lastName, id: (reply.json as { id: string }).id }) // the reply of the contract
        return true
      }
      await wait(pause + randomInt(pause))
    }
    return false
  }
}
