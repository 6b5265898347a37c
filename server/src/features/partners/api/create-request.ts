import { hour } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { createRequest as endpoint, type PartnerRequest } from '@kyc/contract/partner-api.ts'
import { testStateOf } from '@kyc/contract/partner-api-vocabulary.ts'
import { countOrRefuse } from '../../../platform/attempts/attempt-repository.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { fingerprintOf } from '../../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../../platform/idempotency/reply-once.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutPartner } from '../../audit/about.ts'
import { dueTime } from '../../takedowns/due-time.ts'
import { receiveNamed } from '../../takedowns/send-notice.ts'
import type { TakedownServices } from '../../takedowns/takedown-services.ts'
import type { PartnerServices } from '../partner-services.ts'
import { insertTestEvent } from './event-repository.ts'
import { keyOfCall, type PartnerCall } from './partner-binding.ts'
import { findRequest, insertPartnerTakedown } from './requests.ts'
import { insertTestRecord } from './test-records.ts'

const rule = { failures: limits.rate.partnerRequestsPerHour, window: hour, duration: hour }

/**
 * Opens a request to take a title down (D108), which a partner names as the public form does: what is stored is not revealed. With
 * a test key nothing is stopped and no mail is sent.
 */
export async function createRequest(
  services: PartnerServices & TakedownServices,
  call: PartnerCall<typeof endpoint>,
) {
  const { caller, body } = call
  const once = {
    key: keyOfCall(endpoint, call),
    fingerprint: fingerprintOf([JSON.stringify(body)]),
    status: 201,
  } as const
  const { body: created, headers } = await replyOnce(services, once, async (tx) => {
    await countOrRefuse(tx, { bucket: `partner-request:${caller.partner.id}:${caller.mode}`, rule })
    return caller.mode === 'test' ? openTest(services, tx, call) : openLive(services, tx, call)
  })
  return { body: created, headers }
}

async function openLive(
  services: PartnerServices & TakedownServices,
  tx: Tx,
  { caller: { partner }, body, request }: PartnerCall<typeof endpoint>,
): Promise<PartnerRequest> {
  const { kind, title, text } = body
  const { id } = await receiveNamed(
    services,
    tx,
    { kind, way: 'partner', title, text: text ?? null, contact: partner.name },
    { origin: { actor: null, request }, details: { partnerName: partner.name } },
  )
  await insertPartnerTakedown(tx, { takedownId: id, partnerId: partner.id })
  const created = await findRequest(tx, partner.id, id)
  if (!created) throw new Problem('NOT_FOUND')
  return created
}

async function openTest(
  services: PartnerServices,
  tx: Tx,
  { caller: { partner, mode }, body: { kind, title }, request }: PartnerCall<typeof endpoint>,
): Promise<PartnerRequest> {
  const at = services.clock.now()
  const id = newId(at)
  const state = testStateOf(title)
  const now = at.toISOString()
  const shown: PartnerRequest = {
    ...{ id, number: `TEST-${id.slice(-8)}`, kind, state, test: true },
    received_at: now,
    due_at: dueTime(kind, at).dueAt.toISOString(),
    confirmed_at: state === 'confirmed' || state === 'completed' ? now : null,
    closed_at: state === 'completed' || state === 'unfounded' ? now : null,
  }
  await insertTestRecord(tx, { partnerId: partner.id, kind: 'request' }, shown)
  const event = { partnerId: partner.id, objectId: id, userId: null, expiresOn: null } as const
  await insertTestEvent(tx, { ...event, type: 'takedown.opened' })
  if (shown.closed_at !== null) await insertTestEvent(tx, { ...event, type: 'takedown.resolved' })
  await services.audit.record(tx, { actor: null, request }, 'create', aboutPartner(partner.id), {
    ...{ takedownKind: kind, partnerName: partner.name, mode },
  })
  return shown
}
