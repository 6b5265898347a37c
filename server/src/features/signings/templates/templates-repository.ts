import type { LinkLanguage } from '@kyc/contract/consent.ts'
import type { ContractTemplate } from '@kyc/contract/contract-templates.ts'
import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { type AccountId, isId } from '../../../platform/ids.ts'
import type { Actor } from '../../access/actor.ts'
import { mayEdit, namesFor, ownedVisibleTo, shownName } from '../../access/visible-to.ts'

export interface TemplateRow {
  readonly id: string
  readonly owner_id: string
  readonly type: PaperType
  readonly language: LinkLanguage
  readonly name: string
  readonly text: string
  readonly version: number
  readonly updated_at: Date
  /** As the reader sees the account. */
  readonly updated_by: string | null
}

/** The templates of an organisation, by type and name; their number is limited. */
export function findTemplates(
  db: Db,
  owner: string,
  { reader }: { readonly reader: AccountId | null },
): Promise<TemplateRow[]> {
  return selectRows(db, reader, sql`t.owner_id = ${owner}::uuid ORDER BY t.type, t.name, t.id`)
}

/** A template of an organisation. */
export async function findTemplateOf(
  db: Db,
  owner: string,
  { id, reader }: { readonly id: string; readonly reader: AccountId | null },
): Promise<TemplateRow | undefined> {
  if (!isId(id)) return undefined
  const [row] = await selectRows(db, reader, sql`t.owner_id = ${owner}::uuid AND t.id = ${id}::uuid`)
  return row
}

async function selectRows(
  db: Db,
  reader: AccountId | null,
  condition: RawBuilder<unknown>,
): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    SELECT t.id, t.owner_id, t.type, t.language, t.name, t.text, t.version, t.updated_at,
      ${shownName(reader, 'a')} AS updated_by
    FROM contract_template t JOIN account a ON a.id = t.updated_by
    WHERE t.deleted_at IS NULL AND ${condition}`.execute(db)
  return rows
}

/** The owner of a template that the actor may see, and whether the actor may change it. */
export async function findTemplateForEdit(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ owner_id: string; may_edit: boolean } | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await selectForEdit(actor, id).execute(db)
  return rows[0]
}

/** The same, locked until the end of the transaction, with what a change is compared with. */
export async function lockTemplate(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<(TemplateRow & { may_edit: boolean }) | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<TemplateRow & { may_edit: boolean }>`
    ${selectForEdit(actor, id)} FOR NO KEY UPDATE OF t`.execute(tx)
  return rows[0]
}

function selectForEdit(actor: Actor, id: string): RawBuilder<TemplateRow & { may_edit: boolean }> {
  return sql`SELECT t.*, ${mayEdit(actor, sql`t.owner_id`)} AS may_edit FROM contract_template t
    WHERE t.id = ${id}::uuid AND t.deleted_at IS NULL AND ${ownedVisibleTo(actor, 't')}`
}

export function presentTemplate(row: TemplateRow): ContractTemplate {
  return {
    id: row.id,
    type: row.type,
    language: row.language,
    name: row.name,
    text: row.text,
    version: row.version,
    neutral: false,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
  }
}

/** A template that exists, as the actor sees it. */
export async function getTemplate(
  db: Db,
  actor: Actor,
  { owner, id }: { readonly owner: string; readonly id: string },
): Promise<ContractTemplate> {
  const row = await findTemplateOf(db, owner, { id, reader: namesFor(actor) })
  if (!row) throw new Error('the template does not exist')
  return presentTemplate(row)
}
