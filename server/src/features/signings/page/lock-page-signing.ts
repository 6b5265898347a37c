import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { lockBoundLink, type UsableLink } from '../../performer-links/link-repository.ts'
import { findSentSignings, type SigningRow } from '../signing-repository.ts'
import type { SigningServices } from '../signing-services.ts'

/** A call of the performer's page about a contract. */
export interface PageSigningCall {
  readonly link: UsableLink
  readonly signing: string
  readonly ip: string | null
}

/** The signing with this id, which was sent to the performer of the page and was not taken back. */
export async function getPageSigning(
  db: Db,
  { link, signing }: Pick<PageSigningCall, 'link' | 'signing'>,
): Promise<SigningRow> {
  const [row] = await findSentSignings(db, link.performer_id, signing)
  if (!row || row.revoked_at) throw new Problem('SIGNING_NOT_FOUND')
  return row
}

/** Locks the video and then the performer, like every change of an appearance, and reads link and signing again. */
export async function lockPageSigning(
  { clock }: SigningServices,
  tx: Tx,
  call: PageSigningCall,
): Promise<{ readonly link: UsableLink; readonly row: SigningRow }> {
  const { video_id } = await getPageSigning(tx, call)
  await sql`SELECT FROM video WHERE id = ${video_id}::uuid FOR NO KEY UPDATE`.execute(tx)
  const link = await lockBoundLink(tx, clock.now(), call.link)
  return { link, row: await getPageSigning(tx, { ...call, link }) }
}
