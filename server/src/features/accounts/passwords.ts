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
  hash(password: string): Promise<string>
  /**
   * Whether `password` is the one that was hashed; without a hash (no such account, or one without a password) the
   * same work is done for nothing, so that the time tells nothing. `first` runs when it is this one's turn and may
   * call the check off by throwing.
   * @throws Problem TEMPORARILY_UNAVAILABLE if too many wait already
   */
  check(
    hashed: string | null | undefined,
    password: string,
    turn: { urgent: boolean; first: () => Promise<void> },
  ): Promise<boolean>
}

export function createPasswords(): Passwords {
  const queue = new HashQueue(atATime)
  let dummy: Promise<string> | undefined
  const makeHash = (password: string) => queue.run(true, () => hash(normalized(password), parameters))
  return {
    hash: makeHash,
    async check(hashed, password, { urgent, first }) {
      // Made at the first check of any kind, so that its making does not single out an unknown address.
      dummy ??= makeHash(randomBytes(32).toString('hex'))
      const against = hashed ?? (await dummy)
      return queue.run(urgent, async () => {
        await first()
        return (await verify(against, normalized(password))) && typeof hashed === 'string'
      })
    },
  }
}

let commonest: ReadonlySet<string> | undefined

/** What is wrong with a new password, in words for the person who chose it (D31). */
export function passwordFault(password: string): string | undefined {
  const { minimum, maximum } = limits.password
  if (Array.from(normalized(password)).length < minimum) return `パスワードは${minimum}文字以上で入力してください。`
  if (password.length > maximum) return `パスワードは${maximum}文字以内で入力してください。`
  if (!password.isWellFormed() || /\p{Cc}/u.test(password)) return 'パスワードに使用できない文字が含まれています。'
  commonest ??= readCommonest()
  if (!commonest.has(normalized(password).toLowerCase())) return undefined
  return 'よく使われるパスワードのため使用できません。別のパスワードを入力してください。'
}

/** The same password typed on another keyboard or system may come in another form. */
function normalized(password: string): string {
  return password.normalize('NFKC')
}

function readCommonest(): ReadonlySet<string> {
  const text = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
  return new Set(text.split(/\s+/))
}
