import { randomBytes } from 'node:crypto'
import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { noteWrite } from '../../platform/db/observed-writes.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { afterCommit, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { isChange } from './is-change.ts'
import { type AuditKeys, encryptValue, leafHash, leafMac } from './seal.ts'

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
 * Gaps are normal.
 */
export interface AuditWriter {
  /** Adds an entry in the transaction of the act, so that an act never commits without its entry. */
  record(tx: Tx, entry: AuditRecord): Promise<void>
  /**
   * Returns common table expressions that add an entry for each row of `source`, a common table expression
   * with a column `owner_id`: a read and its entry in one statement.
   */
  recordFrom(source: string, entry: AuditRead): RawBuilder<unknown>
}

/** Calls `changed` after the commit of each entry of a change (D42). */
export function createAuditWriter(keys: AuditKeys, clock: Clock, changed?: () => void): AuditWriter {
  const writer = newId()
  let wseq = 0
  const prepare = (entry: AuditRead) => {
    noteWrite(entry.action) // compared with what the endpoint declares (D61)
    return prepareEntry(keys, clock.now(), writer, ++wseq, entry)
  }
  return {
    async record(tx, entry) {
      const { event, pii } = prepare(entry)
      await sql`${prepared}WITH entry AS (INSERT INTO audit_event (${eventColumns}, owner)
                  VALUES (${eventValues(event)}, ${entry.owner}) RETURNING id)
                INSERT INTO audit_pii (${piiColumns}) SELECT id, ${piiValues(pii)} FROM entry`.execute(tx)
      if (changed && isChange(entry.action)) afterCommit(tx, changed)
    },
    recordFrom(source, entry) {
      const { event, pii } = prepare(entry)
      return sql`entry AS (INSERT INTO audit_event (${eventColumns}, owner)
                   SELECT ${eventValues(event)}, owner_id FROM ${sql.table(source)} RETURNING id),
                 entry_pii AS (INSERT INTO audit_pii (${piiColumns}) SELECT id, ${piiValues(pii)} FROM entry)`
    },
  }
}

type PreparedEvent = ReturnType<typeof prepareEntry>['event']
type PreparedPii = ReturnType<typeof prepareEntry>['pii']

const eventColumns = sql.raw(
  'id, at_us, actor, action, rtype, rid, subject, writer, wseq, ip_commit, details_commit, leaf, mac',
)
const piiColumns = sql.raw('event_id, salt, ip_enc, details_enc')

function eventValues(event: PreparedEvent): RawBuilder<unknown> {
  return sql`${event.id}::uuid, ${event.at_us}::bigint, ${event.actor}::uuid, ${event.action}::text,
    ${event.rtype}::text, ${event.rid}::text, ${event.subject}::uuid, ${event.writer}::uuid, ${event.wseq}::bigint,
    ${event.ip_commit}::bytea, ${event.details_commit}::bytea, ${event.leaf}::bytea, ${event.mac}::bytea`
}

function piiValues(pii: PreparedPii): RawBuilder<unknown> {
  return sql`${pii.salt}::bytea, ${pii.ip_enc}::bytea, ${pii.details_enc}::bytea`
}

function prepareEntry(keys: AuditKeys, now: Date, writer: string, wseq: number, entry: AuditRead) {
  const id = newId(now, wseq)
  const salt = randomBytes(16)
  const ip = encryptValue(keys, id, salt, entry.ip)
  const details = encryptValue(keys, id, salt, entry.details)
  const atUs = `${now.getTime()}000`
  const leaf = leafHash({
    id,
    at_us: atUs,
    actor: entry.actor,
    action: entry.action,
    rtype: entry.resourceType,
    rid: entry.resourceId,
    writer,
    wseq: String(wseq),
    ip_commit: ip.commit.toString('hex'),
    details_commit: details.commit.toString('hex'),
  })
  return {
    event: {
      id,
      at_us: atUs,
      actor: entry.actor,
      action: entry.action,
      rtype: entry.resourceType,
      rid: entry.resourceId,
      subject: entry.subject ?? null,
      writer,
      wseq,
      ip_commit: ip.commit,
      details_commit: details.commit,
      leaf,
      mac: leafMac(keys, leaf),
    },
    pii: { salt, ip_enc: ip.encrypted, details_enc: details.encrypted },
  }
}
