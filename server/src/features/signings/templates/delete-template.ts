import { inTransaction } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { requireEditable } from '../../access/visible-to.ts'
import { recordTemplate, type TemplateServices } from './record-template.ts'
import { lockTemplate } from './templates-repository.ts'

interface Delete {
  readonly actor: Actor
  readonly id: string
  readonly ip: string | null
}

/** Removes a template from the lists. Signings that were made from it have its text in their files. */
export function deleteTemplate(services: TemplateServices, { actor, id, ip }: Delete): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const row = await lockTemplate(tx, actor, id)
    if (!row) throw new Problem('TEMPLATE_NOT_FOUND')
    requireEditable(row)
    const at = services.clock.now()
    await tx
      .updateTable('contract_template')
      .set({ deleted_at: at, updated_at: at, updated_by: actor.id })
      .where('id', '=', id)
      .execute()
    const { owner_id: owner, type, language, name: template } = row
    await recordTemplate(services, tx, { actor, owner, ip }, 'template_removed', {
      template,
      documentType: type,
      language,
    })
  })
}
