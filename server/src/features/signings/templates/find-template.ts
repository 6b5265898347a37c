import type { ContractTemplate } from '@kyc/contract/contract-templates.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Scope } from '../../access/scope.ts'
import { neutralTemplates } from './neutral-templates.ts'
import { findTemplateOf, findTemplates, presentTemplate } from './templates-repository.ts'

/** A neutral template, or one of the organisation; undefined for the id of any other. */
export async function findTemplate(db: Db, owner: string, id: string): Promise<ContractTemplate | undefined> {
  const neutral = neutralTemplates.find((each) => each.id === id)
  if (neutral) return neutral
  const row = await findTemplateOf(db, owner, { id, reader: null })
  return row && presentTemplate(row)
}

/** The templates of an organisation, then the neutral ones; for an admin who has selected no organisation, only these. */
export async function listTemplates(db: Db, { organisation, namesFor }: Scope): Promise<ContractTemplate[]> {
  const own = organisation === null ? [] : await findTemplates(db, organisation, { reader: namesFor })
  return [...own.map(presentTemplate), ...neutralTemplates]
}
