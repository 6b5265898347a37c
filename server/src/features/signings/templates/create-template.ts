import type { ContractTemplate, createTemplate as endpoint } from '@kyc/contract/contract-templates.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { newId, type OrganisationId } from '../../../platform/ids.ts'
import type { Actor } from '../../access/actor.ts'
import { holdMembership } from '../../access/scope.ts'
import { lockOrganisation } from '../../organisations/membership-repository.ts'
import { refuseFaults, refuseUsedName } from './check-template.ts'
import { recordTemplate, type TemplateServices } from './record-template.ts'
import { findTemplates, getTemplate } from './templates-repository.ts'

interface Create {
  readonly actor: Actor
  readonly owner: OrganisationId
  readonly body: BodyOf<typeof endpoint>
  readonly ip: string | null
}

/** Adds a template to an organisation. A call with the content of an existing one, such as a repeat, returns that one. */
export function createTemplate(
  services: TemplateServices,
  { actor, owner, body, ip }: Create,
): Promise<ContractTemplate> {
  refuseFaults(body.type, body.text)
  return inTransaction(services.db, async (tx) => {
    await lockOrganisation(tx, owner)
    await holdMembership(tx, actor, owner)
    const others = await findTemplates(tx, owner, { reader: null })
    const same = others.find(
      ({ type, language, name, text }) =>
        type === body.type && language === body.language && name === body.name && text === body.text,
    )
    if (same) return getTemplate(tx, actor, { owner, id: same.id })
    refuseUsedName(others, body)
    if (others.length >= signingLimits.templates)
      throw fieldProblem('name', `テンプレートは${signingLimits.templates}件までです。`)
    const at = services.clock.now()
    const id = newId(at)
    const row = { id, owner_id: owner, ...body, created_at: at, updated_at: at, updated_by: actor.id }
    await tx.insertInto('contract_template').values(row).execute()
    const { type, language, name: template } = body
    await recordTemplate(services, tx, { actor, owner, ip }, 'template_added', {
      template,
      documentType: type,
      language,
    })
    return getTemplate(tx, actor, { owner, id })
  })
}
