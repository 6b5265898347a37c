import * as contract from '@kyc/contract/contract-templates.ts'
import { type Binding, bind, type OnRecord } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import { type ListCall, ownerForNew, scopeOf } from '../../access/scope.ts'
import { createTemplate } from './create-template.ts'
import { deleteTemplate } from './delete-template.ts'
import { listTemplates } from './find-template.ts'
import type { TemplateServices } from './record-template.ts'
import { findTemplateForEdit } from './templates-repository.ts'
import { updateTemplate } from './update-template.ts'

export function templateRoutes(services: TemplateServices): Binding[] {
  const { db } = services
  const owner = ({ actor, sent }: ListCall) => ownerForNew(db, actor, sent('organisation'))
  const template = async ({ actor, params }: OnRecord) => {
    if (!(await findTemplateForEdit(db, actor, params.id))) throw new Problem('TEMPLATE_NOT_FOUND')
  }
  return [
    bind(contract.listTemplates, scopeOf(db), async ({ found: scope }) => ({
      body: await listTemplates(db, scope),
    })),
    bind(contract.createTemplate, owner, async ({ actor, found, body, request }) => ({
      body: await createTemplate(services, { actor, owner: found, body, ip: request.ip }),
    })),
    bind(contract.updateTemplate, template, async ({ actor, params, body, request }) => ({
      body: await updateTemplate(services, { actor, id: params.id, body, ip: request.ip }),
    })),
    bind(contract.deleteTemplate, template, async ({ actor, params, request }) => {
      await deleteTemplate(services, { actor, id: params.id, ip: request.ip })
      return {}
    }),
  ]
}
