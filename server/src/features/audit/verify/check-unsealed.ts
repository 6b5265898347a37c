import { setTimeout as sleep } from 'node:timers/promises'
import { minute, second } from '@kyc/contract/durations.ts'
import type pg from 'pg'
import type { AuditKeys } from '../entry-box.ts'
import type { SealedUpTo } from '../tree/checkpoint.ts'
import { checkEntry, type StoredEntry, storedColumns } from './check-entry.ts'
import { withoutShred } from './check-tree.ts'
import { type Faults, faultOf } from './faults.ts'

/**
 * Entries are sealed within a second, or within 15 s while another process takes over (`startSequencer`), so 20 s without
 * a seal are a fault. An older running transaction may delay the seal for longer.
 */
const patience = { ready: 20 * second, blocked: minute }
const pollEvery = 250
/** The rows read at once: after a long outage of the sequencer there may be any number. */
const maximum = 10_000

interface Waiting {
  /** Milliseconds that an entry may wait for its seal; by default 20 s. */
  readonly sealPatience?: number
  readonly signal?: AbortSignal
}

interface UnsealedRow extends StoredEntry {
  /** `t` if the sequencer has sealed later transactions. */
  readonly passed: 't' | 'f'
  /** `t` if no older transaction is running. */
  readonly ready: 't' | 'f'
}

const unsealedEntries = `
  SELECT ${storedColumns}, (e.xid, e.id) <= ($2::text::xid8, $3::uuid) AND $4 = 't' AS passed,
    e.xid < pg_snapshot_xmin(pg_current_snapshot()) AS ready
  FROM audit_event e LEFT JOIN audit_pii p ON p.event_id = e.id
  WHERE e.id >= $1 AND NOT EXISTS (SELECT FROM audit_leaf l WHERE l.event_id = e.id)
  ORDER BY e.id LIMIT ${maximum}`

/**
 * Checks the entries from the id `from` on that have no leaf, and waits until they are sealed. Returns how many there
 * were.
 */
export async function checkUnsealed(
  client: pg.Client,
  keys: AuditKeys,
  { from, sealedUpTo, current }: { from: string; sealedUpTo: SealedUpTo | undefined; current: string },
  faults: Faults,
  options: Waiting,
): Promise<number> {
  const position = [
    sealedUpTo?.xid ?? '0',
    sealedUpTo?.id ?? from,
    sealedUpTo?.database === current ? 't' : 'f',
  ]
  const { rows } = await client.query<UnsealedRow>(unsealedEntries, [from, ...position])
  for (const row of rows) {
    const { fault } = checkEntry(keys, row, null)
    if (fault) faults.add(fault)
    if (row.passed === 't') faults.add(faultOf('leaf_missing', { entryId: row.id }))
  }
  const withoutDetails = rows.filter(({ ip_enc }) => ip_enc === null)
  for (const { id } of await withoutShred(client, withoutDetails)) {
    faults.add(faultOf('details_missing', { entryId: id }))
  }
  await waitForSeal(
    client,
    rows.filter(({ passed }) => passed === 'f'),
    faults,
    options,
  )
  return rows.length
}

async function waitForSeal(
  client: pg.Client,
  entries: readonly UnsealedRow[],
  faults: Faults,
  options: Waiting,
): Promise<void> {
  const { sealPatience: ready = patience.ready, signal } = options
  const start = performance.now()
  let left = new Map(entries.map(({ id, ready }) => [id, ready === 't' ? start : undefined]))
  while (left.size > 0) {
    await sleep(Math.min(pollEvery, ready), undefined, { signal })
    const { rows } = await client.query<{ id: string; ready: 't' | 'f' }>(
      `SELECT e.id, e.xid < pg_snapshot_xmin(pg_current_snapshot()) AS ready FROM audit_event e
       WHERE e.id = ANY ($1) AND NOT EXISTS (SELECT FROM audit_leaf l WHERE l.event_id = e.id)`,
      [[...left.keys()]],
    )
    const now = performance.now()
    const readySince = left
    left = new Map(rows.map(({ id, ready }) => [id, readySince.get(id) ?? (ready === 't' ? now : undefined)]))
    for (const [id, since] of left) {
      if (now - (since ?? start) < (since === undefined ? patience.blocked : ready)) continue
      faults.add(faultOf('unsealed', { entryId: id }))
      left.delete(id)
    }
  }
}
