import type { DocumentStatus } from '@kyc/contract/document-vocabulary.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { paperRejectionReasons } from '@kyc/contract/paper-checks.ts'
import type {
  Paper,
  rejectPaper as rejectEndpoint,
  verifyPaper as verifyEndpoint,
} from '@kyc/contract/papers.ts'
import { seenText } from '@kyc/contract/review-checks.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutPaper } from '../../audit/about.ts'
import { namedVersion } from '../../documents/named-version.ts'
import { mailPaperRejection } from '../../mails/mail-decision.ts'
import type { RecordRow } from '../../records/performer-row.ts'
import { readFactsOf } from '../facts/facts-repository.ts'
import { refreshGate } from '../gate/refresh-gate.ts'
import { examinePaper } from './examine-paper.ts'
import { lockAppearance } from './find-appearance.ts'
import type { PaperServices } from './paper-services.ts'
import { findCurrent, hasOpened, type PaperOf, type PaperRow, updatePaper } from './papers-repository.ts'
import { isOwnPaper, presentPaper } from './present-paper.ts'

interface DecisionCall {
  readonly actor: Actor
  readonly request: RequestInfo
  readonly paper: PaperOf
}

/**
 * Approves the newest version: what the reviewer has read agrees with what was entered, and nothing is missing (D91).
 */
export function verifyPaper(
  services: PaperServices,
  call: DecisionCall,
  body: BodyOf<typeof verifyEndpoint>,
): Promise<Paper> {
  return decide(services, call, 'verify', body.shownStatus, async (tx, { row, performer, at }) => {
    const facts = await readFactsOf(tx, call.paper.videoId)
    const checks = examinePaper(facts, row, body)
    await updatePaper(tx, row.id, {
      status: 'verified',
      decided_by: call.actor.id,
      decided_at: at,
      checks: checks.map(({ id }) => id),
      reject_codes: [],
      reject_message: null,
      reject_note: null,
    })
    await services.audit.record(tx, call, 'verify', aboutPaper(performer, call.paper), {
      version: row.version,
      before: { status: row.status },
      after: { status: 'verified' },
      // The labels instead of the ids: the log keeps what was confirmed, even if the checks change later.
      checks: checks.map(({ id, label }) => (id.startsWith('fact.') ? `${label}の記載` : label)),
      seen: seenText(row.pages, body.seen),
      ...(body.signedOn ? { typed: ['契約日'] } : {}),
    })
  })
}

/** Rejects the newest version, also an approved one, with a message for its organisation. */
export function rejectPaper(
  services: PaperServices,
  call: DecisionCall,
  body: BodyOf<typeof rejectEndpoint>,
): Promise<Paper> {
  const message = messageOf(body)
  const { codes } = body
  const note = body.note || null
  return decide(services, call, 'reject', body.shownStatus, async (tx, { row, performer, at }) => {
    await updatePaper(tx, row.id, {
      status: 'rejected',
      decided_by: call.actor.id,
      decided_at: at,
      checks: [],
      reject_codes: [...codes],
      reject_message: message,
      reject_note: note,
    })
    await services.audit.record(tx, call, 'reject', aboutPaper(performer, call.paper), {
      version: row.version,
      codes,
      message,
      ...(note === null ? {} : { note }),
      before: { status: row.status },
      after: { status: 'rejected' },
    })
    await mailPaperRejection(services, tx, {
      ownerId: performer.owner_id,
      registeredBy: performer.registered_by,
      performerId: performer.id,
      videoId: call.paper.videoId,
      paperType: row.type,
      codes,
      message,
    })
  })
}

/** What a decision may be about: an approval that turns out to be wrong is rejected. */
const decidable: Readonly<Record<'verify' | 'reject', readonly DocumentStatus[]>> = {
  verify: ['pending'],
  reject: ['pending', 'verified'],
}

interface OpenPaper {
  readonly row: PaperRow
  readonly performer: RecordRow
  readonly at: Date
}

/**
 * Locks the appearance, so that only one of two concurrent decisions succeeds, and refuses what no decision may be
 * about.
 */
function decide(
  services: PaperServices,
  { actor, request, paper }: DecisionCall,
  act: keyof typeof decidable,
  shownStatus: DocumentStatus | null | undefined,
  write: (tx: Tx, open: OpenPaper) => Promise<void>,
): Promise<Paper> {
  const named = namedVersion(request)
  return inTransaction(services.db, async (tx) => {
    const performer = await lockAppearance(tx, actor, paper)
    const row = await findCurrent(tx, actor, paper)
    if (!row) throw new Problem('DOCUMENT_NOT_FOUND')
    if (named !== undefined && named !== row.version) throw new Problem('DOCUMENT_REPLACED')
    if (!(await hasOpened(tx, actor.id, row.id))) throw new Problem('DOCUMENT_UNSEEN')
    const shown = shownStatus ?? row.status
    if (shown !== row.status || !decidable[act].includes(row.status)) throw new Problem('DOCUMENT_STATE')
    if (services.config.fourEyes && isOwnPaper(actor, row)) throw new Problem('FOUR_EYES')
    await write(tx, { row, performer, at: services.clock.now() })
    await refreshGate(services, tx, paper.videoId)
    const decided = await findCurrent(tx, actor, paper)
    if (!decided) throw new Error('the decided paper is gone')
    return presentPaper(services, actor, decided)
  })
}

/** The message sent, or else the sentences of the codes; その他 has none. */
function messageOf({ codes, message }: BodyOf<typeof rejectEndpoint>): string {
  if (message) return message
  if (codes.includes('other'))
    throw fieldProblem('message', '「その他」を選んだときは、登録者へのメッセージを入力してください。')
  return codes.map((code) => paperRejectionReasons[code].message).join('\n')
}
