import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'

/** Another organisation to which a record, or facts from it, may be passed on. */
export interface Recipient {
  readonly id: string
  readonly name: string
}

/** An approved company in use with this exact id, other than `owner`. A lock keeps it so until the transaction ends. */
export async function findRecipient(tx: Tx, id: string, owner: string): Promise<Recipient | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<Recipient>`SELECT id, name FROM organisation
    WHERE id = ${id}::uuid AND id <> ${owner}::uuid AND kind <> 'personal' AND approved_at IS NOT NULL AND disabled_at IS NULL
    FOR SHARE`.execute(tx)
  return rows[0]
}
