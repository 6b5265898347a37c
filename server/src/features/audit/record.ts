import { randomUUID } from 'node:crypto'
import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import type { LeafContent } from '@kyc/contract/log-entries.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
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
import { leafHash, leafMac } from './leaf.ts'

/** Who acts, and from where: a call, or `byJob`. */
export type Origin = {
  /** An account or its id; none for an act without a session and for jobs. */
  readonly actor?: { readonly id: string } | string | null | undefined
} & ({ readonly ip: string | null } | { readonly request: { readonly ip: string | null } })

/** The record that an entry is about; the functions of about.ts build it for each kind. */
export interface About {
  readonly resourceType: AuditResourceType
  /** The id of the record; `{performer}/{type}` for a document, `{partner}/{delivery}` for a delivery. */
  readonly resourceId: string | null
  /** The performer that a document belongs to. */
  readonly subject?: string
  /**
   * Besides admins and the actor, the only account that may read the entry and gets the live update: the owner of
   * the record, or null if the owner must not see the entry.
   */
  readonly owner: string | null
  /** What every entry about such a record states, before the details of the act. */
  readonly details?: AuditDetails
}

/** What happened: the arguments of an entry. */
export type Entry = [
  by: Origin,
  action: AuditAction,
  about: About,
  /**
   * `before` and `after` for changes; other keys by action (`version`, `codes`, …). Must not contain secrets or file
   * contents.
   */
  details: AuditDetails,
]

/**
 * Writes the log. Each process is one writer that numbers its entries. The number is part of the leaf and
 * therefore assigned before the insert: an act that rolls back, or a read that matches no row, leaves a gap.
 * Gaps are normal; how many numbers were written is stated and verified (`EntryCounts`).
 */
export interface AuditWriter {
  /** Adds an entry in the transaction of the act, so that an act never commits without its entry. */
  record(tx: Tx, ...entry: Entry): Promise<void>
  /** Like `record`, and returns the id of the entry, by which its proof is read once a checkpoint seals it. */
  recordProvable(tx: Tx, ...entry: Entry): Promise<string>
  /**
   * Adds the entry of a view before the first byte is sent; alone it needs no transaction. `and` are common table
   * expressions of the same statement, which write what belongs to the view.
   */
  recordRead(db: Db, entry: Entry, and?: readonly RawBuilder<unknown>[]): Promise<void>
  /** States how many entries this process has written (D121). A process calls it last, when it stops. */
  stateCounts(db: Db): Promise<void>
}

/** The database confirmed the statement of an entry, but has not inserted it: a trigger or a rule prevents it. */
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
  const insert = async (db: Db, number: number, entry: Entry, and?: readonly RawBuilder<unknown>[]) => {
    const prepared = prepareEntry(keys, clock.now(), writer, number, entry)
    await insertEntry(db, prepared, and)
    return prepared.event.id
  }
  const record = async (tx: Tx, entry: Entry, and?: readonly RawBuilder<unknown>[]) => {
    const number = await counts.next(tx)
    afterEnd(tx, (outcome) => counts.end(number, outcome))
    const id = await insert(tx, number, entry, and)
    if (changed && isChange(entry[1])) afterCommit(tx, changed)
    return id
  }
  return {
    async record(tx, ...entry) {
      await record(tx, entry)
    },
    recordProvable: (tx, ...entry) => record(tx, entry),
    async recordRead(db, entry, and) {
      if (isTx(db)) {
        await record(db, entry, and)
        return
      }
      const number = await counts.next(db)
      let outcome: Outcome = 'unknown'
      try {
        await insert(db, number, entry, and)
        outcome = 'committed'
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
  db: Db,
  { event, boxes }: PreparedEntry,
  and: readonly RawBuilder<unknown>[] = [],
): Promise<void> {
  const insert = sql`entry AS (
      INSERT INTO public.audit_event (id, at_us, actor, action, rtype, rid, subject, owner, writer, wseq, ip_commit, details_commit, leaf, mac)
      VALUES (${event.id}::uuid, ${event.at_us}::bigint, ${event.actor}::uuid, ${event.action}::text, ${event.rtype}::text,
        ${event.rid}::text, ${event.subject}::uuid, ${event.owner}::uuid, ${event.writer}::uuid, ${event.wseq}::bigint,
        ${pgBytes(event.ip_commit)}::bytea, ${pgBytes(event.details_commit)}::bytea, ${pgBytes(event.leaf)}::bytea, ${pgBytes(event.mac)}::bytea)
      RETURNING id)`
  const { numAffectedRows } = await sql`${prepared}
    WITH ${sql.join([insert, ...and])}
    INSERT INTO public.audit_pii (event_id, ip_enc, details_enc)
    SELECT id, ${boxes.ip}::bytea, ${boxes.details}::bytea FROM entry`.execute(db)
  if (numAffectedRows !== 1n) throw new EntryNotWritten()
}

type PreparedEntry = ReturnType<typeof prepareEntry>

/** Hex in the input format of bytea. */
const pgBytes = (hex: string) => `\\x${hex}`

function prepareEntry(keys: AuditKeys, now: Date, writer: string, wseq: number, entry: Entry) {
  const [by, action, about, detailsOfAct] = entry
  const id = newId(now, wseq)
  const ip = encryptValue(keys, id, 'ip' in by ? by.ip : by.request.ip)
  const details = encryptValue(keys, id, { ...about.details, ...detailsOfAct })
  const content: LeafContent = {
    id,
    at_us: `${now.getTime()}000`,
    actor: (typeof by.actor === 'string' ? by.actor : by.actor?.id) ?? null,
    action,
    rtype: about.resourceType,
    rid: about.resourceId,
    subject: about.subject ?? null,
    owner: about.owner,
    writer,
    wseq: String(wseq),
    ip_commit: ip.commit,
    details_commit: details.commit,
  }
  const leaf = leafHash(content)
  return {
    event: { ...content, leaf, mac: leafMac(keys, id, leaf) },
    boxes: { ip: ip.encrypted, details: details.encrypted },
  }
}
