import { second } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Log } from '../../log.ts'

/** The share of the limit below which the calls of one process are not reported: ordinary use costs no query. */
const unreportedShare = 1 / 20
const reportEvery = second

interface SharedCallServices {
  readonly db: Db
  readonly log: Log
}

/**
 * Adds up the calls of busy accounts and networks over all processes, by the minute of the database. An account exceeds
 * its limit at most by its calls of one second and by a twentieth of the limit for each process. While the database does
 * not answer, the limit of each process remains.
 */
export class SharedCalls {
  readonly #services: SharedCallServices
  readonly #perMinute: number
  readonly #unreported: number
  readonly #timer: NodeJS.Timeout
  #pending = new Map<string, number>()
  readonly #limitedUntil = new Map<string, number>()

  constructor(services: SharedCallServices, perMinute: number) {
    this.#services = services
    this.#perMinute = perMinute
    this.#unreported = Math.ceil(perMinute * unreportedShare)
    this.#timer = setInterval(() => void this.report(), reportEvery).unref()
  }

  /** Counts a call; `ownCalls` is the number of calls with this key that this process has received within a minute. */
  count(key: string, ownCalls: number): void {
    if (ownCalls < this.#unreported) return
    const calls = ownCalls === this.#unreported ? ownCalls : 1
    this.#pending.set(key, (this.#pending.get(key) ?? 0) + calls)
  }

  /** The seconds for which all processes together refuse calls with this key; undefined if they don't. */
  refusedFor(key: string): number | undefined {
    const left = (this.#limitedUntil.get(key) ?? 0) - performance.now()
    if (left > 0) return Math.ceil(left / 1000)
    this.#limitedUntil.delete(key)
    return undefined
  }

  /** Reports the calls since the last report. Never rejects. */
  async report(): Promise<void> {
    if (this.#pending.size === 0) return
    const calls = [...this.#pending]
    this.#pending = new Map()
    try {
      for (const { key, total, seconds } of await addCalls(this.#services.db, calls)) {
        if (total > this.#perMinute) this.#limitedUntil.set(key, performance.now() + seconds * 1000)
      }
    } catch (error) {
      this.#services.log.warn({ err: error }, 'calls were not added to those of the other processes')
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }
}

/** Adds calls to those of this minute, and returns the totals and the seconds until its end. */
async function addCalls(
  db: Db,
  calls: readonly (readonly [key: string, calls: number])[],
): Promise<{ key: string; total: number; seconds: number }[]> {
  const added = JSON.stringify(calls.map(([key, count]) => ({ key, calls: count })))
  // Ordered by key, so that two processes never wait for each other.
  const { rows } = await sql<{ key: string; total: number; seconds: number }>`
    INSERT INTO call_count AS counted (key, minute, calls)
    SELECT key, date_trunc('minute', now()), calls
    FROM jsonb_to_recordset(${added}::jsonb) AS added(key text, calls int) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET minute = excluded.minute,
      calls = excluded.calls + CASE WHEN counted.minute = excluded.minute THEN counted.calls ELSE 0 END
    RETURNING key, calls AS total,
      extract(epoch FROM minute + interval '1 minute' - now())::float8 AS seconds`.execute(db)
  return rows
}

/** Deletes the counts of past minutes. */
export async function forgetPastCalls(db: Db): Promise<void> {
  await db.deleteFrom('call_count').where('minute', '<', sql<Date>`now() - interval '2 minutes'`).execute()
}
