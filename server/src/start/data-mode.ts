import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../platform/config.ts'
import { connectClient } from '../platform/db/connect-client.ts'
import { writeOnce } from '../platform/files/durable-files.ts'
import { unlessMissing } from '../platform/files/fs.ts'
import { StartError } from '../platform/process/start-error.ts'

// Demo data and real data never share a folder or a database, because the demo password is public.

type DataMode = 'demo' | 'live'

const modeFile = 'mode'

/**
 * Rejects a data folder of the other mode before opening anything in it.
 * @throws StartError
 */
export async function refuseOtherFolder(config: Config): Promise<void> {
  const mode = await readMode(config.dataDir)
  if (mode !== undefined) refuseOther(mode, config)
}

/**
 * Rejects a database with data of the other mode, then records the mode in the folder. The mode is written
 * once, before the first migration, so that a start that was killed earlier leaves no data of either mode.
 * @throws StartError
 */
export async function claimDataMode(config: Config, databaseUrl: string): Promise<void> {
  const { dataDir, database } = config
  const folderMode = await readMode(dataDir)
  const databaseMode = await modeOfDatabase(databaseUrl)
  if (databaseMode === 'demo' && !config.demo && database.kind === 'url') {
    throw new StartError(
      'The database of DATABASE_URL contains demo accounts with a public password: set another DATABASE_URL.',
    )
  }
  // In a demo folder, user:create may create an account before the first sample record: the database then has no mark
  // of demo mode yet.
  if (databaseMode !== undefined && !(folderMode === 'demo' && databaseMode === 'live')) {
    refuseOther(databaseMode, config)
  }
  if (folderMode === undefined) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeOnce(join(dataDir, modeFile), `${modeOf(config)}\n`)
  }
  refuseOther(await readMode(dataDir), config)
}

function modeOf({ demo }: Pick<Config, 'demo'>): DataMode {
  return demo ? 'demo' : 'live'
}

function refuseOther(mode: DataMode | undefined, config: Config): void {
  if (mode === modeOf(config)) return
  throw new StartError(
    mode === 'demo'
      ? `The data folder ${config.dataDir} contains demo data and opens in demo mode only: set another DATA_DIR for real use.`
      : `The data folder ${config.dataDir} contains real data and opens with DEMO=off only: set another DATA_DIR for demo mode.`,
  )
}

async function readMode(dataDir: string): Promise<DataMode | undefined> {
  const path = join(dataDir, modeFile)
  const text = await readFile(path, 'utf8').catch(unlessMissing)
  const mode = text?.trim()
  if (mode === undefined || mode === 'demo' || mode === 'live') return mode
  throw new StartError(`The file ${path} is damaged: it must contain demo or live.`)
}

/**
 * The mode of a database according to its rows: demo mode writes its mark before its first account. Undefined
 * for a database without accounts.
 */
async function modeOfDatabase(url: string): Promise<DataMode | undefined> {
  const client = await connectClient({ connectionString: url })
  try {
    const tables = await client.query(
      `SELECT to_regclass('installation') IS NOT NULL AND to_regclass('account') IS NOT NULL AS migrated`,
    )
    if (!tables.rows[0]?.migrated) return undefined
    const { rows } = await client.query<{ demo: boolean; used: boolean }>(
      `SELECT EXISTS (SELECT FROM installation WHERE name = 'demo') AS demo, EXISTS (SELECT FROM account) AS used`,
    )
    if (rows[0]?.demo) return 'demo'
    return rows[0]?.used ? 'live' : undefined
  } finally {
    await client.end()
  }
}
