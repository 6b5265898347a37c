import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { HashQueue } from './hash-queue.ts'
import { faultOf, normalized, type PasswordOwner } from './password-rules.ts'

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing is heavy: more at a time would take processor and memory away from everybody else. */
const atATime = 2

export interface Passwords {
  /** What is wrong with a new password, in words for the person who chose it (D31). */
  faultOf(password: string, owner: PasswordOwner): Promise<string | undefined>
  hash(password: string): Promise<string>
  /**
   * Whether `password` is the one that was hashed; without a hash (no such account, or one without a password) the
   * same work is done for nothing, so that the time tells nothing. `before` runs when it is this one's turn, may call
   * the check off by throwing, and what it found comes back.
   * @throws Problem TEMPORARILY_UNAVAILABLE if too many wait already
   */
  check<T>(
    hashed: string | null | undefined,
    password: string,
    turn: { urgent: boolean; before: () => Promise<T> },
  ): Promise<{ right: boolean; found: T }>
}

/** `siteHost` is where the product is served: a password must not be made of it. */
export function createPasswords(siteHost: string): Passwords {
  const queue = new HashQueue(atATime)
  let decoy: Promise<string> | undefined
  return {
    faultOf: (password, owner) => faultOf(password, owner, siteHost),
    hash: (password) => queue.run(true, () => hash(normalized(password), parameters)),
    async check(hashed, password, { urgent, before }) {
      decoy ??= hash(randomBytes(32).toString('hex'), parameters)
      // Everybody waits for it: the first check of a process must not single out an unknown address.
      const nobodys = await decoy
      return queue.run(urgent, async () => {
        const found = await before()
        const same = await verify(hashed ?? nobodys, normalized(password))
        return { right: same && typeof hashed === 'string', found }
      })
    },
  }
}
