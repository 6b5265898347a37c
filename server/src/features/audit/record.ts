import { randomUUID } from 'node:crypto'
import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { hmacPads } from '../../platform/crypto/short-key-hmac.ts'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import {
  afterCommit,
  afterEnd,
  isRefusal,
  isTx,
  type Outcome,
  type Tx,
} from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { type AuditKeys, encryptValue } from './entry-box.ts'
import { EntryCounts } from './entry-counts.ts'
import { isChange } from './is-change.ts'
import { entryKey, leafAroundOwner, leafHash, leafMac } from './leaf.ts'

/** The content of an audit entry (D38). `details` must not contain secrets or file contents. */
export interface AuditRecord {
  /** Null for an act without a session and for jobs. */
  readonly actor: string | null
  readonly action: AuditAction
  readonly resourceType: AuditResourceType
  /** The id of the record; `{performer}/{type}` for a document, `{partner}/{delivery}` for a delivery. */
  readonly resourceId: string | null
  /** The performer that a document belongs to. */
  readonly subject?: string
  /**
   * Besides admins and the actor, the only account that may read the entry and gets the live update (D3): the owner of
   * the record, or null if the owner must not see the entry.
   */
  readonly owner: string | null
  readonly ip: string | null
  /** `before` and `after` for changes; other keys by action (`documentType`, `version`, `codes`, …). */
  readonly details: AuditDetails
}

/** An entry whose owner comes from the statement that inserts it. */
export type AuditRead = Omit<AuditRecord, 'owner'>

/**
 * Writes the log. Each process is one writer that numbers its entries. The number is part of the leaf and
 * therefore assigned before the insert: an act that rolls back, or a read that matches no row, leaves a gap.
 * Gaps are normal; how many numbers were written is stated and verified (`EntryCounts`).
 */
export interface AuditWriter {
  /** Adds an entry in the transaction of the act, so that an act never commits without its entry. */
  record(tx: Tx, entry: AuditRecord): Promise<void>
  /**
   * Runs `select`, which finds at most one row with a column `owner_id`, and adds the entry of this row in the same
   * statement; `and` is a further common table expression, which may use the row as `seen`.
   * @returns the row, undefined if there is none and thus no entry
   */
  recordRead<Row>(
    db: Db,
    select: RawBuilder<unknown>,
    entry: AuditRead,
    and?: RawBuilder<unknown>,
  ): Promise<Row | undefined>
  /** States how many entries were written since the last statement (D121), the last act of a process. */
  stateCounts(db: Db): Promise<void>
}

/** The database confirmed the statement of an entry, but has not inserted it: a trigger or a rule prevents it (D121). */
export class EntryNotWritten extends Error {
  override readonly name = 'EntryNotWritten'
  constructor() {
    super(
      'the database did not insert an entry of the audit log: npm run doctor names what its schema has in addition',
    )
  }
}

/** Calls `changed` after the commit of each entry of a change (D42). */
export function createAuditWriter(keys: AuditKeys, clock: Clock, changed?: () => void): AuditWriter {
  // Random: an id with a time belongs to a release that stated no counts.
  const writer = randomUUID()
  const counts = new EntryCounts(keys, clock, writer)
  const prepare = (number: number, entry: AuditRead) => prepareEntry(keys, clock.now(), writer, number, entry)
  return {
    async record(tx, entry) {
      const number = await counts.next(tx)
      afterEnd(tx, (outcome) => counts.end(number, outcome))
      await insertEntry(tx, keys, prepare(number, entry), entry.owner)
      if (changed && isChange(entry.action)) afterCommit(tx, changed)
    },
    async recordRead<Row>(db: Db, select: RawBuilder<unknown>, entry: AuditRead, and?: RawBuilder<unknown>) {
      const number = await counts.next(db)
      if (isTx(db)) {
        afterEnd(db, (outcome) => counts.end(number, outcome))
        return await insertIfRead<Row>(db, keys, { ...prepare(number, entry), select, and })
      }
      let outcome: Outcome = 'unknown'
      try {
        const row = await insertIfRead<Row>(db, keys, { ...prepare(number, entry), select, and })
        outcome = row ? 'committed' : 'rolledBack'
        return row
      } catch (error) {
        if (isRefusal(error) || error instanceof EntryNotWritten) outcome = 'rolledBack'
        throw error
      } finally {
        counts.end(number, outcome)
      }
    },
    stateCounts: (db) => counts.stateLast(db),
  }
}

/** @throws EntryNotWritten */
async function insertEntry(
  tx: Tx,
  keys: AuditKeys,
  { event, pii }: PreparedEntry,
  owner: string | null,
): Promise<void> {
  const leaf = leafHash({ ...event, owner })
  const mac = leafMac(keys, event.id, leaf)
  const { numAffectedRows } =
    await sql`${prepared}WITH entry AS (INSERT INTO public.audit_event (${eventColumns})
              VALUES (${eventValues(event)}, ${owner}::uuid, ${pgBytes(leaf)}::bytea, ${pgBytes(mac)}::bytea) RETURNING id)
            INSERT INTO public.audit_pii (${piiColumns}) SELECT id, ${piiValues(pii)} FROM entry`.execute(tx)
  if (numAffectedRows !== 1n) throw new EntryNotWritten()
}

/** @throws EntryNotWritten */
async function insertIfRead<Row>(
  db: Db,
  keys: AuditKeys,
  {
    event,
    pii,
    select,
    and,
  }: PreparedEntry & { select: RawBuilder<unknown>; and?: RawBuilder<unknown> | undefined },
): Promise<Row | undefined> {
  const { rows } = await sql<Row & { entries_written: number }>`${prepared}
    WITH seen AS (${select}),
      entry_leaf AS (SELECT owner_id, ${leafInSql(event)} AS leaf FROM seen),
      entry AS (INSERT INTO public.audit_event (${eventColumns})
        SELECT ${eventValues(event)}, owner_id, leaf, ${macInSql(keys, event.id)} FROM entry_leaf RETURNING id),
      entry_pii AS (INSERT INTO public.audit_pii (${piiColumns}) SELECT id, ${piiValues(pii)} FROM entry RETURNING event_id)
      ${and ? sql`, ${and}` : sql``}
    SELECT seen.*, (SELECT count(*)::int FROM entry_pii) AS entries_written FROM seen`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { entries_written, ...found } = row
  if (entries_written !== 1) throw new EntryNotWritten()
  return found as unknown as Row // the row without the count that was added to it
}

/** The leaf hash where only the statement has the owner: that of the JSON around the column `owner_id`. */
function leafInSql(event: PreparedEvent): RawBuilder<Buffer> {
  const [before, after] = leafAroundOwner(event)
  return sql`sha256('\\x00'::bytea || convert_to(${before}::text || coalesce(to_json(owner_id)::text, 'null') || ${after}::text, 'UTF8'))`
}

/** The MAC of the column `leaf`: an HMAC (RFC 2104) of two hashes. The statement contains the key of this entry only. */
function macInSql(keys: AuditKeys, id: string): RawBuilder<Buffer> {
  const { inner, outer } = hmacPads(entryKey(keys, id))
  return sql`sha256(${outer}::bytea || sha256(${inner}::bytea || leaf))`
}

type PreparedEntry = ReturnType<typeof prepareEntry>
type PreparedEvent = PreparedEntry['event']
type PreparedPii = PreparedEntry['pii']

const eventColumns = sql.raw(
  'id, at_us, actor, action, rtype, rid, subject, writer, wseq, ip_commit, details_commit, owner, leaf, mac',
)
const piiColumns = sql.raw('event_id, ip_enc, details_enc')

function eventValues(event: PreparedEvent): RawBuilder<unknown> {
  return sql`${event.id}::uuid, ${event.at_us}::bigint, ${event.actor}::uuid, ${event.action}::text,
    ${event.rtype}::text, ${event.rid}::text, ${event.subject}::uuid, ${event.writer}::uuid, ${event.wseq}::bigint,
    ${pgBytes(event.ip_commit)}::bytea, ${pgBytes(event.details_commit)}::bytea`
}

function piiValues(pii: PreparedPii): RawBuilder<unknown> {
  return sql`${pii.ip_enc}::bytea, ${pii.details_enc}::bytea`
}

/** Hex in the input format of bytea. */
const pgBytes = (hex: string) => `\\x${hex}`

function prepareEntry(keys: AuditKeys, now: Date, writer: string, wseq: number, entry: AuditRead) {
  const id = newId(now, wseq)
  const ip = encryptValue(keys, id, entry.ip)
  const details = encryptValue(keys, id, entry.details)
  return {
    event: {
      id,
      at_us: `${now.getTime()}000`,
      actor: entry.actor,
      action: entry.action,
      rtype: entry.resourceType,
      rid: entry.resourceId,
      subject: entry.subject ?? null,
      writer,
      wseq: String(wseq),
      ip_commit: ip.commit,
      details_commit: details.commit,
    },
    pii: { ip_enc: ip.encrypted, details_enc: details.encrypted },
  }
}
