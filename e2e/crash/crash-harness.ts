import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@kyc/server/platform/free-port.ts'
import { createAccounts } from '../setup/accounts.ts'
import { newDataDir, type Product, removeDataDir, startProduct } from '../setup/product.ts'
import { type Findings, inspect } from './inspect.ts'
import { RegistrationClient } from './registration-client.ts'

export interface CrashReport extends Findings {
  readonly kills: number
  readonly acknowledged: number
}

const accountCount = 4
/** The limit of parallel uploads per account. */
const sendersEach = 2
/** Milliseconds: long enough for some registrations to complete, short enough to interrupt others. */
const lifetime = { minimum: 150, maximum: 1200 }
const password = 'crash-harness-password'

/**
 * Kills the server with SIGKILL `kills` times, each 150 to 1200 ms after it listens, while clients register.
 * Then lets it recover and inspects the stored data.
 */
export async function runCrashes(kills: number): Promise<CrashReport> {
  const dataDir = await newDataDir()
  const env = {
    DEMO: 'off',
    // The same port for each start, since the clients keep their address.
    PORT: String(await freePort()),
    RATE_API_PER_MINUTE: '1000000',
    REGISTRATIONS_PER_DAY: '1000000',
    UPLOAD_MB_PER_DAY: '1000000',
    LOG_LEVEL: 'silent',
  }
  let product = await startProduct({ dataDir, env })
  try {
    const clients = await signUp(product)
    const stop = new AbortController()
    const work = Promise.all(
      clients.flatMap((client) => Array.from({ length: sendersEach }, () => client.run(stop.signal))),
    )
    for (let kill = 0; kill < kills; kill++) {
      await wait(lifetimeOf(kill, kills))
      await product.kill()
      product = await startProduct({ dataDir, env })
    }
    stop.abort()
    await work
    const findings = await inspect(dataDir, clients)
    return { kills, acknowledged: clients.flatMap((client) => client.acknowledged).length, ...findings }
  } finally {
    await product.stop()
    await removeDataDir(dataDir)
  }
}

/** Random within one of `kills` equal parts of the range, so that few kills cover the range as well. */
function lifetimeOf(kill: number, kills: number): number {
  const part = (lifetime.maximum - lifetime.minimum) / kills
  return lifetime.minimum + Math.round(part * kill) + randomInt(Math.max(1, Math.floor(part)))
}

async function signUp(product: Product): Promise<RegistrationClient[]> {
  const clients: RegistrationClient[] = []
  const accounts = Array.from({ length: accountCount }, (_, n) => ({
    email: `owner${n + 1}@example.com`,
    name: `登録 ${n + 1}`,
    role: 'user' as const,
    password,
  }))
  await createAccounts(product, accounts)
  for (const account of accounts) {
    const client = new RegistrationClient(product.url, { email: account.email, password })
    await client.signIn()
    clients.push(client)
  }
  return clients
}
