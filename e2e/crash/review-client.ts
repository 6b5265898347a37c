import { setTimeout as wait } from 'node:timers/promises'
import { approvalOf } from '@kyc/server/testing/app/approval.ts'
import { CrashClient } from './crash-client.ts'
import type { RegistrationClient } from './registration-client.ts'

const pause = 50
/** One of this many registrations is deleted. */
const deletedEvery = 3

/** An admin who verifies the selfie of each registered performer, and deletes every third performer. */
export class ReviewClient extends CrashClient {
  /** The performers whose selfie has been verified. */
  readonly decided = new Set<string>()
  readonly deleted = new Set<string>()
  readonly #registrars: readonly RegistrationClient[]
  #seen = 0

  constructor(urls: readonly string[], registrars: readonly RegistrationClient[]) {
    super(urls)
    this.#registrars = registrars
  }

  /** Reviews until `stop`; completes what it has begun. */
  async run(stop: AbortSignal): Promise<void> {
    const taken = this.#registrars.map(() => 0)
    while (!stop.aborted) {
      for (const [index, { acknowledged }] of this.#registrars.entries()) {
        const next = acknowledged[taken[index] ?? 0]
        if (!next) continue
        taken[index] = (taken[index] ?? 0) + 1
        await this.#review(next.id)
      }
      await wait(pause)
    }
  }

  /** Repeats each act until a reply arrives. A refusal counts as done: the act took effect before its repeat. */
  async #review(id: string): Promise<void> {
    // An account approves only a document that it has opened (D11).
    await this.#repeat('GET', `/api/performers/${id}/documents/selfie`, [200, 404])
    const verify = `/api/performers/${id}/documents/selfie/verify`
    await this.#repeat('PUT', verify, [200, 409], approvalOf('selfie'))
    this.decided.add(id)
    if (++this.#seen % deletedEvery !== 0) return
    await this.#repeat('DELETE', `/api/performers/${id}`, [204, 404])
    this.deleted.add(id)
  }

  async #repeat(method: string, path: string, expected: readonly number[], json?: object): Promise<void> {
    while (!(await this.call(method, path, { expected, ...(json && { json }) }))) await wait(pause)
  }
}
