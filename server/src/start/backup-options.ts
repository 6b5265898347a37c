import { sql } from 'kysely'
import type { Services } from '../services.ts'

/** What a backup takes from an installation. Its time is that of the database: backups are ordered by it. */
export async function backupOptions({ config, db }: Pick<Services, 'config' | 'db'>) {
  const { dataDir, storage, auditCheckpoints } = config
  const places = [storage, auditCheckpoints].flatMap((place) => ('path' in place ? [place.path] : []))
  const { rows } = await sql<{ now: Date }>`SELECT now()`.execute(db)
  return { now: rows[0]?.now ?? new Date(), dataFolders: [dataDir, ...places] }
}
