import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { createOnce } from '../../../platform/jobs/create-once.ts'
import { HashQueue } from './hash-queue.ts'
import { faultOf, normalized, type PasswordOwner } from './password-rules.ts'

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing is expensive: a higher concurrency would slow down all other requests. */
const concurrency = 2

export interface Passwords {
  /** The fault of a new password as a message for the user; undefined if the rules accept it. */
  faultOf(password: string, owner: PasswordOwner): Promise<string | undefined>
  hash(password: string): Promise<string>
  /**
   * Verifies `password` against `hashed`. Without a hash (no such account, or no password) the check takes
   * the same time. `before` runs at the front of the queue and may throw to cancel the check; its result is
   * returned.
   */
  check<T>(
    hashed: string | null | undefined,
    password: string,
    position: { urgent: boolean; before: () => Promise<T> },
  ): Promise<{ right: boolean; counted: T }>
}

/** `siteHost` is the host of the product: a password must not consist of it. */
export function createPasswords(siteHost: string): Passwords {
  const queue = new HashQueue(concurrency)
  const decoy = createOnce(() => hash(randomBytes(32).toString('hex'), parameters))
  return {
    faultOf: (password, owner) => faultOf(password, owner, siteHost),
    hash: (password) => queue.run(true, () => hash(normalized(password), parameters)),
    async check(hashed, password, { urgent, before }) {
      // Awaited in every check: the first one of a process must not take longer for an unknown address.
      const decoyHash = await decoy()
      return queue.run(urgent, async () => {
        const counted = await before()
        const matches = await verify(hashed ?? decoyHash, normalized(password))
        return { right: matches && typeof hashed === 'string', counted }
      })
    },
  }
}
