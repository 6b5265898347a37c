import { sql } from 'kysely'
import type { Services } from '../../services.ts'

/** What a backup takes from an installation. Its time is that of the database: backups are ordered by it. */
export async function backupOptions({ config, db }: Pick<Services, 'config' | 'db'>) {
  const { dataDir, storage, auditCheckpoints } = config
  const places = [storage, auditCheckpoints].flatMap((place) => ('path' in place ? [place.path] : []))
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  return { now, dataFolders: [dataDir, ...places] }
}

/** The folder of the keys of the backups in `folder`, unless another one is named. */
export function keysBeside(folder: string): string {
  return `${folder.replace(/\/+$/, '')}-keys`
}
