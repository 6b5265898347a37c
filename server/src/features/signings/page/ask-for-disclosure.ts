import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import { aboutRequest } from '../../audit/about.ts'
import { mailDisclosureRequest } from '../../mails/mail-disclosure-request.ts'
import { lockBoundLink, type UsableLink } from '../../performer-links/link-repository.ts'
import { textBox } from '../../subjects/requests-repository.ts'
import type { SigningServices } from '../signing-services.ts'

/**
 * Stores the request of the performer for the disclosure of its own data (D77) and mails the office. While one waits for its answer, a
 * repeated call changes nothing.
 */
export function askForDisclosure(
  services: SigningServices,
  { link: found, ip }: { readonly link: UsableLink; readonly ip: string | null },
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const at = services.clock.now()
    const { id: viaLink, performer_id: performerId } = await lockBoundLink(tx, at, found)
    if (await disclosureRequestedAt(tx, performerId)) return
    const [id, receivedOn] = [newId(at), dayInJapan(at)]
    await tx
      .insertInto('subject_request')
      .values({
        id,
        performer_id: performerId,
        kind: 'disclosure',
        received_on: receivedOn,
        due_on: addDays(receivedOn, limits.subjectRequest.dueDays),
        details_box: await textBox(services, tx, { id, performerId, part: 'details' }, details),
        created_at: at,
      })
      .execute()
    await services.audit.record(tx, { actor: null, ip }, 'create', aboutRequest(id, performerId), {
      after: { requestKind: 'disclosure', receivedOn },
      viaLink,
    })
    await mailDisclosureRequest(services, tx, { performerId })
  })
}

const details = '出演者ご本人が、専用ページから開示を求めました。'

/** When the newest request for disclosure that was not answered yet was stored; null without one. */
export async function disclosureRequestedAt(db: Db, performerId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('subject_request')
    .select('created_at')
    .where('performer_id', '=', performerId)
    .where('kind', '=', 'disclosure')
    .where('state', '=', 'open')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}
