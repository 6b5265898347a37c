import { dayInJapan } from '@kyc/contract/dates.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type {
  listSealedPerformers as endpoint,
  ListedSealedPerformer,
} from '@kyc/contract/sealed-performers.ts'
import { boundedTotal, countBounded, cutPage, type PageInfo } from '../../../platform/lists/page.ts'
import type { Reader } from '../../access/scope.ts'
import type { PerformerServices } from '../performer-services.ts'
import { presentListed } from './present-sealed.ts'
import { findSealed, selectMatching } from './sealed-repository.ts'

/** A page of sealed records, those whose retention ends first in front. Creates no entry. */
export async function listSealed(
  { clock, cursors, db }: PerformerServices,
  reader: Reader,
  { filter, cursor, limit = limits.page.size }: QueryOf<typeof endpoint>,
): Promise<{ body: ListedSealedPerformer[]; page: PageInfo }> {
  const now = clock.now()
  const today = dayInJapan(now)
  const { organisation } = reader.scope
  const selection = { now, today, filter, organisation }
  const list = JSON.stringify(['sealed', filter, organisation])
  const [retainUntil, id] = cursor === undefined ? [] : cursors.decode(list, cursor)
  const after = retainUntil === undefined || id === undefined ? undefined : { retainUntil, id }
  const rows = await findSealed(db, selection, { after, limit: limit + 1 })
  const { shown, next } = cutPage(rows, limit, (last) => cursors.encode(list, [last.retain_until, last.id]))
  const total = boundedTotal(await countBounded(db, selectMatching(selection)))
  return { body: shown.map((row) => presentListed(reader, row)), page: { next, ...total } }
}
