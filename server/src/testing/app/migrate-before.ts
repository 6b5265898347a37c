import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate } from '../../platform/db/migrate.ts'

const productMigrations = new URL('../../../migrations/', import.meta.url)

/** Applies the migrations before `number`, such as 0015: the schema of an earlier version. */
export async function migrateBefore(url: string, number: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kyc-migrations-'))
  try {
    for (const name of await readdir(productMigrations)) {
      if (name < number) await cp(new URL(name, productMigrations), join(folder, name))
    }
    await migrate(url, undefined, { folder: pathToFileURL(`${folder}/`) })
  } finally {
    await rm(folder, { recursive: true })
  }
}
