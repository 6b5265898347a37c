import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aboutPerformer } from '@kyc/server/features/audit/about.ts'
import type { AuditKeys } from '@kyc/server/features/audit/entry-box.ts'
import { createAuditWriter } from '@kyc/server/features/audit/record.ts'
import { openCheckpoint } from '@kyc/server/features/audit/tree/checkpoint.ts'
import { verifyLog } from '@kyc/server/features/audit/verify/verify-log.ts'
import { systemClock } from '@kyc/server/platform/clock.ts'
import { openDatabase } from '@kyc/server/platform/db/database.ts'
import { inTransaction } from '@kyc/server/platform/db/transaction.ts'
import { newId } from '@kyc/server/platform/ids.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import { checkpointStore } from '@kyc/server/platform/transparency/checkpoint-store.ts'
import { folderFiles } from '@kyc/server/platform/transparency/once-files.ts'
import type { NoteVerifier } from '@kyc/server/platform/transparency/signed-note.ts'
import { type Bench, callers, type Line } from '../bench.ts'
import { query } from '../database.ts'
import { auditKeysOf, auditSignerOf, keyRingOf } from '../seed-sealed-audit.ts'

/** The target for entries a second; at this rate, the time until they are sealed is measured. */
const wantedRate = 2000

/** Measures how fast entries are appended, one in a transaction, while the product seals them, and verified (D39). */
export async function measureAuditLog(bench: Bench): Promise<Line[]> {
  const { database, options, productEnv } = bench
  const keyRing = await keyRingOf(database.appUrl, productEnv.MASTER_KEY ?? '')
  const keys = auditKeysOf(keyRing)
  const auditSigner = await auditSignerOf(database.ownerUrl, keyRing)
  const until = options.seconds * 1000
  const single = await append(bench, keys, { perTransaction: 1, until })
  const before = await allSealed(database.ownerUrl)
  await append(bench, keys, { perTransaction: 1, until, perSecond: wantedRate })
  await allSealed(database.ownerUrl)
  const sealing = await slowestSealing(database.ownerUrl, auditSigner, before)
  // Adds many entries for the verification. This append is not measured, so its transactions may be larger.
  await append(bench, keys, { perTransaction: 50, count: options.auditEntries })
  const entries = await allSealed(database.ownerUrl)
  const folder = join(productEnv.DATA_DIR ?? '', 'checkpoints')
  await mkdir(folder, { recursive: true })
  const start = performance.now()
  const { report } = await verifyLog({
    databaseUrl: database.appUrl,
    auditKeys: keys,
    auditSigner,
    checkpoints: checkpointStore(folderFiles(folder)),
  })
  const seconds = (performance.now() - start) / 1000
  if (report.code !== 0)
    throw new Error(`the log is not correct: ${JSON.stringify(report.faults.slice(0, 3))}`)
  const verified = report.counts.entries / seconds
  return [
    {
      measure: `audit entries appended per second by ${callers} callers, one in a transaction`,
      product: `${Math.round(single)}`,
      target: '≥ 2,000',
      reached: single >= wantedRate,
    },
    {
      measure: `… from an entry to the checkpoint that contains it, at ${wantedRate} a second, 99th percentile`,
      product: `${Math.round(sealing)} ms`,
      target: '≤ 1,500 ms',
      reached: sealing <= 1500,
    },
    {
      measure: `audit entries verified per second, of ${entries}`,
      product: `${Math.round(verified)}`,
      target: '≥ 8,400: 10 million in 20 minutes',
      reached: verified >= 8400,
    },
  ]
}

const unlimited = Number.POSITIVE_INFINITY

interface Amount {
  readonly perTransaction: number
  /** Milliseconds. */
  readonly until?: number
  readonly count?: number
  readonly perSecond?: number
}

/** Returns the entries per second. */
async function append(
  { database }: Bench,
  keys: AuditKeys,
  { perTransaction, until = unlimited, count = unlimited, perSecond = unlimited }: Amount,
): Promise<number> {
  const { db, close } = openDatabase(database.appUrl, silentLog(), { max: callers })
  const audit = createAuditWriter(keys, systemClock)
  const start = performance.now()
  let written = 0
  const elapsed = () => performance.now() - start
  const caller = async () => {
    while (written < count && elapsed() < until) {
      if (written / elapsed() > perSecond / 1000) {
        await sleep(1)
        continue
      }
      written += perTransaction
      await inTransaction(db, async (tx) => {
        for (let n = 0; n < perTransaction; n++) {
          await audit.record(
            tx,
            { actor: newId(), ip: '203.0.113.7' },
            'read',
            aboutPerformer(newId(), newId()),
            { documentType: 'idFront', version: 1 },
          )
        }
      })
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  await close()
  return (written / (performance.now() - start)) * 1000
}

/** The 99th percentile of the milliseconds from an entry to its checkpoint, without the first `before` entries. */
async function slowestSealing(url: string, signer: NoteVerifier, before: number): Promise<number> {
  const rows = await query<{ ms: number; note: string }>(
    url,
    `SELECT (event.at_us / 1000)::float8 AS ms, checkpoint.note
     FROM audit_leaf AS leaf JOIN audit_event AS event ON event.id = leaf.event_id
     CROSS JOIN LATERAL
       (SELECT note FROM audit_checkpoint WHERE size > leaf.leaf_index ORDER BY size LIMIT 1) AS checkpoint
     WHERE leaf.leaf_index >= $1`,
    [before],
  )
  const notes = new Set(rows.map(({ note }) => note))
  const sealed = new Map([...notes].map((note) => [note, Number(openCheckpoint(signer, note)?.sealedAt)]))
  const times = rows
    .map(({ ms, note }) => Number(sealed.get(note)) - ms)
    .toSorted((one, other) => one - other)
  return times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN
}

async function allSealed(url: string): Promise<number> {
  for (;;) {
    const [row] = await query<{ entries: string; sealed: string }>(
      url,
      'SELECT (SELECT count(*) FROM audit_event) AS entries, (SELECT coalesce(max(size), 0) FROM audit_checkpoint) AS sealed',
    )
    if (row && row.entries === row.sealed) return Number(row.entries)
    await sleep(500)
  }
}
