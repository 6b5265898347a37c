import { createReadStream } from 'node:fs'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentType, MimeType, StoredType } from '@kyc/contract/document-vocabulary.ts'
import pLimit from 'p-limit'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createMeter } from '../../../platform/files/meter.ts'
import { newId, type OrganisationId } from '../../../platform/ids.ts'
import { Problem, throwAll } from '../../../platform/problem.ts'
import { type ObjectStore, StoreAwayError } from '../../../platform/storage/object-store.ts'
import type { Actor } from '../../access/actor.ts'
import type { PerformerKey } from '../../records/performer-keys.ts'
import { type DocumentHashes, type HashKeys, hashesOf } from '../document-hashes.ts'
import type { DocumentServices } from '../document-services.ts'
import { encryptStream, type ObjectContext } from '../object-cipher.ts'
import { chargeQuota } from './charge-quota.ts'
import type { CleanFile, Intake } from './intake.ts'
import type { ReceivedForm } from './receive-form.ts'
import type { UploadAttempt, UploadFile } from './upload-attempt.ts'

/** A document whose objects are stored and whose row is not yet written. */
export interface StoredDocument<Type extends StoredType = DocumentType> {
  readonly id: string
  readonly type: Type
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
  readonly hashes: DocumentHashes
}

interface StoredRendition {
  readonly key: string
  readonly bytes: number
  readonly size: number
}

/** The services that store files; `clean` returns what is stored of each file. */
type StoringServices = Pick<DocumentServices, 'hashKeys' | 'store'> & {
  readonly intake: Pick<Intake, 'clean'>
}

const parallelPuts = 3

/**
 * Cleans the files of an attempt and encrypts them into the store. No object is complete before every file is
 * accepted: a PDF is encrypted while it is inspected, but its last bytes are withheld until then. Reports all
 * refused files at once, together with `faults`, which were found before.
 * @throws StoreAwayError
 */
export async function storeFiles<Type extends StoredType>(
  { hashKeys, intake, store }: StoringServices,
  attempt: Pick<UploadAttempt<object, Type>, 'accountId' | 'files'>,
  performer: PerformerKey,
  faults: readonly Problem[] = [],
): Promise<StoredDocument<Type>[]> {
  const limitPuts = pLimit(parallelPuts)
  const files = attempt.files.map(({ file, keys }) => ({
    // In the order of the form: lists sort documents of one upload by id.
    id: newId(),
    file,
    keys,
    cleaning: intake.clean(file, attempt.accountId),
  }))
  const accepted = acceptAll(
    files.map(({ cleaning }) => cleaning),
    faults,
  )
  const put = (type: StoredType, objectKey: string, path: string) => {
    const context = { objectKey, performerId: performer.performerId, documentType: type }
    return putWithRetries(store, performer.key, context, path, accepted)
  }
  const storing = allSettled(files.map((each) => limitPuts(() => storeFile(each, hashKeys, put))))
  await Promise.allSettled([accepted, storing])
  await accepted // names every refused file, whereas the first failed put names only one
  return storing
}

/**
 * Throws the problem of a form that can't be stored: `faults`, its refused files, and what cleaning finds in the
 * others, which is charged to the organisation like an attempt.
 */
export async function refuseForm(
  services: DocumentServices,
  { actor, organisation }: { actor: Actor; organisation: OrganisationId },
  { files, refused }: ReceivedForm,
  faults: readonly Problem[],
): Promise<never> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  await inTransaction(services.db, (tx) =>
    chargeQuota(services, tx, organisation, { registrations: 0, bytes }),
  )
  await acceptAll(
    files.map((file) => services.intake.clean(file, actor.id)),
    [...faults, ...refused],
  )
  throw new Error('a form without a fault was refused')
}

/** Waits for all `cleanings` and throws one problem for `faults` and all refused files. */
async function acceptAll(cleanings: readonly Promise<unknown>[], faults: readonly Problem[]): Promise<void> {
  const results = await Promise.allSettled(cleanings)
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  const isRefusal = (failure: unknown) => failure instanceof Problem && failure.status < 500
  throwAll([...faults, ...failures.filter(isRefusal)])
  if (failures.length > 0) throw failures[0]
}

/**
 * Like Promise.all, but rejects only after all have settled, so that no file is deleted while it is in use.
 */
async function allSettled<T>(jobs: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(jobs)
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

async function storeFile<Type extends StoredType>(
  {
    id,
    file,
    keys,
    cleaning,
  }: UploadFile<Type> & { readonly id: string; readonly cleaning: Promise<CleanFile> },
  hashKeys: HashKeys,
  put: (type: StoredType, objectKey: string, path: string) => Promise<{ bytes: number; sha256: Buffer }>,
): Promise<StoredDocument<Type>> {
  // An accepted PDF is stored as it was received.
  const path = file.mimeType === 'application/pdf' ? file.path : (await cleaning).path
  const full = await put(file.type, keys.full, path)
  const { size, width, height, pages, hash, screen, thumbnail } = await cleaning
  // A masked picture keeps no hash of what its boxes cover.
  const received = file.boxes ? { size, sha256: full.sha256 } : file
  const putRendition = async (key: string, rendition: CleanFile['screen']) =>
    rendition && { key, bytes: (await put(file.type, key, rendition.path)).bytes, size: rendition.size }
  return {
    id,
    type: file.type,
    filename: file.filename,
    mimeType: file.mimeType,
    size,
    width,
    height,
    pages,
    receivedSize: received.size,
    receivedSha256: received.sha256,
    storedSha256: full.sha256,
    objectKey: keys.full,
    objectBytes: full.bytes,
    screen: await putRendition(keys.screen, screen),
    thumbnail: await putRendition(keys.thumbnail, thumbnail),
    hashes: hashesOf(hashKeys, id, { sha256: received.sha256, picture: hash }),
  }
}

const maxAttempts = 3

/** Each attempt writes the same file under the same object key, so that an incomplete one does no harm. */
async function putWithRetries(
  store: ObjectStore,
  key: Buffer,
  context: ObjectContext,
  path: string,
  accepted: Promise<unknown>,
) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await putFile(store, encryptStream(key, context), context.objectKey, path, accepted)
    } catch (error) {
      // Not retried: a file was refused, or the store reports itself as away.
      if (error instanceof Problem || error instanceof StoreAwayError) throw error
      if (attempt === maxAttempts) {
        throw new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 2, cause: error })
      }
      await sleep(attempt * 100 * (0.5 + Math.random()))
    }
  }
}

/**
 * Of larger chunks, so many bytes are on their way through the streams that the young generation of the heap does not
 * free them.
 */
const highWaterMark = 256 * 1024

async function putFile(
  store: ObjectStore,
  encrypt: Transform,
  objectKey: string,
  path: string,
  accepted: Promise<unknown>,
) {
  const meter = createMeter(accepted)
  // Ignored: the pipeline listens for errors only until it has written everything, and the store may fail afterwards.
  encrypt.on('error', () => undefined)
  const reading = pipeline(createReadStream(path, { highWaterMark }), meter.stream, encrypt)
  const putting = store.put(objectKey, encrypt).catch((error) => {
    encrypt.destroy(error) // the store may have failed before reading it
    throw error
  })
  await allSettled<unknown>([reading, putting])
  return { bytes: (await putting).bytes, sha256: meter.result().sha256 }
}
