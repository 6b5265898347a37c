import { canAct, type DocumentAct } from '@kyc/contract/document-rules.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import {
  currentDocuments,
  type DocumentRow,
  getDocument,
  type LockedPerformer,
  lockPerformer,
  requireDocumentType,
} from '../documents/document-repository.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { namedVersion } from '../documents/named-version.ts'
import { isOwnWork } from '../documents/own-work.ts'
import { presentDocument } from '../documents/read/present-document.ts'

export interface DecisionCall {
  readonly actor: Actor
  readonly request: RequestInfo
  readonly performerId: string
  /** The document type as the path spells it (D7). */
  readonly type: string
}

type DecisionAct = Extract<DocumentAct, 'verify' | 'reject'>

/** The locked record that a decision applies to. */
export interface OpenCase {
  readonly tx: Tx
  readonly at: Date
  readonly performer: LockedPerformer
  /** The newest version of the slot. */
  readonly document: DocumentRow
}

/**
 * Runs a decision on the newest version of a slot under the performer's lock, so that only one of two
 * concurrent decisions succeeds. Every decision passes through here, so that the four-eyes rule is enforced
 * in one place (D6).
 * @throws Problem PERFORMER_NOT_FOUND, DOCUMENT_NOT_FOUND, INVALID_INPUT (If-Match), DOCUMENT_REPLACED,
 *   DOCUMENT_UNSEEN, DOCUMENT_STATE, FOUR_EYES, and what `decide` throws
 */
export async function decideDocument(
  services: Pick<DocumentServices, 'clock' | 'config' | 'db'>,
  act: DecisionAct,
  call: DecisionCall,
  decide: (open: OpenCase) => Promise<void>,
): Promise<PerformerDocument> {
  const { actor } = call
  const at = services.clock.now()
  return inTransaction(services.db, async (tx) => {
    const performer = await lockPerformer(tx, actor, call.performerId)
    const type = requireDocumentType(call.type)
    const document = (await currentDocuments(tx, performer.id)).find((each) => each.type === type)
    if (!document) throw new Problem('DOCUMENT_NOT_FOUND')
    await refuseUnseenVersion(tx, act, call, document)
    if (!canAct(act, document.status)) throw new Problem('DOCUMENT_STATE')
    if (services.config.fourEyes && isOwnWork(actor, performer, document)) throw new Problem('FOUR_EYES')
    await decide({ tx, at, performer, document })
    // Read before the commit: after it another decision may have been made.
    return presentDocument(services, actor, performer, await getDocument(tx, actor, document.id))
  })
}

/**
 * Whether the call comes from a page, not from a program, to which the exact rules of D11 and D14 apply. A page
 * cannot omit this header.
 */
export function isFromPage(request: Pick<RequestInfo, 'header'>): boolean {
  return request.header('sec-fetch-site') !== undefined
}

/**
 * D11: `If-Match` names the version that the decision is about. Without it the decision applies to the newest
 * one, unless the account has fetched an older version and not the newest. A page approves only what the
 * account has opened.
 */
async function refuseUnseenVersion(
  tx: Tx,
  act: DecisionAct,
  { actor, request }: DecisionCall,
  newest: DocumentRow,
): Promise<void> {
  const named = namedVersion(request)
  if (named !== undefined && named !== newest.version) throw new Problem('DOCUMENT_REPLACED')
  const mustBeOpen = act === 'verify' && isFromPage(request)
  if (named !== undefined && !mustBeOpen) return
  const fetched = await tx
    .selectFrom('document_view')
    .innerJoin('document_version', 'document_version.id', 'document_view.document_id')
    .select('document_version.version')
    .where('document_view.account_id', '=', actor.id)
    .where('document_version.performer_id', '=', newest.performer_id)
    .where('document_version.type', '=', newest.type)
    .execute()
  const versions = fetched.map(({ version }) => version)
  if (versions.includes(newest.version)) return
  if (named === undefined && versions.length > 0) throw new Problem('DOCUMENT_REPLACED')
  if (mustBeOpen) throw new Problem('DOCUMENT_UNSEEN')
}
