import { dayInJapan } from '@kyc/contract/dates.ts'
import type { PartnerTitleState } from '@kyc/contract/partner-api-vocabulary.ts'
import type { getTitle as endpoint, PartnerTitle, PartnerTitleLine } from '@kyc/contract/partner-shares.ts'
import type { GateState } from '@kyc/contract/readiness.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { PartnerCall } from '../../partners/api/partner-binding.ts'
import { readSharedRecords } from '../get-shared.ts'
import type { ShareServices } from '../share-services.ts'
import { getTestTitle } from './test-titles.ts'
import type { TitleServices } from './title-services.ts'
import { findOpenPublication, findTitleStops, getTitleRow, type TitleRow } from './titles-repository.ts'

/** Readiness of a title, computed from the records as they are now (D112). */
export async function getTitle(
  services: TitleServices,
  { caller: { mode, partner }, params: { reference } }: PartnerCall<typeof endpoint>,
): Promise<{ body: PartnerTitle }> {
  const { db } = services
  if (mode === 'test') return { body: await getTestTitle(db, partner.id, reference) }
  return { body: await readTitle(services, db, await getTitleRow(db, partner.id, reference)) }
}

export async function readTitle(
  { clock }: Pick<ShareServices, 'clock'>,
  db: Db,
  row: TitleRow,
): Promise<PartnerTitle> {
  const { video_id: videoId, channel_id: channelId } = row
  const records = await readSharedRecords(db, { videoId, channelId, day: dayInJapan(clock.now()) })
  const open = await findOpenPublication(db, row)
  return {
    ...titleLine(row),
    state: records.blockers.length === 0 ? 'ready' : 'blocked',
    records,
    publication: open ? { published_on: open.started_on, address: open.address } : null,
    stops: await findTitleStops(db, row),
  }
}

const states = {
  complete: 'ready',
  missing: 'blocked',
  partly: 'blocked',
  unknown: 'unknown',
} as const satisfies Record<GateState, PartnerTitleState>

/** What identifies a title in a list, with the stored answer. */
export function titleLine(row: TitleRow): PartnerTitleLine {
  return {
    id: row.id,
    reference: row.reference,
    title: row.title,
    product_number: row.product_number,
    organisation: row.owner_name,
    channel: row.channel,
    state: states[row.gate],
    test: false,
    shared_at: row.created_at.toISOString(),
  }
}
