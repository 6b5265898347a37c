import type { ContractTemplate, updateTemplate as endpoint } from '@kyc/contract/contract-templates.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { requireEditable } from '../../access/visible-to.ts'
import { lockOrganisation } from '../../organisations/membership-repository.ts'
import { refuseFaults, refuseUsedName } from './check-template.ts'
import { recordTemplate, type TemplateServices } from './record-template.ts'
import { findTemplateForEdit, findTemplates, getTemplate, lockTemplate } from './templates-repository.ts'

interface Update {
  readonly actor: Actor
  readonly id: string
  readonly body: BodyOf<typeof endpoint>
  readonly ip: string | null
}

/**
 * Changes name and text, which makes a new version. Equal values change nothing; CONFLICT if another account has
 * changed it since.
 */
export function updateTemplate(
  services: TemplateServices,
  { actor, id, body: { name, text, version }, ip }: Update,
): Promise<ContractTemplate> {
  return inTransaction(services.db, async (tx) => {
    // Locks the organisation first, like the creation, so that two templates never get the same name.
    const found = await findTemplateForEdit(tx, actor, id)
    if (found) await lockOrganisation(tx, found.owner_id)
    const row = await lockTemplate(tx, actor, id)
    if (!row) throw new Problem('TEMPLATE_NOT_FOUND')
    requireEditable(row)
    const { owner_id: owner, type, language } = row
    if (row.name === name && row.text === text) return getTemplate(tx, actor, { owner, id })
    if (row.version !== version) throw new Problem('CONFLICT')
    refuseFaults(type, text)
    const others = (await findTemplates(tx, owner, { reader: null })).filter((each) => each.id !== id)
    refuseUsedName(others, { type, name })
    await tx
      .updateTable('contract_template')
      .set({ name, text, version: version + 1, updated_at: services.clock.now(), updated_by: actor.id })
      .where('id', '=', id)
      .execute()
    await recordTemplate(services, tx, { actor, owner, ip }, 'template_changed', {
      documentType: type,
      language,
      version: version + 1,
      ...(row.name === name
        ? { template: name }
        : { before: { template: row.name }, after: { template: name } }),
    })
    return getTemplate(tx, actor, { owner, id })
  })
}
