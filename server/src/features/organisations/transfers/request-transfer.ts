import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { requestTransfer as endpoint, Transfer } from '@kyc/contract/transfers.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { identityOf } from '../../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../../platform/idempotency/reply-once.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { mailTransfer } from '../../mails/mail-second-person.ts'
import type { OrganisationServices } from '../organisation-services.ts'
import { checkMove } from './checks.ts'
import { presentTransfer } from './present-transfer.ts'
import { recordTransfer } from './record-transfer.ts'
import {
  findAll,
  findTransfers,
  getTransfer,
  lockOrganisations,
  type MovedRecords,
} from './transfer-repository.ts'

interface Request {
  readonly actor: Actor
  readonly id: string
  readonly body: BodyOf<typeof endpoint>
  readonly request: Pick<RequestInfo, 'ip' | 'header'>
}

const route = 'transfers.request'

/**
 * Stores the request of a superadmin to move records or to merge an organisation into another. Nothing moves
 * before another superadmin confirms it.
 */
export async function requestTransfer(
  services: OrganisationServices,
  { actor, id: fromId, body, request }: Request,
): Promise<{ body: Transfer; headers: Readonly<Record<string, string>> }> {
  const { to: toId, reason } = body
  const records = body.records ? distinct(body.records) : null
  if (fromId === toId) throw fieldProblem('to', '別の組織を選択してください。')
  const identity = identityOf({ scope: actor.id, route, request }, [
    fromId,
    toId,
    reason,
    JSON.stringify(records),
  ])
  // Without an idempotency key, the same request is a repeat while it is open.
  const isStillValid = async ({ id }: Transfer, tx: Tx) =>
    (await findTransfers(tx, services.clock.now(), id)).length > 0
  const once = { ...identity, status: 201, isStillValid } as const
  return replyOnce(services, once, (tx) =>
    store(services, tx, { actor, fromId, toId, reason, records, ip: request.ip }),
  )
}

function distinct({ performers, videos }: MovedRecords): MovedRecords {
  if (performers.length + videos.length === 0)
    throw fieldProblem('records', '移行する記録を選択してください。')
  if (!performers.every(isId)) throw new Problem('PERFORMER_NOT_FOUND')
  if (!videos.every(isId)) throw new Problem('VIDEO_NOT_FOUND')
  return { performers: [...new Set(performers)].sort(), videos: [...new Set(videos)].sort() }
}

interface NewTransfer {
  readonly actor: Actor
  readonly fromId: string
  readonly toId: string
  readonly reason: string
  readonly records: MovedRecords | null
  readonly ip: string | null
}

async function store(
  services: OrganisationServices,
  tx: Tx,
  { actor, fromId, toId, reason, records, ip }: NewTransfer,
): Promise<Transfer> {
  const at = services.clock.now()
  const organisations = await lockOrganisations(tx, fromId, toId)
  if (!records && organisations.to.kind === 'personal')
    throw fieldProblem('to', '個人の組織には統合できません。')
  await checkMove(tx, { fromId, toId }, records)
  if (!records) await findAll(tx, fromId) // refuses a merge that is too large now rather than after its confirmation
  const id = newId(at)
  await tx
    .insertInto('transfer')
    .values({
      id,
      from_id: fromId,
      to_id: toId,
      performer_ids: records && [...records.performers],
      video_ids: records && [...records.videos],
      reason,
      requested_by: actor.id,
      requested_at: at,
      expires_at: new Date(at.getTime() + limits.transfer),
    })
    .execute()
  await recordTransfer(services, tx, { actor, ip, ...organisations, reason, records }, 'requested')
  const { from, to } = organisations
  const mail = { event: 'requested', actor: actor.id, from: from.name, to: to.name, records } as const
  await mailTransfer(services, tx, mail)
  return presentTransfer(actor, await getTransfer(tx, at, id))
}
