import type { Tx } from '../../platform/db/transaction.ts'
import { deleteRepliesAbout } from '../../platform/idempotency/idempotency-claims.ts'
import { deleteMailsAbout } from '../../platform/mail/mail-outbox.ts'
import {
  deleteEvents,
  deleteOf,
  deleteOfDocuments,
  deleteOfPapers,
  deleteReliances,
  emptyFacts,
  emptyNotices,
  emptyReasons,
  shredEntries,
} from './destroy-stored.ts'

/** What the encrypted and hashed columns of a table need when keys are replaced. */
type Boxes =
  /** A renewal of the keys of this purpose encrypts the column again. */
  | { readonly purpose: string }
  /** Encrypted under the key of the performer, which is wrapped by the master key and ends with the record. */
  | 'performer key'
  | 'wrapped key'
  /** A hash, or a keyed hash: nothing to decrypt. */
  | 'hash'

/**
 * A part of the archive that a person can request, by its name in `SubjectRecord`, or why the archive lacks the table.
 */
type Exported =
  | 'performer'
  | 'documents'
  | 'papers'
  | 'videos'
  | 'requests'
  | 'takedowns'
  | 'notes'
  | 'consents'
  | 'links'
  | 'signings'
  | 'reliances'
  | 'reminders'
  | 'fetched'
  | 'log'
  | { readonly not: string }

interface StoredTable {
  /**
   * Removes what the rows say about the person when its record is destroyed. Otherwise `by` names what else removes it
   * in the same transaction, or `kept` states why the rows stay.
   */
  readonly destroy:
    | ((tx: Tx, performerId: string) => Promise<unknown>)
    | { readonly by: string }
    | { readonly kept: string }
  /** Removes the rows already when the record is deleted, which seals it. */
  readonly endsWithDeletion?: true
  readonly exported: Exported
  /** The archive of a backup that contains the rows: the archive of keys is kept for a week. */
  readonly archive?: 'keys'
  /** Each column of bytes. */
  readonly boxes?: Readonly<Record<string, Boxes>>
}

/**
 * Everything that is stored about a performer, by table. Deletion, destruction, the archive for the person, the
 * rotation of keys and the backup read it, and a test fails on a table or a column of bytes that refers to a performer
 * and is missing here.
 */
export const storedAboutPerformer = {
  performer: {
    destroy: { by: 'destroy_performer, which empties what the sealing has left (D119)' },
    exported: 'performer',
    boxes: { sealed_box: 'performer key' },
  },
  performer_key: {
    destroy: { by: 'destroy_performer' },
    exported: { not: 'a key' },
    archive: 'keys',
    boxes: { wrapped: 'wrapped key' },
  },
  document_version: {
    destroy: { by: '`destroyRecord` marks the versions, which keep their hashes as evidence' },
    exported: 'documents',
    boxes: { received_sha256: 'hash', stored_sha256: 'hash', own_key: 'performer key' },
  },
  document_hash: {
    destroy: { by: 'a trigger, with the version' },
    exported: { not: 'compares files, says nothing more' },
    boxes: { file_key: 'hash', picture_enc: { purpose: 'picture-hash' } },
  },
  document_hash_part: {
    destroy: { by: 'a trigger, with the version' },
    exported: { not: 'compares pictures, says nothing more' },
  },
  paper: {
    destroy: { by: '`destroyRecord` marks the papers, which keep their hashes as evidence' },
    exported: 'papers',
    boxes: { received_sha256: 'hash', stored_sha256: 'hash' },
  },
  paper_view: { destroy: deleteOfPapers, exported: { not: 'a read, which the log contains' } },
  document_view: { destroy: deleteOfDocuments('document_view'), exported: 'fetched' },
  expiry_mail: { destroy: deleteOfDocuments('expiry_mail'), exported: 'reminders' },
  document_opening: {
    destroy: deleteOf('document_opening'),
    endsWithDeletion: true,
    exported: { not: 'a permission of minutes, which the log contains' },
  },
  review_claim: {
    destroy: deleteOf('review_claim'),
    endsWithDeletion: true,
    exported: { not: 'a lock of minutes' },
  },
  undoable_decision: {
    destroy: deleteOf('undoable_decision'),
    endsWithDeletion: true,
    exported: { not: 'a copy of seconds' },
  },
  review_note: {
    destroy: deleteOf('review_note'),
    exported: 'notes',
    boxes: { text_box: 'performer key' },
  },
  digest_event: { destroy: deleteOf('digest_event'), exported: { not: 'a mail that is about to be sent' } },
  destruction_request: {
    destroy: deleteOf('destruction_request'),
    exported: { not: 'a request of superadmins, which the log contains' },
    boxes: { reason_box: 'performer key' },
  },
  legal_hold: {
    destroy: emptyReasons,
    exported: 'performer',
    boxes: { reason_box: 'performer key', end_reason_box: 'performer key' },
  },
  subject_request: {
    destroy: { by: 'a trigger, with the performer' },
    exported: 'requests',
    boxes: { details_box: 'performer key', response_box: 'performer key' },
  },
  takedown: {
    destroy: emptyNotices,
    exported: 'takedowns',
    boxes: { notice_enc: { purpose: 'takedown-notice' }, reason_enc: { purpose: 'takedown-notice' } },
  },
  takedown_video: {
    destroy: { kept: 'ids only' },
    exported: { not: 'which titles a request stops, by their ids' },
  },
  // The objects are queued with those of the papers.
  takedown_evidence: {
    destroy: deleteOf('takedown_evidence'),
    exported: { not: 'files of others about a request, which is exported itself' },
    boxes: { filename_box: 'performer key', received_sha256: 'hash', stored_sha256: 'hash' },
  },
  takedown_stop: {
    destroy: { kept: 'ids only' },
    exported: { not: 'what channels of the organisation have answered' },
  },
  partner_takedown: {
    destroy: { kept: 'ids only' },
    exported: { not: 'which partner opened a request, which is exported itself' },
  },
  partner_event: {
    destroy: deleteEvents,
    exported: { not: 'ids and states of 90 days, which the record contains' },
  },
  pack: {
    destroy: { by: 'a trigger, which ends the pack with its key and queues its file' },
    exported: { not: 'a copy of days, which the log contains' },
    boxes: { key_box: { purpose: 'pack-file' }, sha256: 'hash', token_hash: 'hash' },
  },
  pack_video: {
    destroy: { kept: 'ids only' },
    exported: { not: 'a copy of days, which the log contains' },
  },
  pack_performer: {
    destroy: { kept: 'ids only' },
    exported: { not: 'a copy of days, which the log contains' },
  },
  performer_link: {
    destroy: { by: 'a trigger, with the performer; the address ends earlier' },
    exported: 'links',
    boxes: {
      browser_key: 'hash',
      code_mac: 'hash',
      token_hash: 'hash',
      email_box: 'performer key',
    },
  },
  campaign_item: { destroy: deleteOf('campaign_item'), exported: 'links' },
  performer_consent: { destroy: { by: 'with its link' }, exported: 'consents' },
  signing_question: {
    destroy: deleteOf('signing_question'),
    exported: 'signings',
    boxes: { text_box: 'performer key', answer_box: 'performer key' },
  },
  // The objects are queued with those of the papers.
  signing_paper: {
    destroy: deleteOf('signing_paper'),
    exported: 'signings',
    boxes: { received_sha256: 'hash', stored_sha256: 'hash' },
  },
  signing: {
    destroy: deleteOf('signing'),
    exported: 'signings',
    boxes: {
      content_box: 'performer key',
      contract_sha256: 'hash',
      code_mac: 'hash',
      strokes_box: 'performer key',
    },
  },
  identity_reliance: {
    destroy: deleteReliances,
    exported: 'reliances',
    boxes: { code_mac: 'hash' },
  },
  // The row stays and names only the tombstone.
  video_performer: { destroy: emptyFacts, exported: 'videos' },
  gate_override: {
    destroy: deleteOf('gate_override'),
    exported: { not: 'a decision about a video, which the log contains' },
  },
  ended_record: {
    destroy: { kept: 'an id, so that a restore repeats the destruction' },
    exported: { not: 'exists only of deleted records' },
  },
  idempotency_key: {
    destroy: deleteRepliesAbout,
    exported: { not: 'a copy of replies, kept for days' },
    boxes: { fingerprint: 'hash', reply_enc: { purpose: 'saved-reply' } },
  },
  outbox: {
    destroy: deleteMailsAbout,
    exported: { not: 'mails that wait to be sent' },
    boxes: { box: { purpose: 'mail-queue' } },
  },
  transfer: {
    destroy: { kept: 'ids only' },
    exported: { not: 'a request about ids, which the log contains' },
  },
  audit_event: {
    destroy: shredEntries,
    exported: 'log',
    boxes: { details_commit: 'hash', ip_commit: 'hash', leaf: 'hash', mac: 'hash' },
  },
} satisfies Record<string, StoredTable>

const tables: readonly StoredTable[] = Object.values(storedAboutPerformer)

/** Deletes what must not outlive the open record: permissions and locks. Call it in the transaction of the deletion. */
export async function deleteWithRecord(tx: Tx, performerId: string): Promise<void> {
  for (const { destroy, endsWithDeletion } of tables)
    if (endsWithDeletion && typeof destroy === 'function') await destroy(tx, performerId)
}

/**
 * Removes what every table says about the person. Call it in the transaction that destroys the record and its versions.
 */
export async function destroyTraces(tx: Tx, performerId: string): Promise<void> {
  for (const { destroy } of tables) if (typeof destroy === 'function') await destroy(tx, performerId)
}

/** The tables whose rows a backup archives with the keys. */
export const archivedWithKeys = Object.entries<StoredTable>(storedAboutPerformer).flatMap(
  ([name, { archive }]) => (archive === 'keys' ? [name] : []),
)
