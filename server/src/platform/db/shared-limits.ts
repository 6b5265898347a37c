import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import type { Log } from '../log.ts'
import type { Db } from './database.ts'
import { interval } from './time.ts'

/** Limits for all processes of the installation together: rows of `limit_use` (docs/decisions/0075). */
export interface SharedLimits {
  /** Names this process in limits that each process has for itself. */
  readonly process: string
  /**
   * Takes one of `most` places called `name` and returns the function that releases it; undefined if all are taken and
   * none becomes free for `patience` milliseconds. The places of a process that hangs or is killed are free after
   * `placeLease`.
   */
  take(name: string, most: number, patience?: number): Promise<ReleasePlace | undefined>
  /**
   * States what this process uses of each limit for the next `duration` milliseconds, and returns what all processes
   * use.
   */
  state(uses: readonly Use[], duration: number): Promise<Use[]>
  close(): void
}

/** Never rejects: a place that is not released expires. */
export type ReleasePlace = () => Promise<void>

export interface Use {
  readonly name: string
  readonly uses: number
}

/** Short, because a repeat waits for the place of a call whose process was killed. */
export const placeLease = 5 * second
const tryEvery = second / 2

export function createSharedLimits({ db, log }: { readonly db: Db; readonly log: Log }): SharedLimits {
  const self = randomUUID()
  let isClosed = false
  /** The names of the places that this process has or waits for, by holder. */
  const places = new Map<string, string>()
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)
  const renew = () => {
    if (places.size > 0) renewPlaces(db, [...places.keys()]).catch(warn('shared places were not renewed'))
  }
  const timer = setInterval(renew, placeLease / 3).unref()
  const takePlace = async (holder: string, name: string, most: number, patience: number) => {
    for (const end = performance.now() + patience; ; await sleep(tryEvery)) {
      if (await insertPlace(db, { holder, name, most })) return true
      if (performance.now() >= end) return false
    }
  }
  return {
    process: self,
    async take(name, most, patience = 0) {
      // Refused without a query, so that an account that floods this process costs the database nothing.
      if ([...places.values()].filter((each) => each === name).length >= most) return undefined
      const holder = randomUUID()
      places.set(holder, name)
      let isTaken = false
      try {
        isTaken = await takePlace(holder, name, most, patience)
      } finally {
        if (!isTaken) places.delete(holder)
      }
      if (!isTaken) return undefined
      return async () => {
        places.delete(holder)
        await db
          .deleteFrom('limit_use')
          .where('holder', '=', holder)
          .execute()
          .catch(warn('a shared place was not released'))
      }
    },
    // A process that stops may report once more after its database was closed.
    state: async (uses, duration) => (isClosed ? [] : stateUses(db, self, uses, duration)),
    close: () => {
      isClosed = true
      clearInterval(timer)
    },
  }
}

async function insertPlace(
  db: Db,
  { holder, name, most }: { readonly holder: string; readonly name: string; readonly most: number },
): Promise<boolean> {
  const { rows } = await sql<{ total: number }>`
    SELECT use_limit(${name}, ${holder}::uuid, 1, ${most}, ${placeLease / 1000}) AS total`.execute(db)
  return (rows[0]?.total ?? 0) <= most
}

async function renewPlaces(db: Db, holders: readonly string[]): Promise<void> {
  await db
    .updateTable('limit_use')
    .set({ ends_at: sql`now() + ${interval(placeLease)}` })
    .where('holder', 'in', holders)
    .execute()
}

async function stateUses(db: Db, holder: string, uses: readonly Use[], duration: number): Promise<Use[]> {
  // Stated in the order of the names, so that two processes never wait for each other.
  const { rows } = await sql<Use>`
    SELECT name, use_limit(name, ${holder}::uuid, uses, NULL, ${duration / 1000}) AS uses
    FROM (SELECT * FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS use (name text, uses int)
      ORDER BY name OFFSET 0) ordered`.execute(db)
  return rows
}

/** Deletes the uses that have ended. */
export async function deleteEndedUses(db: Db): Promise<void> {
  await db.deleteFrom('limit_use').where('ends_at', '<', sql<Date>`now()`).execute()
}
