import type { Services } from '../services.ts'

/** What a backup takes from the services of an installation. */
export function backupOptions({ clock, config }: Pick<Services, 'clock' | 'config'>) {
  const { dataDir, storage, auditCheckpoints } = config
  const places = [storage, auditCheckpoints].flatMap((place) => ('path' in place ? [place.path] : []))
  return { now: clock.now(), dataFolders: [dataDir, ...places] }
}
