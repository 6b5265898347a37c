import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { createPartner as endpoint, Partner } from '@kyc/contract/partners.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { shownPartner } from './act-on-partner.ts'
import { insertApiKey } from './api-keys.ts'
import { checkOrigins } from './check-origins.ts'
import { insertPartner } from './partner-repository.ts'
import type { PartnerServices } from './partner-services.ts'
import { insertSecret } from './secrets.ts'

export interface NewPartnerAct {
  readonly body: BodyOf<typeof endpoint>
  /** Null where nobody is signed in, as at the first start of a demo. */
  readonly actor: string | null
  readonly ip: string | null
}

export interface CreatedPartner {
  readonly partner: Partner
  readonly apiKey: string
  readonly signingSecret: string
}

/**
 * Registers a partner and makes its key and secret, which nobody sees again (D33).
 * @throws Problem INVALID_INPUT, COMPANY_ID_TAKEN
 */
export async function createPartner(
  services: PartnerServices,
  { body, actor, ip }: NewPartnerAct,
): Promise<CreatedPartner> {
  const { companyId, name, mode } = body
  const lists = checkOrigins(services.config, mode, body)
  const at = services.clock.now()
  const id = newId(at)
  return inTransaction(services.db, async (tx) => {
    const row = {
      ...{ id, company_id: companyId, name, mode, created_at: at, updated_at: at },
      callback_origins: lists.callbackOrigins,
      redirect_origins: lists.redirectOrigins,
      referrer_origins: lists.referrerOrigins,
    }
    if (!(await insertPartner(tx, row))) throw new Problem('COMPANY_ID_TAKEN', { field: 'companyId' })
    const apiKey = await insertApiKey(services, tx, id)
    const signingSecret = await insertSecret(services, tx, id)
    await services.audit.record(tx, {
      ...{ actor, action: 'create', resourceType: 'partner', resourceId: id, owner: null, ip },
      details: { after: { companyId, partnerName: name, mode, ...lists } },
    })
    return { partner: await shownPartner(tx, id), apiKey, signingSecret }
  })
}
