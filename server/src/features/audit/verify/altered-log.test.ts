/** @module-tag long */

import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logFaultCodes } from '@kyc/contract/audit-verification.ts'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createNoteSigner } from '../../../platform/transparency/signed-note.ts'
import { sqlChanges, truncateTo } from '../../../testing/app/log-changes.ts'
import { createTestLog, sampleEntry } from '../../../testing/app/test-log.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { createAuditWriter } from '../record.ts'
import { openCheckpoint, signCheckpoint } from '../tree/checkpoint.ts'

// What a database superuser can do to the log: each random change is found and named with its code (D39).

const size = 300

const log = useStarted(createTestLog)

beforeAll(async () => {
  for (const part of [100, 80, 80, 39]) {
    await log.record(part)
    await log.publish(await log.seal())
  }
  await log.record(1)
  await log.seal()
  for (const table of tables) await sql(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`)
}, 60_000)

const tables = [
  'audit_event',
  'audit_pii',
  'audit_leaf',
  'audit_node',
  'audit_checkpoint',
  'audit_origin',
  'audit_writer',
]

const sql = (text: string, values: unknown[] = []) => log.superuser.query(text, values)

/** Undoes a change. */
async function restore(): Promise<void> {
  // Deletes instead of truncating, which would create the files of all indexes again.
  const inserts = tables.map(
    (table) => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept_${table}`,
  )
  await sql(`BEGIN; ${inserts.join(';')}; COMMIT`)
}

/** Records as a process that started after the change: an older one would miss its entries. */
async function recordAnew(count: number): Promise<void> {
  const audit = createAuditWriter(log.auditKeys, log.clock)
  await inTransaction(log.db, async (tx) => {
    for (let n = 0; n < count; n++) await audit.record(tx, ...sampleEntry(n))
  })
}

interface Change {
  readonly name: string
  readonly code: number
  /** A leaf that the report must name by its position or its entry. */
  readonly names?: number
  apply(): Promise<unknown>
  undo?(): Promise<unknown>
}

const anyOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T // not empty
const tails = [100, 180, 260]

/** One of `sqlChanges` at random leaves. */
function bySql({ name, code, named, sql: text }: (typeof sqlChanges)[number]): () => Change {
  return () => {
    const one = Math.floor(Math.random() * (size - 1))
    const two = (one + 1 + Math.floor(Math.random() * (size - 2))) % (size - 1)
    const apply = () => sql(text({ one, two, size }))
    return named ? { name, code, names: one, apply } : { name, code, apply }
  }
}

const fileOf = async (index: number) => {
  const root = join(log.folder, 'checkpoints')
  const days = (await readdir(root)).filter((name) => name !== 'audit.vkey').sort()
  const paths: string[] = []
  for (const day of days)
    for (const name of (await readdir(join(root, day))).sort()) paths.push(join(root, day, name))
  return paths[index % paths.length] as string // there are four
}

/** Changes a file; undone by writing it back. */
function changeFile(name: string, path: () => Promise<string>, change: (text: string) => string): Change {
  let restoreFile = async () => {}
  return {
    name,
    code: 6,
    async apply() {
      const file = await path()
      const text = await readFile(file, 'utf8')
      restoreFile = () => writeFile(file, text)
      await writeFile(file, change(text))
    },
    undo: () => restoreFile(),
  }
}

const kinds: readonly (() => Change)[] = [
  ...sqlChanges.map(bySql),
  () => ({
    name: 'sign a checkpoint with another key',
    code: 6,
    async apply() {
      const { rows } = await sql('SELECT size, note FROM audit_checkpoint ORDER BY random() LIMIT 1')
      const note = createNoteSigner('test-log', Buffer.alloc(32, 7)).sign(
        `${rows[0].note.split('\n\n')[0]}\n`,
      )
      await sql('UPDATE audit_checkpoint SET note = $1 WHERE size = $2', [note, rows[0].size])
    },
  }),
  () => ({ name: 'truncate the tail', code: 4, apply: () => sql(truncateTo(anyOf(tails))) }),
  () => ({
    name: 'roll back to an older dump and continue',
    code: 4,
    async apply() {
      await sql(truncateTo(anyOf(tails)))
      await recordAnew(90)
      await log.seal()
    },
  }),
  () => ({
    name: 'rewrite the history with the signing key',
    code: 4,
    async apply() {
      await sql(truncateTo(100))
      await recordAnew(199)
      await log.seal()
    },
  }),
  () => ({
    name: 'sign another root with the signing key',
    code: 4,
    async apply() {
      const { rows } = await sql('SELECT note FROM audit_checkpoint WHERE size = 180')
      const checkpoint = openCheckpoint(log.auditSigner, rows[0].note)
      if (!checkpoint) throw new Error('the note is valid')
      const root = Buffer.alloc(32, 1)
      const note = signCheckpoint(log.auditSigner, { ...checkpoint, root })
      await sql('UPDATE audit_checkpoint SET root = $1, note = $2 WHERE size = 180', [root, note])
    },
  }),
  () =>
    changeFile(
      'edit a published checkpoint',
      () => fileOf(Math.floor(Math.random() * 4)),
      (text) => text.replace('sealed 2', 'sealed 3'),
    ),
  () => {
    let undo = async () => {}
    return {
      name: 'rename a published checkpoint',
      code: 6,
      async apply() {
        const path = await fileOf(Math.floor(Math.random() * 4))
        const renamed = path.replace(/\d{4}-([0-9a-f]{8})$/, '9999-$1')
        undo = () => rename(renamed, path)
        await rename(path, renamed)
      },
      undo: () => undo(),
    }
  },
  () =>
    changeFile(
      'change the published key',
      async () => join(log.folder, 'checkpoints/audit.vkey'),
      (text) => text.replace('+', '+0'),
    ),
]

/** Each kind once; `LOG_CHANGES=1000` for nightly runs. */
const changes = Number(process.env.LOG_CHANGES ?? kinds.length)

test(`${changes} changes are found, each with its code and the entry`, { timeout: 3_600_000 }, async () => {
  const wrong: unknown[] = []
  for (let n = 0; n < changes; n++) {
    const { name, ...change } = anyOf(n < kinds.length ? kinds.slice(n, n + 1) : kinds)()
    const { rows } = await sql('SELECT event_id FROM audit_leaf WHERE leaf_index = $1', [change.names ?? -1])
    await change.apply()
    const { report } = await log.verify({ sealPatience: 20 })
    const named = report.faults.some(
      ({ entryId, leafIndex }) => leafIndex === change.names || entryId === rows[0]?.event_id,
    )
    const coded = report.faults.every(({ code, kind }) => code === logFaultCodes[kind])
    if (report.code !== change.code || (change.names !== undefined && !named) || !coded) {
      wrong.push({ name, code: report.code, expected: change.code, faults: report.faults.slice(0, 5) })
    }
    await change.undo?.()
    await restore()
  }
  expect(wrong).toEqual([])
  expect((await log.verify()).report).toMatchObject({ code: 0, size })
})
