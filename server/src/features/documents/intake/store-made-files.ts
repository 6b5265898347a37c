import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredType } from '@kyc/contract/document-vocabulary.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import type { PerformerKey } from '../../records/performer-keys.ts'
import type { DocumentServices } from '../document-services.ts'
import { holdLease } from './hold-lease.ts'
import type { Intake } from './intake.ts'
import { type StoredDocument, storeFiles } from './store-files.ts'
import { newObjectKeys, type UploadFile } from './upload-attempt.ts'
import { abortIntent, commitIntent, insertIntent, renewIntent } from './upload-intents.ts'

/** A PDF that the product itself has made. */
export interface MadeFile<Type extends StoredType> {
  readonly type: Type
  readonly filename: string
  readonly bytes: Uint8Array
  readonly pages: number
}

/** Stored files whose rows are not yet written. Disposing them without `commit` lets the sweeper delete their objects. */
export interface StoredMadeFiles<Type extends StoredType> extends AsyncDisposable {
  readonly documents: readonly StoredDocument<Type>[]
  /** Keeps the objects. Call it in the transaction that inserts their rows. */
  commit(tx: Tx): Promise<void>
}

/**
 * Encrypts and stores files of the product, under an intent as uploads do, so that a crash leaves none behind. They are not
 * cleaned: no other program has written them. `accountId` is the account on whose behalf they are made.
 */
export async function storeMadeFiles<Type extends StoredType>(
  services: DocumentServices,
  performer: PerformerKey,
  accountId: string,
  made: readonly MadeFile<Type>[],
): Promise<StoredMadeFiles<Type>> {
  const { db, hashKeys, intake, log, store } = services
  const folder = await intake.newFolder()
  const id = newId()
  try {
    const files = await Promise.all(made.map((file, index) => written(file, join(folder, String(index)))))
    const objectKeys = files.map(({ keys }) => keys.full)
    await inTransaction(db, (tx) =>
      insertIntent(tx, { id, accountId, workerId: intake.workerId, objectKeys }),
    )
    const lease = holdLease(log, { renew: () => renewIntent(db, id), release: () => abortIntent(db, id) })
    let committing = false
    const dispose = () => lease.end(committing)
    const pages = new Map(files.map(({ file }, index) => [file.path, made[index]?.pages ?? null]))
    const clean: Intake['clean'] = async ({ path, size }) => ({
      ...{ path, size, pages: pages.get(path) ?? null },
      ...{ width: null, height: null, hash: null, screen: null, thumbnail: null },
    })
    try {
      const documents = await storeFiles(
        { hashKeys, store, intake: { clean } },
        { accountId, files },
        performer,
      )
      return {
        documents,
        async commit(tx) {
          await commitIntent(tx, id)
          // An unknown outcome of the COMMIT must not delete the objects; without their rows, the next reconciliation does.
          committing = true
        },
        [Symbol.asyncDispose]: dispose,
      }
    } catch (error) {
      await dispose()
      throw error
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function written<Type extends StoredType>(
  { type, filename, bytes }: MadeFile<Type>,
  path: string,
): Promise<UploadFile<Type>> {
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
  const sha256 = createHash('sha256').update(bytes).digest()
  const file = {
    ...{ type, part: 'file', filename, mimeType: 'application/pdf' as const },
    ...{ size: bytes.length, sha256, path },
  }
  return { file, keys: newObjectKeys() }
}
