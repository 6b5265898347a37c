import type { PerformerField } from '@kyc/contract/performer-fields.ts'
import type { UpdateObject } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { withFieldChanges } from '../records/field-changes.ts'
import { updatePerformerRow } from '../records/performers-repository.ts'
import type { UsableLink } from './link-repository.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'

/**
 * Changes one field of the locked record in the name of the account that sent the link, so that this account cannot decide on the
 * record (D6). The caller records the act.
 */
export async function editByLink(
  { clock }: PerformerLinkServices,
  tx: Tx,
  edit: {
    readonly link: UsableLink
    readonly field: PerformerField
    readonly columns: UpdateObject<Tables, 'performer'>
  },
): Promise<void> {
  const { link, field, columns } = edit
  const change = { by: link.created_by, version: link.record_version + 1, act: 'edit' } as const
  await updatePerformerRow(tx, link.performer_id, {
    ...columns,
    field_changes: withFieldChanges([field], change),
    updated_at: clock.now(),
    last_action: 'update',
    last_resource_type: 'performer',
    last_document_type: null,
  })
}
