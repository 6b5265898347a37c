import { pipeline, Readable } from 'node:stream'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createMeter } from '../../platform/files/meter.ts'
import { zipFiles } from '../../platform/files/zip-files.ts'
import { newId } from '../../platform/ids.ts'
import { newObjectKey } from '../../platform/storage/object-store.ts'
import { aboutPack, byJob } from '../audit/about.ts'
import { holdLease } from '../documents/intake/hold-lease.ts'
import { abortIntent, commitIntent, insertIntent, renewIntent } from '../documents/intake/upload-intents.ts'
import { encryptStream } from '../documents/object-cipher.ts'
import { type ClaimedPack, completePack, continuePack, failAttempt } from './pack-attempts.ts'
import { readPackContent } from './pack-content.ts'
import { countFiles, PackTooLarge, packFiles } from './pack-files.ts'
import { newPackKey, objectContext } from './pack-key.ts'
import type { PackServices } from './pack-services.ts'

/** The pack has ended, or another process has taken it over. */
class PackLost extends Error {
  override readonly name = 'PackLost'
}

/**
 * Makes the file of a pack: it is encrypted into the store while it is written, under an intent, and one transaction
 * then makes it visible. A crash at any point leaves an object that the sweeper deletes, and the next attempt begins
 * again.
 */
export async function makePack(services: PackServices, pack: ClaimedPack, stop: AbortSignal): Promise<void> {
  try {
    await attempt(services, pack, stop)
  } catch (error) {
    if (stop.aborted || error instanceof PackLost) return
    await failAttempt(services.db, pack, error instanceof PackTooLarge ? 'size' : 'error')
    throw error
  }
}

async function attempt(services: PackServices, pack: ClaimedPack, stop: AbortSignal): Promise<void> {
  const { db, intake, log, store } = services
  const content = await readPackContent(db, pack)
  const progress = { done: 0, total: countFiles(content) }
  const cut = new AbortController()
  const signal = AbortSignal.any([stop, cut.signal])
  const [intent, objectKey] = [newId(), newObjectKey()]
  const { key, box: keyBox } = newPackKey(services.packKeys, pack.id)
  await inTransaction(db, (tx) =>
    insertIntent(tx, {
      ...{ id: intent, accountId: pack.created_by, workerId: intake.workerId, objectKeys: [objectKey] },
    }),
  )
  const beat = async () => {
    await renewIntent(db, intent)
    if (!(await continuePack(db, pack, progress))) cut.abort(new PackLost())
  }
  const renew = () =>
    beat().catch((error: unknown) => {
      cut.abort(error)
      throw error
    })
  const lease = holdLease(log, { renew, release: () => abortIntent(db, intent) })
  let committing = false
  try {
    await beat()
    const meter = createMeter()
    const zip = Readable.from(zipFiles(packFiles(services, content, { progress, signal })), {
      objectMode: false,
    })
    const encrypted = pipeline(
      zip,
      meter.stream,
      encryptStream(key, objectContext(pack.id, objectKey)),
      () => undefined, // an error of the stream makes `put` fail
    )
    const { bytes: objectBytes } = await store.put(objectKey, encrypted)
    signal.throwIfAborted()
    const { size, sha256 } = meter.result()
    await inTransaction(db, async (tx) => {
      const file = { objectKey, objectBytes, keyBox, size, sha256, files: progress.done }
      if (!(await completePack(tx, pack, file))) throw new PackLost()
      await commitIntent(tx, intent)
      await services.audit.record(tx, byJob, 'update', aboutPack(pack.id, pack.owner_id), {
        ...{ change: 'pack_made', packShape: pack.shape, bytes: size, sha256: sha256.toString('hex') },
      })
      committing = true
    })
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    // An unknown outcome of the COMMIT must not delete the object.
    await lease.end(committing)
  }
}
