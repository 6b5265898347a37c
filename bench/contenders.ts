import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureServerCompiled, serverCommand } from '../tools/setup/server-command.mjs'
import { type BenchDatabase, query } from './database.ts'
import { type Program, startProgram } from './program.ts'

/** The product's settings: real ones, save for limits on calls that would end a load after seconds. */
export function productEnvironment(
  database: BenchDatabase,
  folder: string,
): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: join(folder, 'product'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    DEMO: 'off',
    PORT: '0',
    // Written as always, to a place that costs nothing.
    LOG_LEVEL: 'warn',
    RATE_API_PER_MINUTE: '100000000',
    REGISTRATIONS_PER_DAY: '100000000',
    UPLOAD_MB_PER_DAY: '100000000',
  }
}

/** Run as `npm start` runs it. */
export async function startProduct(env: Readonly<Record<string, string>>): Promise<Program> {
  await ensureServerCompiled()
  return startProgram('product', serverCommand.args, { ...serverCommand.environment, ...env })
}

/** Gives the floor the same records, in tables of its own. */
export async function prepareFloor(database: BenchDatabase): Promise<void> {
  await query(database.ownerUrl, await readFile(new URL('./floor/floor-schema.sql', import.meta.url), 'utf8'))
}

export async function startFloor(database: BenchDatabase, folder: string): Promise<Program> {
  const files = join(folder, 'floor')
  await mkdir(files, { recursive: true })
  const env = { DATABASE_URL: database.appUrl, FLOOR_FOLDER: files }
  return startProgram('floor', [fileURLToPath(new URL('./floor/floor.ts', import.meta.url))], env)
}
