import { StartError } from '../process/start-error.ts'

/** The name of the marker, so that an empty mount point or another bucket is not mistaken for the store. */
export const markerName = '.store-id'

/** The id of a store, kept in its folder or bucket. */
export interface StoreMarker {
  /** The folder or bucket, as the start of a sentence. */
  readonly place: string
  /** The id of the store; undefined if there is none. */
  read(): Promise<string | undefined>
  /** Writes the id, unless there is one. */
  write(id: string): Promise<void>
  /** Whether the place contains no objects. */
  isEmpty(): Promise<boolean>
}

/**
 * Makes `target` a copy of the store of `source`, and returns its id.
 * @throws StartError if it is that store itself, another one, or contains unknown files
 */
export async function copyMarker(source: StoreMarker, target: StoreMarker): Promise<string> {
  if (source.place === target.place) throw new StartError(`${source.place} is the store itself.`)
  const id = await source.read()
  if (id === undefined) throw new StartError(`${source.place} is no store of this product.`)
  const found = await target.read()
  if (found === id) return id
  if (found !== undefined) throw new StartError(`${target.place} contains the files of another installation.`)
  if (!(await target.isEmpty()))
    throw new StartError(`${target.place} contains files of unknown origin: empty it, or name another.`)
  await target.write(id)
  return id
}
