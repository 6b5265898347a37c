import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { mailExpiry } from '../mails/mail-expiry.ts'
import type { DocumentServices } from './document-services.ts'

/** The largest number of documents in one transaction, and in one mail. */
const documentsAtOnce = 50

interface DueDocument {
  readonly id: string
  readonly step: number
  readonly performerId: string
  readonly registeredBy: string
  readonly performerName: string
  readonly documentType: DocumentType
  readonly expiresOn: string
}

/**
 * Reminds organisations of documents that expire within 60, 30 and 7 days, once per version and step (D16). Of
 * missed steps only the last is sent. Safe to run in several processes at once.
 */
export async function remindOfExpiry(services: DocumentServices): Promise<void> {
  const today = dayInJapan(services.clock.now())
  for (const ownerId of await ownersToRemind(services.db, today)) {
    let claimed: number
    do {
      claimed = await inTransaction(services.db, async (tx) => {
        const due = await claim(tx, await dueDocuments(tx, ownerId, today))
        if (due.length > 0) await mailExpiry(services, tx, ownerId, due)
        return due.length
      })
    } while (claimed === documentsAtOnce)
  }
}

/** Documents without a mail for the last step that they reached. */
function due(db: Db, today: string) {
  const latest = addDays(today, Math.max(...limits.expiryMailDays))
  return db
    .selectFrom('document_version as document')
    .innerJoin('performer', 'performer.id', 'document.performer_id')
    .where('document.is_current', '=', true)
    .where('document.status', '=', 'verified')
    .where('document.expires_on', '>=', today)
    .where('document.expires_on', '<=', latest)
    .where('performer.sealed_at', 'is', null)
    .where(
      sql<SqlBool>`NOT EXISTS (SELECT FROM expiry_mail sent
        WHERE sent.document_id = document.id AND sent.step <= ${stepOf(today)})`,
    )
}

/** The smallest step that is not less than the remaining days. */
function stepOf(today: string) {
  const steps = sql.join(limits.expiryMailDays.map((days) => sql`(${days}::int)`))
  return sql<number>`(SELECT min(step) FROM (VALUES ${steps}) AS steps(step)
    WHERE step >= document.expires_on - ${today}::date)`
}

async function ownersToRemind(db: Db, today: string): Promise<OrganisationId[]> {
  const rows = await due(db, today).select('performer.owner_id').distinct().execute()
  return rows.map(({ owner_id }) => owner_id)
}

async function dueDocuments(tx: Tx, ownerId: OrganisationId, today: string): Promise<DueDocument[]> {
  const rows = await due(tx, today)
    .select([
      'document.id',
      'document.type',
      'document.performer_id',
      'performer.registered_by',
      'performer.last_name',
      'performer.first_name',
    ])
    .select([sql<string>`document.expires_on`.as('expires_on'), stepOf(today).as('step')])
    .where('performer.owner_id', '=', ownerId)
    .orderBy('document.expires_on')
    .limit(documentsAtOnce)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    step: row.step,
    performerId: row.performer_id,
    registeredBy: row.registered_by,
    performerName: `${row.last_name} ${row.first_name}`,
    documentType: row.type,
    expiresOn: row.expires_on,
  }))
}

/** Claims the documents, and skips those that another process has claimed. */
async function claim(tx: Tx, documents: readonly DueDocument[]): Promise<DueDocument[]> {
  if (documents.length === 0) return []
  const claimed = await tx
    .insertInto('expiry_mail')
    .values(documents.map(({ id, step }) => ({ document_id: id, step })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('document_id')
    .execute()
  return documents.filter(({ id }) => claimed.some((row) => row.document_id === id))
}
