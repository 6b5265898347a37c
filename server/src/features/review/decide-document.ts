import { canAct, type DocumentAct } from '@kyc/contract/document-rules.ts'
import type { DocumentStatus, DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { performerFields } from '@kyc/contract/performer-fields.ts'
import type { BeforeDecision } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'
import type { NamedActor } from '../access/actor.ts'
import { listCurrent, type NamedDocumentRow } from '../documents/document-repository.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { changesByOthers, isOwnWork, refuseLaterChanges } from '../records/field-changes.ts'
import type { RecordRow } from '../records/performer-row.ts'
import { lockRecord, requireOpenCase, updatePerformerRow } from '../records/performers-repository.ts'
import type { DocumentRow } from '../records/record-documents.ts'
import { continueClaim, refuseOthersClaim } from '../records/review-claims.ts'

export interface DecisionCall {
  readonly actor: NamedActor
  readonly request: RequestInfo
  readonly performerId: string
  /** The version of the record that the account has seen; without it, the one of its last view of the document. */
  readonly performerVersion?: number | null | undefined
}

/** What a decision applies to. */
export interface DecidedSlot {
  readonly type: DocumentType
  /** The version that the call names; without it, the newest one that the account has seen. */
  readonly version: number | undefined
  /** The status that the page shows. */
  readonly shownStatus?: DocumentStatus | null | undefined
  /** The input that a refusal of this slot names. */
  readonly field?: string
}

type DecisionAct = Extract<DocumentAct, 'verify' | 'reject'>

/** The locked record that a decision applies to. */
export interface OpenCase {
  readonly at: Date
  readonly performer: RecordRow
  /** The newest version of every filled slot. */
  readonly documents: readonly NamedDocumentRow[]
}

/** A slot that is decided, with its newest version. */
interface OpenSlot<Slot extends DecidedSlot> {
  readonly slot: Slot
  readonly document: NamedDocumentRow
}

/**
 * Locks the performer for a decision on the newest versions of slots, so that only one of two concurrent decisions
 * succeeds. Every decision begins here, so that the rules of open cases (D78), claims (D21), four eyes (D6), seen
 * versions and seen details (D11) are enforced in one place; all slots are decided or none.
 */
export async function openCase<const Slots extends readonly DecidedSlot[]>(
  services: DocumentServices,
  tx: Tx,
  act: DecisionAct,
  call: DecisionCall,
  wanted: Slots,
): Promise<OpenCase & { readonly slots: { readonly [I in keyof Slots]: OpenSlot<Slots[I]> } }> {
  const at = services.clock.now()
  const performer = await lockRecord(tx, call.actor, call.performerId)
  const documents = await listCurrent(tx, call.actor, performer.id)
  const slots = wanted.map((slot) => ({ slot, document: newestOf(documents, slot) }))
  requireOpenCase(performer)
  await refuseOthersClaim(tx, call.actor, performer.id, at)
  for (const each of slots) await refuseDecision(services, tx, act, call, performer, each)
  return { at, performer, documents, slots: slots as never } // in the order of `wanted`
}

/** The columns that a decision writes on a version: only those that undoing it restores (D123). */
export type Decision = Partial<Pick<DocumentRow, Exclude<keyof BeforeDecision['documents'][number], 'id'>>>

/** Writes a decision on one version, and returns that version as its decider sees it. */
export async function decideVersion(
  tx: Tx,
  { actor }: DecisionCall,
  at: Date,
  document: NamedDocumentRow,
  decision: Decision,
): Promise<NamedDocumentRow> {
  const row = await tx
    .updateTable('document_version')
    .set({ decided_by: actor.id, decided_at: at, ...decision })
    .where('id', '=', document.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...document, ...row, decider: actor.name }
}

/** Writes the record after a decision, and renews or ends the claim of the reviewer. */
export async function closeDecision(
  tx: Tx,
  { actor }: DecisionCall,
  { at, performer }: OpenCase,
  after: Parameters<typeof updatePerformerRow>[2],
): Promise<void> {
  await updatePerformerRow(tx, performer.id, after)
  await continueClaim(tx, actor, performer.id, at)
}

function newestOf(current: readonly NamedDocumentRow[], slot: DecidedSlot): NamedDocumentRow {
  const document = current.find((each) => each.type === slot.type)
  if (!document) throw new Problem('DOCUMENT_NOT_FOUND', aboutSlot(slot))
  return document
}

async function refuseDecision(
  services: DocumentServices,
  tx: Tx,
  act: DecisionAct,
  call: DecisionCall,
  performer: RecordRow,
  { slot, document }: { slot: DecidedSlot; document: DocumentRow },
): Promise<void> {
  const seen = await refuseUnseenVersion(tx, act, call, slot, document)
  const shown = slot.shownStatus ?? document.status
  if (shown !== document.status || !canAct(act, document.status))
    throw new Problem('DOCUMENT_STATE', aboutSlot(slot))
  if (services.config.fourEyes && isOwnWork(call.actor, performer, document)) {
    throw new Problem('FOUR_EYES', aboutSlot(slot))
  }
  // A decision is about names, date of birth and kind of ID as the account has seen them with the picture.
  const shownRecord = call.performerVersion ?? seen
  if (shownRecord === undefined) return
  const later = changesByOthers(call.actor, performer, shownRecord)
  await refuseLaterChanges(tx, call.actor, later, (field) => `${performerFields[field].label}は、`)
}

function aboutSlot({ field }: DecidedSlot): { field?: string } {
  return field === undefined ? {} : { field }
}

/**
 * D11: a call names the version that the decision is about. Without it the decision applies to the newest
 * one, unless the account has fetched an older version and not the newest. An account approves only what it has
 * opened. Returns the version of the record at its last view of that document.
 */
async function refuseUnseenVersion(
  tx: Tx,
  act: DecisionAct,
  { actor }: DecisionCall,
  slot: DecidedSlot,
  newest: DocumentRow,
): Promise<number | undefined> {
  const named = slot.version
  if (named !== undefined && named !== newest.version) throw new Problem('DOCUMENT_REPLACED', aboutSlot(slot))
  const mustBeOpen = act === 'verify'
  if (named !== undefined && !mustBeOpen) return undefined
  const fetched = await tx
    .selectFrom('document_view')
    .innerJoin('document_version', 'document_version.id', 'document_view.document_id')
    .select(['document_version.version', 'document_view.performer_version'])
    .where('document_view.account_id', '=', actor.id)
    .where('document_view.prefetched', '=', false)
    .where('document_version.performer_id', '=', newest.performer_id)
    .where('document_version.type', '=', newest.type)
    .execute()
  const view = fetched.find(({ version }) => version === newest.version)
  if (view) return view.performer_version ?? 0
  if (named === undefined && fetched.length > 0) throw new Problem('DOCUMENT_REPLACED')
  if (mustBeOpen) throw new Problem('DOCUMENT_UNSEEN', aboutSlot(slot))
  return undefined
}
