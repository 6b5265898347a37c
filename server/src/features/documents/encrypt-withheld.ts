import { pipeline } from 'node:stream/promises'
import { NIL } from 'uuid'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { newObjectKey } from '../../platform/storage/object-store.ts'
import { deleteObjectsAfterCommit, isOutage, queueDeletion } from '../records/destruction/delete-objects.ts'
import { wasDestroyed } from '../records/destruction/named-keys.ts'
import { decryptPerformerKey, keyOfDocument, newDocumentKey } from '../records/performer-keys.ts'
import { type DocumentRow, objectKeysOf } from '../records/record-documents.ts'
import type { DocumentServices } from './document-services.ts'
import { abortIntent, commitIntent, insertIntent, renewIntent } from './intake/upload-intents.ts'
import { decryptStream, encryptStream } from './object-cipher.ts'

const batch = 20

/**
 * Encrypts the objects of withheld versions again, each version under a key of its own: the key of the other files of
 * the performer no longer opens them, and they end with their own key. A version that fails is logged and tried again
 * by the next run.
 */
export async function encryptWithheld(services: DocumentServices): Promise<void> {
  for (let last: string = NIL; ; ) {
    const rows = await services.db
      .selectFrom('document_version')
      .selectAll()
      .where('undo_until', 'is not', null)
      .where('own_key', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const row of rows) {
      try {
        await encryptOne(services, row)
      } catch (error) {
        if (isOutage(error)) throw error
        // Another process was faster.
        if (await wasDestroyed(services.db, row.object_key, error)) continue
        services.log.error({ err: error, document: row.id }, 'a withheld document has no key of its own yet')
      }
    }
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

/** Like an upload: intent, objects, then the row. A crash leaves either the old objects or the new ones. */
async function encryptOne(services: DocumentServices, row: DocumentRow): Promise<void> {
  const performer = await decryptPerformerKey(services, services.db, row.performer_id)
  const own = newDocumentKey(performer, row.id)
  const copies = new Map(objectKeysOf(row).map((key) => [key, { key: newObjectKey(), bytes: 0 }]))
  const intent = {
    id: newId(),
    accountId: row.destroyed_by ?? row.uploaded_by,
    workerId: newId(),
    objectKeys: [...copies.values()].map(({ key }) => key),
  }
  await inTransaction(services.db, (tx) => insertIntent(tx, intent))
  try {
    for (const [from, copy] of copies) {
      await renewIntent(services.db, intent.id)
      copy.bytes = await encryptAgain(services, row, {
        from,
        to: copy.key,
        key: own.key,
        old: keyOfDocument(performer, row),
      })
    }
    const stored = await inTransaction(services.db, async (tx) => {
      if (!(await storeCopies(tx, row, own.box, copies))) return false
      await commitIntent(tx, intent.id)
      await queueDeletion(tx, [...copies.keys()])
      deleteObjectsAfterCommit(services, tx)
      return true
    })
    if (!stored) await abortIntent(services.db, intent.id)
  } catch (error) {
    await abortIntent(services.db, intent.id)
    throw error
  }
}

async function encryptAgain(
  { store }: DocumentServices,
  row: DocumentRow,
  { from, to, key, old }: { from: string; to: string; key: Buffer; old: Buffer },
): Promise<number> {
  const bytesOf: Record<string, number | null> = {
    [row.object_key]: row.object_bytes,
    ...(row.screen_key !== null && { [row.screen_key]: row.screen_bytes }),
    ...(row.thumbnail_key !== null && { [row.thumbnail_key]: row.thumbnail_bytes }),
  }
  const context = { performerId: row.performer_id, documentType: row.type }
  const encrypt = encryptStream(key, { ...context, objectKey: to })
  // Ignored: the pipeline listens for errors only until it has written everything, and the store may fail afterwards.
  encrypt.on('error', () => undefined)
  const decrypt = decryptStream(old, { ...context, objectKey: from }, bytesOf[from] ?? 0)
  const reading = pipeline(await store.get(from), decrypt, encrypt)
  const putting = store.put(to, encrypt).catch((error) => {
    encrypt.destroy(error)
    throw error
  })
  const [read, put] = await Promise.allSettled([reading, putting])
  if (read.status === 'rejected') throw read.reason
  if (put.status === 'rejected') throw put.reason
  return put.value.bytes
}

/**
 * Returns false if the destruction was undone or has ended meanwhile, or another process was faster: then the copies
 * are deleted.
 */
async function storeCopies(
  tx: Tx,
  row: DocumentRow,
  ownKey: Buffer,
  copies: ReadonlyMap<string, { key: string; bytes: number }>,
): Promise<boolean> {
  const copyOf = (key: string | null) => (key === null ? undefined : copies.get(key))
  const [full, screen, thumbnail] = [row.object_key, row.screen_key, row.thumbnail_key].map(copyOf)
  if (!full) throw new Error('a document without an object')
  const { numUpdatedRows } = await tx
    .updateTable('document_version')
    .set({
      own_key: ownKey,
      object_key: full.key,
      object_bytes: full.bytes,
      screen_key: screen?.key ?? null,
      screen_bytes: screen?.bytes ?? null,
      thumbnail_key: thumbnail?.key ?? null,
      thumbnail_bytes: thumbnail?.bytes ?? null,
    })
    .where('id', '=', row.id)
    .where('undo_until', 'is not', null)
    .where('object_key', '=', row.object_key)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
