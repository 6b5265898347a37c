import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Environment } from '../settings/environment.ts'

/** For tests: partners on this machine. In production, callbacks must never reach internal hosts. */
export interface CallbackSettings {
  /** `host:port` in lower case: the only addresses of this machine that may be called. */
  readonly localAddresses: readonly string[]
  /** Certificates in PEM, trusted in addition to the well-known ones. */
  readonly ca: string | null
}

const names = ['CALLBACK_LOCAL_ADDRESSES', 'CALLBACK_CA_FILE'] as const
const hostAndPort = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\]):\d{1,5}$/

export function readCallbacks(env: Environment, production: boolean): CallbackSettings {
  const [local, ca] = names
  for (const name of names) {
    if (production && env.text(name) !== undefined) {
      env.fault(`${name} is for tests: remove it, production calls partners at public addresses only.`)
    }
  }
  return Object.freeze({ localAddresses: Object.freeze(readAddresses(env, local)), ca: readCa(env, ca) })
}

function readAddresses(env: Environment, name: string): string[] {
  const entries = (env.text(name) ?? '').toLowerCase().split(',')
  const addresses = entries.map((each) => each.trim()).filter((each) => each !== '')
  const wrong = addresses.filter((each) => !hostAndPort.test(each))
  if (wrong.length > 0) {
    env.fault(`${name} must list hosts with ports such as localhost:8443, not "${wrong.join(', ')}".`)
  }
  return addresses
}

function readCa(env: Environment, name: string): string | null {
  if (env.text(name) === undefined) return null
  try {
    const pem = readFileSync(env.path(name, ''), 'utf8')
    new X509Certificate(pem)
    return pem
  } catch {
    env.fault(`${name} must be a file with a certificate in PEM.`)
    return null
  }
}
