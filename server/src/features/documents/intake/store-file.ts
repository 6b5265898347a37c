import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentType, MimeType } from '@kyc/contract/document-vocabulary.ts'
import { encryptStream, type ObjectContext } from '../../../platform/crypto/object-cipher.ts'
import { Problem } from '../../../platform/problem.ts'
import type { ObjectStore } from '../../../platform/storage/object-store.ts'
import type { PerformerKey } from '../performer-keys.ts'
import type { CleanFile } from './intake.ts'

/** A document whose objects are stored and whose row is not yet written. */
export interface StagedDocument {
  readonly type: DocumentType
  readonly filename: string
  readonly mimeType: MimeType
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly pages: number | null
  readonly receivedSize: number
  readonly receivedSha256: Buffer
  readonly storedSha256: Buffer
  readonly objectKey: string
  readonly objectBytes: number
  readonly screen: StoredRendition | null
  readonly thumbnail: StoredRendition | null
}

interface StoredRendition {
  readonly key: string
  readonly bytes: number
  readonly size: number
}

/** The keys that a document may need, promised before it is known how many it does. */
export interface ObjectKeys {
  readonly full: string
  readonly screen: string
  readonly thumbnail: string
}

/**
 * Encrypts a clean file and its smaller renditions into the store.
 * @throws Problem TEMPORARILY_UNAVAILABLE when the store takes it in no try
 */
export async function storeFile(
  store: ObjectStore,
  performer: PerformerKey,
  file: CleanFile,
  keys: ObjectKeys,
): Promise<StagedDocument> {
  const { type, filename, mimeType, size: receivedSize, sha256: receivedSha256 } = file.received
  const put = (objectKey: string, path: string) => {
    const context = { objectKey, performerId: performer.performerId, documentType: type }
    return putWithRetries(store, performer.key, context, path)
  }
  const full = await put(keys.full, file.path)
  const putRendition = async (key: string, rendition: CleanFile['screen']) =>
    rendition && { key, bytes: (await put(key, rendition.path)).bytes, size: rendition.size }
  return {
    type,
    filename,
    mimeType,
    size: file.size,
    width: file.width,
    height: file.height,
    pages: file.pages,
    receivedSize,
    receivedSha256,
    storedSha256: full.sha256,
    objectKey: keys.full,
    objectBytes: full.bytes,
    screen: await putRendition(keys.screen, file.screen),
    thumbnail: await putRendition(keys.thumbnail, file.thumbnail),
  }
}

const tries = 3

/** Each try reads the same file again under the same key, so a try that half succeeded does no harm. */
async function putWithRetries(store: ObjectStore, key: Buffer, context: ObjectContext, path: string) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await put(store, key, context, path)
    } catch (error) {
      if (attempt === tries) {
        throw new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 2, cause: error })
      }
      await sleep(attempt * 100 * (0.5 + Math.random()))
    }
  }
}

async function put(store: ObjectStore, key: Buffer, context: ObjectContext, path: string) {
  const hash = createHash('sha256')
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const encrypt = encryptStream(key, context)
  const [{ bytes }] = await Promise.all([
    store.put(context.objectKey, encrypt),
    pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), tap, encrypt),
  ])
  return { bytes, sha256: hash.digest() }
}
