import { join } from 'node:path'
import type { Environment } from '../settings/environment.ts'
import { Secret } from '../settings/secret.ts'
import { isWeakKey } from './master-key.ts'

/** Where a master key comes from. */
export type MasterKeySource =
  | { readonly kind: 'value'; readonly bytes: Secret<Buffer> }
  /** With `generate`, the first start creates the file, readable by this OS account only. */
  | { readonly kind: 'file'; readonly path: string; readonly generate: boolean }
  /** Encrypted by a key of AWS KMS, which `address` names as `kms://<region>/<key>`. */
  | { readonly kind: 'kms'; readonly address: string; readonly region: string; readonly keyId: string }

export interface MasterKeySettings {
  readonly masterKey: MasterKeySource
  /** During a rotation, the key that is replaced. */
  readonly previousMasterKey: MasterKeySource | null
}

export function readMasterKeys(env: Environment, dataDir: string): MasterKeySettings {
  const given = readSource(env, 'MASTER_KEY')
  const inDataDir = { kind: 'file', path: join(dataDir, 'master.key'), generate: true } as const
  return {
    masterKey: given ?? Object.freeze(inDataDir),
    previousMasterKey: readSource(env, 'MASTER_KEY_PREVIOUS') ?? null,
  }
}

function readSource(env: Environment, name: string): MasterKeySource | undefined {
  const value = env.text(name)
  const file = env.text(`${name}_FILE`)
  if (value === undefined) {
    return file === undefined
      ? undefined
      : Object.freeze({ kind: 'file', path: env.path(`${name}_FILE`, ''), generate: false })
  }
  if (file !== undefined) env.fault(`${name} and ${name}_FILE exclude each other: set one.`)
  return value.startsWith('kms:') ? readKmsAddress(env, name, value) : readKey(env, name, value)
}

function readKmsAddress(env: Environment, name: string, address: string): MasterKeySource {
  const [, region = '', keyId = ''] = /^kms:\/\/([a-z0-9-]+)\/([\w:/-]+)$/.exec(address) ?? []
  if (!keyId) env.fault(`${name} must name a key of AWS KMS as kms://<region>/<key id, alias or ARN>.`)
  return Object.freeze({ kind: 'kms', address, region, keyId })
}

function readKey(env: Environment, name: string, value: string): MasterKeySource {
  const bytes = Buffer.from(value, 'base64')
  // Buffer.from skips characters that are not base64, so only encoding the bytes again detects a mistyped key.
  if (bytes.length !== 32 || bytes.toString('base64') !== value) {
    env.fault(`${name} must be 32 random bytes in base64: create it with openssl rand -base64 32.`)
  } else if (isWeakKey(bytes)) {
    env.fault(`${name} repeats a single byte: create a random one with openssl rand -base64 32.`)
  }
  return Object.freeze({ kind: 'value', bytes: new Secret(bytes) })
}
