import { createHmac, timingSafeEqual } from 'node:crypto'
import { minute } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { afterEnd, isTx, type Outcome, type Tx } from '../../platform/db/transaction.ts'
import type { AuditKeys } from './entry-box.ts'

/** A process states its counts this often while it writes entries; in milliseconds. */
const statedEvery = minute

const never = Number.NEGATIVE_INFINITY

/** What a process states about the numbers of its entries. Numbers are decimal text. */
export interface EntryCount {
  readonly writer: string
  /** All acts with a number up to this one have ended. */
  readonly upto: string
  /** How many of them wrote their entry. */
  readonly written: string
  /** How many of them ended with a COMMIT whose result never arrived: each may have written its entry. */
  readonly unknown: string
  /** In microseconds since 1970. */
  readonly at_us: string
}

function macOf(keys: AuditKeys, { writer, upto, written, unknown, at_us }: EntryCount): Buffer {
  return createHmac('sha256', keys.mac)
    .update(`count ${writer} ${upto} ${written} ${unknown} ${at_us}`)
    .digest()
}

/** Whether a process with these keys stated `count`; `mac` in hex. */
export function isStated(keys: AuditKeys, count: EntryCount, mac: string): boolean {
  const [expected, given] = [macOf(keys, count), Buffer.from(mac, 'hex')]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Counts the entries of one writer, and states the counts in the database with the entries themselves. */
export class EntryCounts {
  readonly #keys: AuditKeys
  readonly #clock: Clock
  readonly #writer: string
  /** The outcomes of acts that ended before an act with a lower number. */
  readonly #ended = new Map<number, Outcome>()
  #last = 0
  #upto = 0
  #written = 0
  #unknown = 0
  #statedAt = never
  /** The transaction that states the counts. Another one of this process would wait for it to end. */
  #stating: Tx | undefined

  constructor(keys: AuditKeys, clock: Clock, writer: string) {
    this.#keys = keys
    this.#clock = clock
    this.#writer = writer
  }

  /**
   * Returns the number of the next entry, which the caller writes on `db`. If the last statement is a minute old, first
   * states the counts on `db`, so that every entry is written at most a minute after a statement, also by a process
   * that is killed.
   */
  async next(db: Db): Promise<number> {
    if (this.#isDue() && (!this.#stating || this.#stating === db)) {
      if (isTx(db)) await this.#stateWith(db)
      else await this.#state(db)
    }
    return ++this.#last
  }

  async #stateWith(tx: Tx): Promise<void> {
    if (!this.#stating) {
      this.#stating = tx
      afterEnd(tx, (outcome) => {
        this.#stating = undefined
        if (outcome !== 'committed') this.#statedAt = never
      })
    }
    await this.#state(tx)
  }

  /** Notes how the act with this number ended. */
  end(number: number, outcome: Outcome): void {
    this.#ended.set(number, outcome)
    for (;;) {
      const next = this.#ended.get(this.#upto + 1)
      if (!next) return
      this.#ended.delete(++this.#upto)
      if (next === 'committed') this.#written++
      if (next === 'unknown') this.#unknown++
    }
  }

  #isDue(): boolean {
    return Math.abs(this.#clock.now().getTime() - this.#statedAt) >= statedEvery
  }

  /** States the last counts of a process that stops. */
  async stateLast(db: Db): Promise<void> {
    if (this.#last > 0) await this.#state(db)
  }

  async #state(db: Db): Promise<void> {
    const now = this.#clock.now().getTime()
    const count = {
      writer: this.#writer,
      upto: String(this.#upto),
      written: String(this.#written),
      unknown: String(this.#unknown),
      at_us: `${now}000`,
    }
    const mac = `\\x${macOf(this.#keys, count).toString('hex')}`
    await sql`INSERT INTO public.audit_writer (writer, upto, written, unknown, at_us, mac)
      VALUES (${count.writer}::uuid, ${count.upto}::bigint, ${count.written}::bigint, ${count.unknown}::bigint,
        ${count.at_us}::bigint, ${mac}::bytea)
      ON CONFLICT (writer) DO UPDATE SET upto = EXCLUDED.upto, written = EXCLUDED.written,
        unknown = EXCLUDED.unknown, at_us = EXCLUDED.at_us, mac = EXCLUDED.mac`.execute(db)
    this.#statedAt = now
  }
}
