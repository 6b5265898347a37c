import type { ContractTemplate } from '@kyc/contract/contract-templates.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Scope } from '../../access/scope.ts'
import { neutralTemplates } from './neutral-templates.ts'
import { findTemplates, presentTemplate } from './templates-repository.ts'

/** The templates of an organisation, then the neutral ones; for an admin who has selected no organisation, only these. */
export async function listTemplates(db: Db, { organisation, namesFor }: Scope): Promise<ContractTemplate[]> {
  const own = organisation === null ? [] : await findTemplates(db, organisation, { reader: namesFor })
  return [...own.map(presentTemplate), ...neutralTemplates]
}
