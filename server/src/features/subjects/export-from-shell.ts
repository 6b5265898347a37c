import { Readable } from 'node:stream'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../access/actor.ts'
import { getVisiblePerformer } from '../documents/document-repository.ts'
import { exportEntry, subjectContent } from './export-subject.ts'
import { subjectArchive } from './subject-archive.ts'
import type { SubjectServices } from './subject-services.ts'

/** The operator on the server, who has no account. */
const operator: Actor = { id: '00000000-0000-0000-0000-000000000000', role: 'superadmin' }

/**
 * `npm run subject:export`: the archive of `exportSubject` for the operator (D77). Its entry has no actor and is committed
 * before the first byte.
 * @throws Problem PERFORMER_NOT_FOUND
 */
export async function exportFromShell(
  services: Omit<SubjectServices, 'config' | 'mails'>,
  performerId: string,
): Promise<Readable> {
  const { audit, clock, db } = services
  const { id } = await getVisiblePerformer(db, operator, performerId)
  const content = await subjectContent(services, operator, id)
  await inTransaction(db, async (tx) => {
    // Sealed meanwhile.
    const { owner_id: owner } = await getVisiblePerformer(tx, operator, id)
    await audit.record(tx, { ...exportEntry(id), actor: null, owner, ip: null })
  })
  const archive = subjectArchive(services, { reader: operator, content, at: clock.now() })
  return Readable.from(archive, { objectMode: false })
}
