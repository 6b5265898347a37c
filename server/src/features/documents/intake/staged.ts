import type { Tx } from '../../../platform/db/transaction.ts'
import type { SavedAnswer } from '../../../platform/idempotency/idempotency-claims.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import type { PerformerKey } from '../performer-keys.ts'
import type { ReceivedFile } from './intake.ts'
import type { ObjectKeys, StagedDocument } from './store-file.ts'

/** What `commit` works with: everything is stored, and nothing of it is visible until the transaction commits. */
export interface Staged<Fields> {
  readonly fields: Fields
  readonly performer: PerformerKey
  readonly documents: readonly StagedDocument[]
}

export type CommitStaged<Fields> = (tx: Tx, staged: Staged<Fields>) => Promise<SavedAnswer>

/** One attempt: what it promised and how it is named. */
export interface Attempt {
  readonly id: string
  readonly key: IdempotencyKey
  readonly objectKeys: ReadonlyMap<ReceivedFile, ObjectKeys>
}
