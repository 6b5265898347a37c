import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@kyc/server/platform/free-port.ts'
import { createAccounts } from '../setup/accounts.ts'
import { newDataDir, type Product, removeDataDir, startProduct } from '../setup/product.ts'
import { type Findings, inspect } from './inspect.ts'
import { Registrar } from './registrars.ts'

export interface CrashReport extends Findings {
  readonly kills: number
  readonly acknowledged: number
}

const registrars = 4
/** As many as one person may send at once. */
const sendersEach = 2
/** Long enough for some registrations to be acknowledged, short enough to hit others in the middle. */
const life = { least: 150, most: 1200 }
const password = 'crash-harness-password'

/**
 * Kills the server with -9 at random 150 to 1200 ms after it listens, `kills` times, while registrations go on; then
 * lets it recover and looks at what is there.
 */
export async function runCrashes(kills: number): Promise<CrashReport> {
  const dataDir = await newDataDir()
  const env = {
    DEMO: 'off',
    // The same for each start, as a real address has.
    PORT: String(await freePort()),
    RATE_API_PER_MINUTE: '1000000',
    REGISTRATIONS_PER_DAY: '1000000',
    UPLOAD_MB_PER_DAY: '1000000',
    LOG_LEVEL: 'silent',
  }
  let product = await startProduct({ dataDir, env })
  try {
    const people = await signUp(product)
    const stop = new AbortController()
    const work = Promise.all(
      people.flatMap((person) => Array.from({ length: sendersEach }, () => person.run(stop.signal))),
    )
    for (let kill = 0; kill < kills; kill++) {
      await wait(lifeOf(kill, kills))
      await product.kill()
      product = await startProduct({ dataDir, env })
    }
    stop.abort()
    await work
    const findings = await inspect(dataDir, people)
    return { kills, acknowledged: people.flatMap((person) => person.acknowledged).length, ...findings }
  } finally {
    await product.stop()
    await removeDataDir(dataDir)
  }
}

/** Random within one of `kills` equal parts of the range, so that few kills cover the range as well. */
function lifeOf(kill: number, kills: number): number {
  const part = (life.most - life.least) / kills
  return life.least + Math.round(part * kill) + randomInt(Math.max(1, Math.floor(part)))
}

async function signUp(product: Product): Promise<Registrar[]> {
  const people: Registrar[] = []
  const accounts = Array.from({ length: registrars }, (_, n) => ({
    email: `registrar${n + 1}@example.com`,
    name: `登録 ${n + 1}`,
    role: 'user' as const,
    password,
  }))
  await createAccounts(product, accounts)
  for (const account of accounts) {
    const registrar = new Registrar(product.url, { email: account.email, password })
    await registrar.signIn()
    people.push(registrar)
  }
  return people
}
