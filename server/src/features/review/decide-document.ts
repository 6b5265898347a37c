import { canAct, type DocumentAct } from '@kyc/contract/document-rules.ts'
import type { DocumentStatus } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { performerFields } from '@kyc/contract/performer-fields.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { getDocument, requireDocumentType } from '../documents/document-repository.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { namedVersion } from '../documents/named-version.ts'
import { presentDocument } from '../documents/read/present-document.ts'
import { refuseLaterChanges } from '../records/later-changes.ts'
import { changesByOthers, isOwnWork } from '../records/own-work.ts'
import type { RecordRow } from '../records/performer-row.ts'
import { lockRecord, requireOpenCase } from '../records/performers-repository.ts'
import { currentDocuments, type DocumentRow } from '../records/record-documents.ts'
import { refuseOthersClaim } from '../records/review-claims.ts'
import { continueClaim } from './claims-repository.ts'

export interface DecisionCall {
  readonly actor: Actor
  readonly request: RequestInfo
  readonly performerId: string
  /** The version of the record that the account has seen; without it, the one of its last view of the document (D11). */
  readonly performerVersion?: number | null | undefined
}

/** What a decision applies to. */
export interface DecidedSlot {
  /** The document type as the path spells it (D7). */
  readonly type: string
  /** The version that the call names; without it, the newest one that the account has seen (D11). */
  readonly version: number | undefined
  /** The status that the page shows. */
  readonly shownStatus?: DocumentStatus | null | undefined
  /** The input that a refusal of this slot names. */
  readonly field?: string
}

type DecisionAct = Extract<DocumentAct, 'verify' | 'reject'>

/** The locked record that a decision applies to. */
export interface OpenCase {
  readonly tx: Tx
  readonly at: Date
  readonly performer: RecordRow
}

/** One slot of it. */
export interface OpenSlot<Slot extends DecidedSlot = DecidedSlot> extends OpenCase {
  readonly slot: Slot
  /** The newest version of the slot. */
  readonly document: DocumentRow
}

interface Decision<Slot extends DecidedSlot> {
  readonly act: DecisionAct
  readonly slots: readonly Slot[]
  /** Writes the decision on one slot with its entry. */
  readonly decide: (open: OpenSlot<Slot>) => Promise<void>
  /** Called once, after the last slot. */
  readonly notify?: (open: OpenCase, slots: readonly OpenSlot<Slot>[]) => Promise<void>
}

/**
 * Runs a decision on the newest versions of slots under the performer's lock, so that only one of two concurrent
 * decisions succeeds; all slots are decided or none. Every decision passes through here, so that the rules of open
 * cases (D78), claims (D21), four eyes (D6), seen versions and seen details (D11) are enforced in one place.
 */
export async function decideDocuments<Slot extends DecidedSlot>(
  services: DocumentServices,
  call: DecisionCall,
  { act, slots, decide, notify }: Decision<Slot>,
): Promise<PerformerDocument[]> {
  const at = services.clock.now()
  return inTransaction(services.db, async (tx) => {
    const performer = await lockRecord(tx, call.actor, call.performerId)
    const current = await currentDocuments(tx, performer.id)
    const open = slots.map((slot) => ({ tx, at, performer, slot, document: newestOf(current, slot) }))
    requireOpenCase(performer)
    await refuseOthersClaim(tx, call.actor, performer.id, at)
    for (const each of open) await refuseDecision(services, act, call, each)
    for (const each of open) await decide(each)
    await notify?.({ tx, at, performer }, open)
    await continueClaim(tx, call.actor, performer.id, at)
    // Read before the commit: after it another decision may have been made.
    const decided: PerformerDocument[] = []
    for (const { document } of open) {
      const row = await getDocument(tx, call.actor, document.id)
      decided.push(presentDocument(services, call.actor, performer, row))
    }
    return decided
  })
}

/** The same for one slot; `If-Match` names its version. */
export async function decideDocument(
  services: DocumentServices,
  call: DecisionCall,
  decision: Pick<Decision<DecidedSlot>, 'act' | 'decide'> & Pick<DecidedSlot, 'type' | 'shownStatus'>,
): Promise<PerformerDocument> {
  const { act, type, shownStatus, decide } = decision
  const slots = [{ type, shownStatus, version: namedVersion(call.request) }]
  const [decided] = await decideDocuments(services, call, { act, slots, decide })
  if (!decided) throw new Error('a decision without a document')
  return decided
}

function newestOf(current: readonly DocumentRow[], slot: DecidedSlot): DocumentRow {
  const type = requireDocumentType(slot.type)
  const document = current.find((each) => each.type === type)
  if (!document) throw new Problem('DOCUMENT_NOT_FOUND', aboutSlot(slot))
  return document
}

async function refuseDecision(
  services: DocumentServices,
  act: DecisionAct,
  call: DecisionCall,
  { tx, performer, slot, document }: OpenSlot,
): Promise<void> {
  const seen = await refuseUnseenVersion(tx, act, call, slot, document)
  const shown = slot.shownStatus ?? document.status
  if (shown !== document.status || !canAct(act, document.status))
    throw new Problem('DOCUMENT_STATE', aboutSlot(slot))
  if (services.config.fourEyes && isOwnWork(call.actor, performer, document)) {
    throw new Problem('FOUR_EYES', aboutSlot(slot))
  }
  // It is about names, date of birth and kind of ID as the account has seen them with the picture (D11).
  const shownRecord = call.performerVersion ?? seen
  if (shownRecord === undefined) return
  const later = changesByOthers(call.actor, performer, shownRecord)
  await refuseLaterChanges(tx, call.actor, later, (field) => `${performerFields[field].label}は、`)
}

function aboutSlot({ field }: DecidedSlot): { field?: string } {
  return field === undefined ? {} : { field }
}

/** Whether the call comes from a page, which cannot omit this header. A program sends no checks (D14). */
export function isFromPage(request: Pick<RequestInfo, 'header'>): boolean {
  return request.header('sec-fetch-site') !== undefined
}

/**
 * D11: a call names the version that the decision is about. Without it the decision applies to the newest
 * one, unless the account has fetched an older version and not the newest. An account approves only what it has
 * opened, whether from a page or by a program (D14). Returns the version of the record at its last view of that document.
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
