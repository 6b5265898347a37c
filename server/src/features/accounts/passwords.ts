import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { limits } from '@kyc/contract/limits.ts'
import { hash, verify } from '@node-rs/argon2'
import { HashQueue } from './hash-queue.ts'

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing is heavy: more at a time would take processor and memory away from everybody else. */
const atATime = 2

export interface Passwords {
  /** What is wrong with a new password, in words for the person who chose it (D31). */
  faultOf(password: string): string | undefined
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

export function createPasswords(): Passwords {
  const queue = new HashQueue(atATime)
  const commonest = readCommonest()
  let decoy: Promise<string> | undefined
  return {
    faultOf: (password) => faultOf(password, commonest),
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

function faultOf(password: string, commonest: ReadonlySet<string>): string | undefined {
  const { minimum, maximum } = limits.password
  if (!password.isWellFormed() || /\p{Cc}/u.test(password))
    return 'パスワードに使用できない文字が含まれています。'
  if (Array.from(normalized(password)).length < minimum) {
    return `パスワードは${minimum}文字以上で入力してください。`
  }
  if (password.length > maximum) return `パスワードは${maximum}文字以内で入力してください。`
  if (!commonest.has(normalized(password).toLowerCase())) return undefined
  return 'よく使われるパスワードのため使用できません。別のパスワードを入力してください。'
}

/** The form of a password that is hashed: keyboards and systems encode the same characters differently. */
export function normalized(password: string): string {
  return password.normalize('NFKC')
}

function readCommonest(): ReadonlySet<string> {
  const text = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
  return new Set(text.split(/\s+/))
}
