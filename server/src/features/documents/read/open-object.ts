import { once } from 'node:events'
import { pipeline, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Problem } from '../../../platform/problem.ts'
import { ObjectMissing } from '../../../platform/storage/object-store.ts'
import { wasDestroyed } from '../../records/destruction/named-keys.ts'
import { decryptPerformerKey, keyOfDocument } from '../../records/performer-keys.ts'
import type { StoredFile } from '../../records/record-documents.ts'
import type { DocumentServices } from '../document-services.ts'
import { decryptStream, ObjectDamaged } from '../object-cipher.ts'

/** Whose file it is, and with which key it is encrypted. */
type OwnedFile = Pick<StoredFile, 'id' | 'performer_id' | 'type' | 'own_key'>

/** The object that holds it, or one of its renditions. */
export interface ChosenFile {
  readonly key: string
  readonly bytes: number
  readonly size: number
}

/**
 * The decrypted bytes of a stored file, once `record` has committed the entry of the view; if that fails, no byte is sent.
 * @throws Problem DOCUMENT_NOT_FOUND, FILE_UNREADABLE, TEMPORARILY_UNAVAILABLE; what `record` throws
 */
export async function openRecorded(
  services: DocumentServices,
  row: OwnedFile,
  file: ChosenFile,
  record: () => Promise<void>,
): Promise<Readable> {
  const stream = await openObject(services, row, file)
  try {
    await record()
  } catch (error) {
    stream.destroy()
    throw error
  }
  return stream
}

/** Resolves when the first frame is decrypted and verified, so that damage is found before the reply begins. */
async function openObject(services: DocumentServices, row: OwnedFile, file: ChosenFile): Promise<Readable> {
  const key = keyOfDocument(await decryptPerformerKey(services, services.db, row.performer_id), row)
  const id = `${row.id}/${file.key}`
  try {
    // An earlier read failed half-way: verify all of it before the first byte is sent.
    if (services.unreadable.has('files', id)) {
      const whole = await decrypted(services, row, file, key)
      await finished(whole.resume())
      services.unreadable.remove('files', id)
    }
    return await decrypted(services, row, file, key)
  } catch (error) {
    if (await wasDestroyed(services.db, file.key, error))
      throw new Problem('DOCUMENT_NOT_FOUND', { cause: error })
    recordFailure(services, id, error)
    if (!isDamage(error)) throw new Problem('TEMPORARILY_UNAVAILABLE', { cause: error })
    throw new Problem('FILE_UNREADABLE', { cause: error, fill: { id: row.id } })
  }
}

async function decrypted(
  services: DocumentServices,
  row: OwnedFile,
  file: ChosenFile,
  key: Buffer,
): Promise<Readable> {
  const context = { objectKey: file.key, performerId: row.performer_id, documentType: row.type }
  const decrypt = decryptStream(key, context, file.bytes)
  const stored = await services.store.get(file.key)
  pipeline(stored, decrypt, (error) => {
    // A disconnected client ends the pipeline early, which is no failure.
    if (error && error.name !== 'AbortError' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      recordFailure(services, `${row.id}/${file.key}`, error)
  })
  await once(decrypt, 'readable')
  return decrypt
}

/** Whether the object itself is damaged or missing (D57); other failures are those of the store. */
function isDamage(error: unknown): boolean {
  return error instanceof ObjectDamaged || error instanceof ObjectMissing
}

function recordFailure(
  { log, unreadable }: Pick<DocumentServices, 'log' | 'unreadable'>,
  id: string,
  error: unknown,
): void {
  if (isDamage(error)) unreadable.add('files', id, error)
  else log.error({ err: error, id }, 'a stored document could not be read')
}
