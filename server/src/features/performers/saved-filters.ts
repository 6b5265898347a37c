import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { saveFilters as endpoint } from '@kyc/contract/saved-filters.ts'
import type { Actor } from '../access/actor.ts'
import type { PerformerServices } from './performer-services.ts'

type Filters = BodyOf<typeof endpoint>

/** The filters that the account has saved for the list of performers. */
export async function savedFilters({ db }: PerformerServices, actor: Actor): Promise<Filters> {
  const row = await db
    .selectFrom('saved_filters')
    .select('filters')
    .where('account_id', '=', actor.id)
    .executeTakeFirst()
  return { filters: row ? [...row.filters] : [] }
}

/** Replaces them. */
export async function saveFilters(
  { db, clock }: PerformerServices,
  actor: Actor,
  { filters }: Filters,
): Promise<Filters> {
  const row = { filters: JSON.stringify(filters), updated_at: clock.now() }
  await db
    .insertInto('saved_filters')
    .values({ account_id: actor.id, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
  return { filters }
}
