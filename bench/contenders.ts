import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { claimMasterKey } from '@kyc/server/master-key/claim-master-key.ts'
import { masterKey } from '@kyc/server/platform/crypto/master-key.ts'
import { openDatabase } from '@kyc/server/platform/db/database.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import { ensureServerCompiled, serverCommand } from '../tools/setup/server-command.mjs'
import { type BenchDatabase, query } from './database.ts'
import { type Program, startProgram } from './program.ts'

/**
 * The product's settings: realistic, except for rate limits, which would end a load after seconds. Creates the
 * keys in the database, because the product refuses seeded records without them.
 */
export async function productEnvironment(
  database: BenchDatabase,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const key = randomBytes(32)
  const { db, close } = openDatabase(database.appUrl, silentLog(), { max: 1 })
  await claimMasterKey(db, masterKey(key))
  await close()
  return {
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: join(folder, 'product'),
    MASTER_KEY: key.toString('base64'),
    DEMO: 'off',
    PORT: '0',
    // The log is still written, but with few lines.
    LOG_LEVEL: 'warn',
    RATE_API_PER_MINUTE: '100000000',
    REGISTRATIONS_PER_DAY: '100000000',
    UPLOAD_MB_PER_DAY: '100000000',
  }
}

/** Starts the product as `npm start` does. */
export async function startProduct(env: Readonly<Record<string, string>>): Promise<Program> {
  await ensureServerCompiled()
  return startProgram('product', serverCommand.args, { ...serverCommand.environment, ...env })
}

/** Starts create-server.ts (see measures/create-performers.ts) under the flags of the product. */
export function startCreateServer(env: Readonly<Record<string, string>>): Promise<Program> {
  const script = fileURLToPath(new URL('./create-server.ts', import.meta.url))
  const { flags, environment } = serverCommand
  return startProgram('create', [...flags, script], { ...environment, ...env, PORT: '0' })
}

/** Copies the records into the floor's tables. */
export async function prepareFloor(database: BenchDatabase): Promise<void> {
  await query(database.ownerUrl, await readFile(new URL('./floor/floor-schema.sql', import.meta.url), 'utf8'))
}

export async function startFloor(database: BenchDatabase, folder: string): Promise<Program> {
  const files = join(folder, 'floor')
  await mkdir(files, { recursive: true })
  const env = { DATABASE_URL: database.appUrl, FLOOR_FOLDER: files }
  return startProgram('floor', [fileURLToPath(new URL('./floor/floor.ts', import.meta.url))], env)
}
