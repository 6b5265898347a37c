import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { createPartner as endpoint, Partner } from '@kyc/contract/partners.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { fingerprintOf, type IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { type OnceReply, replyOnce } from '../../platform/idempotency/reply-once.ts'
import { newId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { aboutPartner } from '../audit/about.ts'
import { getPresentedPartner } from './act-on-partner.ts'
import { insertApiKey } from './api-keys.ts'
import { checkOrigins } from './check-origins.ts'
import { insertPartner } from './partner-repository.ts'
import type { PartnerServices } from './partner-services.ts'
import { insertSecret } from './secrets.ts'

interface NewPartnerAct {
  readonly body: BodyOf<typeof endpoint>
  /** Null if demo mode creates the partner. */
  readonly actor: string | null
  readonly ip: string | null
}

export interface CreatedPartner {
  readonly partner: Partner
  readonly apiKey: string
  readonly signingSecret: string
}

/** Creates a partner with its API key and signing secret. They are returned only here. */
export async function createPartner(services: PartnerServices, act: NewPartnerAct): Promise<CreatedPartner> {
  return (await createPartnerOnce(services, { ...act, key: undefined })).body
}

/** Like `createPartner`; a repeated call returns the key and secret of the first one. */
export function createPartnerOnce(
  services: PartnerServices,
  { key, ...act }: NewPartnerAct & { readonly key: IdempotencyKey | undefined },
): Promise<OnceReply<CreatedPartner>> {
  const { companyId, name, mode } = act.body
  const lists = checkOrigins(services.config, mode, act.body)
  const fingerprint = fingerprintOf([companyId, name, mode, JSON.stringify(lists)])
  return replyOnce(services, { key, fingerprint, status: 201 }, (tx) => create(services, tx, act, lists))
}

async function create(
  services: PartnerServices,
  tx: Tx,
  { body: { companyId, name, mode }, actor, ip }: NewPartnerAct,
  lists: ReturnType<typeof checkOrigins>,
): Promise<CreatedPartner> {
  const at = services.clock.now()
  const id = newId(at)
  const row = {
    id,
    company_id: companyId,
    name,
    mode,
    created_at: at,
    updated_at: at,
    callback_origins: lists.callbackOrigins,
    redirect_origins: lists.redirectOrigins,
    referrer_origins: lists.referrerOrigins,
  }
  if (!(await insertPartner(tx, row))) throw new Problem('COMPANY_ID_TAKEN')
  const apiKey = await insertApiKey(services, tx, id)
  const signingSecret = await insertSecret(services, tx, id)
  await services.audit.record(tx, { actor, ip }, 'create', aboutPartner(id), {
    after: { companyId, partnerName: name, mode, ...lists },
  })
  return { partner: await getPresentedPartner(tx, id), apiKey, signingSecret }
}
