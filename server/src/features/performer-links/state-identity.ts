import { dayInJapan } from '@kyc/contract/dates.ts'
import { birthDateFault } from '@kyc/contract/document-rules.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { type StatedDetail, statedDetailLabels } from '@kyc/contract/performer-link-progress.ts'
import type { stateIdentity as endpoint, LinkSession } from '@kyc/contract/performer-links.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { editByLink } from './edit-by-link.ts'
import { lockBoundLink, type UsableLink } from './link-repository.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'
import { presentSession } from './present-link.ts'
import { recordLinkAct } from './record-link-act.ts'
import { requireConsent } from './require-link.ts'

/**
 * Compares what the performer has entered with the record. An empty date of birth is filled until the first decision; nothing else of
 * the record is changed. The reply does not say what differs, because the page shows nothing of the record: only its owner and the
 * office learn it. A repeated call replaces the former statement.
 */
export async function stateIdentity(
  services: PerformerLinkServices,
  call: { readonly link: UsableLink; readonly body: BodyOf<typeof endpoint>; readonly ip: string | null },
): Promise<LinkSession> {
  const { name, dateOfBirth } = call.body
  const fault = birthDateFault(dateOfBirth, dayInJapan(services.clock.now()))
  if (fault !== undefined) throw fieldProblem('dateOfBirth', fault)
  return inTransaction(services.db, async (tx) => {
    const at = services.clock.now()
    const link = await lockBoundLink(tx, at, call.link)
    requireConsent(link)
    const record = await readIdentity(tx, link.performer_id)
    const fills = record.date_of_birth === null && !link.ever_decided
    if (fills)
      await editByLink(services, tx, {
        link,
        field: 'date_of_birth',
        columns: { date_of_birth: dateOfBirth },
      })
    const differs: StatedDetail[] = [
      ...(namesOf(record).includes(comparable(name)) ? [] : ['name' as const]),
      ...((record.date_of_birth ?? dateOfBirth) === dateOfBirth ? [] : ['dateOfBirth' as const]),
    ]
    const stated = { stated_at: at, stated_differs: differs }
    await tx.updateTable('performer_link').set(stated).where('id', '=', link.id).execute()
    await recordLinkAct(services, tx, { link, actor: null, ip: call.ip }, 'link_identity', {
      differs: differs.map((detail) => statedDetailLabels[detail]),
      ...(fills && { before: { date_of_birth: null }, after: { date_of_birth: dateOfBirth } }),
    })
    return presentSession(services, tx, { ...link, ...stated })
  })
}

function readIdentity(tx: Tx, performerId: string) {
  return tx
    .selectFrom('performer')
    .select(['last_name', 'first_name', 'last_name_roman', 'first_name_roman', 'date_of_birth'])
    .where('id', '=', performerId)
    .executeTakeFirstOrThrow()
}

/** The legal name in both writings, and each in both orders. */
function namesOf(record: Awaited<ReturnType<typeof readIdentity>>): string[] {
  const { last_name, first_name, last_name_roman, first_name_roman } = record
  return [
    [last_name, first_name],
    [last_name_roman, first_name_roman],
  ].flatMap(([last = '', first = '']) => [comparable(last + first), comparable(first + last)])
}

/** Width, case, spaces and marks between names do not make another name. */
function comparable(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Z}\p{P}\p{DI}]/gu, '')
    .toUpperCase()
}
