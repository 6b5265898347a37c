import { randomBytes } from 'node:crypto'
import type { Log } from '../log.ts'
import { folderMarker, folderStore } from './folder-store.ts'
import { type ObjectStore, StoreAwayError } from './object-store.ts'
import type { StoragePlace } from './storage-place.ts'
import type { StoreMarker } from './store-marker.ts'

/** A folder or bucket that may contain a store. */
export interface OpenedPlace {
  readonly marker: StoreMarker
  /** Every call runs `requirePresent` before it uses the store, in a bucket only until it has succeeded once. */
  store(requirePresent?: () => Promise<void>): ObjectStore
}

interface Options {
  /** Whether rows refer to objects. */
  readonly dataNeedsIt: () => Promise<boolean>
  readonly log: Log
  /** Closes the connections of a bucket. */
  readonly stack: AsyncDisposableStack
}

/**
 * Opens the store of `place`, and creates it at the first start. If rows refer to objects, an empty or missing place is
 * an error: the missing volume, once mounted, would hide new objects. Later calls check the place too, and throw
 * StoreAwayError until the store is back. A bucket that does not reply at the start is such an outage: everything else
 * works without it.
 * @throws StoreAwayError if the place is wrong, or refuses
 */
export async function openStore(
  place: StoragePlace,
  { dataNeedsIt, log, stack }: Options,
): Promise<ObjectStore> {
  const { marker, store } = await openPlace(place, stack)
  let expected: string | undefined
  const requirePresent = async () => {
    const found = (await marker.read()) ?? (expected ? undefined : await createMarker(marker, dataNeedsIt))
    expected ??= found
    if (found !== expected) throw otherStore(marker)
  }
  const opened = store(requirePresent)
  try {
    await requirePresent()
    if (place.kind === 'bucket') await opened.check() // reports missing permissions too
  } catch (error) {
    if (!(error instanceof StoreAwayError && error.transient)) throw error
    log.error({ err: error }, 'the store does not answer')
  }
  return opened
}

/** Opens a place whatever it contains. */
export async function openPlace(place: StoragePlace, stack: AsyncDisposableStack): Promise<OpenedPlace> {
  if (place.kind === 'folder') {
    const { path } = place
    return { marker: folderMarker(path), store: (requirePresent) => folderStore(path, requirePresent) }
  }
  // Loaded when needed: the SDK is large.
  const { openBucket } = await import('./bucket-store.ts')
  const { client, ...opened } = openBucket(place)
  stack.defer(() => client.destroy())
  return opened
}

async function createMarker(marker: StoreMarker, dataNeedsIt: () => Promise<boolean>): Promise<string> {
  if ((await marker.isEmpty()) && (await dataNeedsIt())) {
    throw new StoreAwayError(
      `${marker.place} contains no documents, but the database refers to some: mount their volume, or correct STORAGE_URL.`,
    )
  }
  await marker.write(randomBytes(16).toString('hex'))
  const created = await marker.read()
  if (created === undefined) throw otherStore(marker)
  return created
}

function otherStore({ place }: StoreMarker): StoreAwayError {
  return new StoreAwayError(`${place} is not the store that the server was started with.`)
}
