import type { listTitles as endpoint, PartnerTitleLine } from '@kyc/contract/partner-shares.ts'
import { type PageInfo, pageById } from '../../../platform/lists/page.ts'
import type { PartnerCall } from '../../partners/api/partner-binding.ts'
import { pageOfTestRecords } from '../../partners/api/test-records.ts'
import { titleLine } from './get-title.ts'
import { testTitleLine } from './test-titles.ts'
import type { TitleServices } from './title-services.ts'
import { countTitles, findTitles } from './titles-repository.ts'

/** A page of the titles that are shared with the partner now; with a test key, of the invented ones. */
export async function listTitles(
  services: TitleServices,
  { caller: { mode, partner }, query }: PartnerCall<typeof endpoint>,
): Promise<{ body: PartnerTitleLine[]; page: PageInfo }> {
  const list = ['partner titles', mode, partner.id]
  if (mode === 'test') {
    const tests = { partnerId: partner.id, kind: 'title' } as const
    const { body, page } = await pageOfTestRecords(services, list, tests, query)
    return { body: body.map(testTitleLine), page }
  }
  const { db, cursors } = services
  const { rows, page } = await pageById(
    cursors,
    list,
    query,
    (bounds) => findTitles(db, partner.id, bounds),
    () => countTitles(db, partner.id),
  )
  return { body: rows.map(titleLine), page }
}
