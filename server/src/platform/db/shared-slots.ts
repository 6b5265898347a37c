import { randomUUID } from 'node:crypto'
import { second } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import type { Log } from '../log.ts'
import type { Db } from './database.ts'
import { interval } from './time.ts'

/** Things of which there may be only a few at a time, counted over all processes of the installation. */
export interface SharedSlots {
  /**
   * Takes one of the `limit` slots called `name` and returns the function that releases it; undefined if all are taken.
   * The slots of a process that hangs or is killed are free after `slotLease`.
   */
  take(name: string, limit: number): Promise<ReleaseSlot | undefined>
  close(): void
}

/** Never rejects: a slot that is not released expires. */
export type ReleaseSlot = () => Promise<void>

/** Short, because a repeat waits for the slot of a call whose process was killed. */
export const slotLease = 5 * second

export function createSharedSlots({ db, log }: { readonly db: Db; readonly log: Log }): SharedSlots {
  const held = new Set<string>()
  const renew = () => {
    if (held.size === 0) return
    renewSlots(db, [...held]).catch((error) => log.warn({ err: error }, 'shared slots were not renewed'))
  }
  const timer = setInterval(renew, slotLease / 3).unref()
  return {
    async take(name, limit) {
      const holder = randomUUID()
      // A failed attempt means that others took a slot meanwhile, so after `limit` attempts all are taken.
      for (let attempt = 0; attempt < limit; attempt++) {
        if (!(await insertSlot(db, { name, limit, holder }))) continue
        held.add(holder)
        return async () => {
          held.delete(holder)
          const released = db.deleteFrom('shared_slot').where('name', '=', name).where('holder', '=', holder)
          await released
            .execute()
            .catch((error) => log.warn({ err: error }, 'a shared slot was not released'))
        }
      }
      return undefined
    },
    close: () => clearInterval(timer),
  }
}

/** One statement, so that concurrent callers never take the same slot. */
async function insertSlot(
  db: Db,
  { name, limit, holder }: { readonly name: string; readonly limit: number; readonly holder: string },
): Promise<boolean> {
  const expiresAt = sql`now() + ${interval(slotLease)}`
  const { rows } = await sql`
    INSERT INTO shared_slot AS slot (name, number, holder, expires_at)
    SELECT ${name}, n, ${holder}::uuid, ${expiresAt} FROM generate_series(1, ${limit}::int) n
    WHERE NOT EXISTS (SELECT FROM shared_slot s WHERE s.name = ${name} AND s.number = n AND s.expires_at > now())
    ORDER BY n LIMIT 1
    ON CONFLICT (name, number) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
    WHERE slot.expires_at <= now()
    RETURNING number`.execute(db)
  return rows.length > 0
}

async function renewSlots(db: Db, holders: readonly string[]): Promise<void> {
  await db
    .updateTable('shared_slot')
    .set({ expires_at: sql`now() + ${interval(slotLease)}` })
    .where('holder', 'in', holders)
    .execute()
}
