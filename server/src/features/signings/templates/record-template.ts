import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import type { organisationChangeLabels } from '@kyc/contract/organisation-labels.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutOrganisation } from '../../audit/about.ts'
import type { AuditWriter } from '../../audit/record.ts'

export interface TemplateServices {
  readonly db: Db
  readonly clock: Clock
  readonly audit: AuditWriter
}

interface TemplateAct {
  readonly actor: Actor
  readonly owner: string
  readonly ip: string | null
}

/** Records a change of a template in its transaction; the members of its organisation may read the entry (D3). */
export function recordTemplate(
  { audit }: TemplateServices,
  tx: Tx,
  { actor, owner, ip }: TemplateAct,
  change: Extract<keyof typeof organisationChangeLabels, `template_${string}`>,
  details: AuditDetails,
): Promise<void> {
  return audit.record(tx, { actor, ip }, 'update', aboutOrganisation(owner), { change, ...details })
}
