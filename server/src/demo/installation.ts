import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** Whether all demo records were made. */
export async function isSeeded(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('installation')
    .select('name')
    .where('name', '=', 'demo.complete')
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberSeeded(db: Db): Promise<void> {
  await db.insertInto('installation').values({ name: 'demo.complete' }).execute()
}

/** Sets a mark; false where it was there already. */
export async function markOnce(tx: Tx, name: string): Promise<boolean> {
  const set = await tx
    .insertInto('installation')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
  return set !== undefined
}

/** All times of the stories count back from here, also when the seeding is taken up later. */
export async function rememberFirstStart({ db, clock }: { db: Db; clock: Clock }): Promise<Date> {
  await db
    .insertInto('installation')
    .values({ name: 'demo', at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { at } = await db
    .selectFrom('installation')
    .select('at')
    .where('name', '=', 'demo')
    .executeTakeFirstOrThrow()
  return at
}
