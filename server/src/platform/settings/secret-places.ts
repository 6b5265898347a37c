import type { Config } from '../config.ts'

/** The folders and files that helper processes must not read. */
export function secretPlaces(config: Config): string[] {
  const { dataDir, storage, auditCheckpoints, masterKey, previousMasterKey, secretPaths } = config
  const places = [storage, auditCheckpoints, masterKey, previousMasterKey]
  return [
    dataDir,
    ...secretPaths,
    ...places.flatMap((place) => (place && 'path' in place ? [place.path] : [])),
  ]
}
