import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { NIL } from 'uuid'
import { Problem } from '../../platform/problem.ts'
import { ObjectMissing } from '../../platform/storage/object-store.ts'
import { namedKeys } from '../records/destruction/named-keys.ts'
import { decryptPerformerKey, keyOfDocument } from '../records/performer-keys.ts'
import { type StoredFile, storedFilesAfter } from '../records/record-documents.ts'
import type { DocumentServices } from './document-services.ts'
import { decryptStream, ObjectDamaged } from './object-cipher.ts'

type CheckServices = Pick<DocumentServices, 'db' | 'masterKey' | 'store' | 'unreadable'>

export interface FileFault {
  readonly documentId: string
  readonly objectKey: string
  readonly fault: 'missing' | 'damaged' | 'size' | 'hash' | 'key'
}

const batch = 500

/**
 * Decrypts every stored file and compares its size and hash with its row. Changes nothing. Withheld versions have
 * files, too. Files that no row names by then, because their version is destroyed or has a key of its own, are no faults.
 * @param onProgress receives the number of examined files
 */
export async function* checkStoredFiles(
  services: CheckServices,
  onProgress: (files: number) => void,
): AsyncGenerator<FileFault> {
  let files = 0
  for (let last: string = NIL; ; ) {
    const rows = await storedFilesAfter(services.db, last, batch)
    for (const row of rows) {
      for (const file of filesOf(row)) {
        const fault = await findFault(services, row, file)
        if (fault && (await isStillNamed(services, file))) {
          yield { documentId: row.id, objectKey: file.key, fault }
        }
        onProgress(++files)
      }
    }
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

interface ExpectedFile {
  readonly key: string
  readonly bytes: number
  readonly size: number
  /** The hash of the file itself; rows have none of its renditions. */
  readonly sha256?: Buffer
}

function filesOf(row: StoredFile): ExpectedFile[] {
  const renditions = [
    { key: row.screen_key, bytes: row.screen_bytes, size: row.screen_size },
    { key: row.thumbnail_key, bytes: row.thumbnail_bytes, size: row.thumbnail_size },
  ]
  return [
    { key: row.object_key, bytes: row.object_bytes, size: row.size, sha256: row.stored_sha256 },
    ...renditions.flatMap(({ key, bytes, size }) =>
      key === null || bytes === null || size === null ? [] : [{ key, bytes, size }],
    ),
  ]
}

async function findFault(
  services: CheckServices,
  row: StoredFile,
  file: ExpectedFile,
): Promise<FileFault['fault'] | undefined> {
  try {
    const { size, sha256 } = await readWhole(services, row, file)
    if (size !== file.size) return 'size'
    return file.sha256 && !file.sha256.equals(sha256) ? 'hash' : undefined
  } catch (error) {
    if (error instanceof ObjectMissing) return 'missing'
    if (error instanceof ObjectDamaged) return 'damaged'
    if (error instanceof Problem) return 'key'
    throw error
  }
}

/** @throws ObjectMissing, ObjectDamaged, Problem of `decryptPerformerKey` */
async function readWhole(services: CheckServices, row: StoredFile, file: ExpectedFile) {
  const key = keyOfDocument(await decryptPerformerKey(services, services.db, row.performer_id), row)
  const context = { objectKey: file.key, performerId: row.performer_id, documentType: row.type }
  const hash = createHash('sha256')
  let size = 0
  const decrypt = decryptStream(key, context, file.bytes)
  await pipeline(await services.store.get(file.key), decrypt, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      size += chunk.length
      hash.update(chunk)
    }
  })
  return { size, sha256: hash.digest() }
}

async function isStillNamed({ db }: CheckServices, { key }: ExpectedFile): Promise<boolean> {
  return (await namedKeys(db, [key])).length > 0
}
