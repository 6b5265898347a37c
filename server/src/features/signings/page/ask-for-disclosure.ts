import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { PageSession } from '@kyc/contract/page-session.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import { aboutRequest } from '../../audit/about.ts'
import { mailDisclosureRequest } from '../../mails/mail-disclosure-request.ts'
import { lockBoundLink, type UsableLink } from '../../performer-links/link-repository.ts'
import { textBox } from '../../subjects/requests-repository.ts'
import type { SigningServices } from '../signing-services.ts'
import { disclosureRequestedAt } from './disclosure-requested-at.ts'
import { presentPage } from './present-page.ts'

interface Asking {
  readonly link: UsableLink
  readonly ip: string | null
}

/**
 * Stores the request of the performer for the disclosure of its own data (D77) and mails the office. While one waits for its answer, a
 * repeated call changes nothing.
 */
export function askForDisclosure(
  services: SigningServices,
  { link: found, ip }: Asking,
): Promise<PageSession> {
  return inTransaction(services.db, async (tx) => {
    const link = await lockBoundLink(tx, services.clock.now(), found)
    if (!(await disclosureRequestedAt(tx, link.performer_id))) await store(services, tx, { link, ip })
    return presentPage(services, tx, link)
  })
}

async function store(
  services: SigningServices,
  tx: Tx,
  { link: { id: viaLink, performer_id: performerId }, ip }: Asking,
): Promise<void> {
  const at = services.clock.now()
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
}

const details = '出演者ご本人が、専用ページから開示を求めました。'
