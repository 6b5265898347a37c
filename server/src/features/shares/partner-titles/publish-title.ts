import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { rules } from '@kyc/contract/law-rules.ts'
import { limits } from '@kyc/contract/limits.ts'
import type * as contract from '@kyc/contract/partner-shares.ts'
import type { PartnerTitle } from '@kyc/contract/partner-shares.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutVideo } from '../../audit/about.ts'
import type { PartnerCall } from '../../partners/api/partner-binding.ts'
import { refreshGate } from '../../videos/gate/refresh-gate.ts'
import { findMissing } from '../../videos/gate/refuse-missing.ts'
import {
  findPublications,
  insertPublication,
  lastDayOf,
  updatePublicationRow,
} from '../../videos/publications/publications-repository.ts'
import { keepRecords, startsOtherwise } from '../../videos/publications/write-publication.ts'
import { touchVideo } from '../../videos/videos-repository.ts'
import { readTitle } from './get-title.ts'
import { publishTestTitle, unpublishTestTitle } from './test-titles.ts'
import type { TitleServices } from './title-services.ts'
import { findOpenPublication, lockTitle, type TitleRow } from './titles-repository.ts'

/**
 * Records that the partner publishes the title, or corrects it, as the owner does (D97): in the same row, after the
 * check of the same gate. A repeat changes nothing.
 */
export async function publishTitle(
  services: TitleServices,
  call: PartnerCall<typeof contract.publishTitle>,
): Promise<{ body: PartnerTitle }> {
  const { caller, body: sent } = call
  if (caller.mode === 'test') return { body: await publishTestTitle(services, call) }
  return onLockedTitle(services, call, async (tx, row, at) => {
    const after = { startedOn: sent.published_on, address: sent.address || null }
    const open = await findOpenPublication(tx, row)
    const before = open ? { startedOn: open.started_on, address: open.address } : null
    if (before?.startedOn === after.startedOn && before.address === after.address) return undefined
    // An earlier day, or one to come, is checked like a new publication, as for the owner.
    const today = dayInJapan(at)
    if (!before || startsOtherwise(before, after, today))
      await refuseBlocked(tx, row, { startedOn: after.startedOn, today })
    const columns = {
      ...{ channel_id: row.channel_id, started_on: after.startedOn, ended_on: null },
      ...{ address: after.address, external_id: open?.external_id ?? null },
    }
    if (open) {
      await updatePublicationRow(tx, open.id, { ...columns, version: open.version + 1, updated_at: at })
    } else {
      if ((await findPublications(tx, row.video_id)).length >= limits.publications.perVideo)
        throw new Problem('TOO_MANY_PUBLICATIONS')
      const by = { created_by: null, partner_id: caller.partner.id }
      await insertPublication(tx, { ...columns, videoId: row.video_id, by, at })
    }
    return { channel: row.channel, ...(before ? { before } : {}), after }
  })
}

/** Records that today is the last day on which the partner publishes the title. A repeat changes nothing. */
export async function unpublishTitle(
  services: TitleServices,
  call: PartnerCall<typeof contract.unpublishTitle>,
): Promise<{ body: PartnerTitle }> {
  if (call.caller.mode === 'test') return { body: await unpublishTestTitle(services, call) }
  return onLockedTitle(services, call, async (tx, row, at) => {
    const open = await findOpenPublication(tx, row)
    if (!open) return undefined
    const endedOn = lastDayOf(open, at)
    const { address, external_id, started_on, version } = open
    const columns = { channel_id: row.channel_id, started_on, ended_on: endedOn, address, external_id }
    await updatePublicationRow(tx, open.id, { ...columns, version: version + 1, updated_at: at })
    await keepRecords(services, tx, row.video_id, { endedOn })
    return { channel: row.channel, before: { endedOn: null }, after: { endedOn } }
  })
}

async function onLockedTitle(
  services: TitleServices,
  {
    caller: { partner },
    params,
    request,
  }: Pick<PartnerCall<typeof contract.getTitle>, 'caller' | 'params' | 'request'>,
  change: (tx: Tx, row: TitleRow, at: Date) => Promise<AuditDetails | undefined>,
): Promise<{ body: PartnerTitle }> {
  const body = await inTransaction(services.db, async (tx) => {
    const row = await lockTitle(tx, partner.id, params.reference)
    const details = await change(tx, row, services.clock.now())
    if (details) {
      await touchVideo(services, tx, row.video_id)
      const about = aboutVideo(row.video_id, row.owner_id)
      const named = { ...details, partnerName: partner.name }
      await services.audit.record(tx, { actor: null, request }, 'update', about, named)
      await refreshGate(services, tx, row.video_id)
    }
    return readTitle(services, tx, row)
  })
  return { body }
}

/** Names each blocker by its rule and the number of the performer: neither an id of a record nor a name. */
async function refuseBlocked(
  tx: Tx,
  { video_id, channel }: TitleRow,
  planned: { readonly startedOn: string; readonly today: string },
): Promise<void> {
  const { row, blockers } = await findMissing(tx, video_id, { ...planned, channel, endedOn: null })
  if (blockers.length === 0) return
  const numbers = new Map(row.appearances.map(({ performerId }, index) => [performerId, index + 1]))
  throw new Problem('TITLE_BLOCKED', {
    errors: blockers.map(({ rule, performerId }) => ({
      field: performerId ? `${rule}.${numbers.get(performerId)}` : rule,
      message: rules[rule].text,
    })),
  })
}
