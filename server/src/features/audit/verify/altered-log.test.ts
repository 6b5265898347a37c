import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logFaultCodes } from '@kyc/contract/audit-verification.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNoteSigner } from '../../../platform/transparency/signed-note.ts'
import { createTestLog, type TestLog } from '../../../testing/app/test-log.ts'
import { openCheckpoint, signCheckpoint } from '../tree/checkpoint.ts'

// What a database superuser can do to the log: each random change is found and named with its code (D39).

const size = 300
const changes = Number(process.env.LOG_CHANGES ?? 60)

let log: TestLog

beforeAll(async () => {
  log = await createTestLog()
  for (const part of [100, 80, 80, 39]) {
    await log.record(part)
    await log.publish(await log.seal())
  }
  await log.record(1)
  await log.seal()
  for (const table of tables) await sql(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`)
}, 60_000)
afterAll(() => log.close())

const tables = ['audit_event', 'audit_pii', 'audit_leaf', 'audit_node', 'audit_checkpoint', 'audit_origin']

const sql = (text: string, values: unknown[] = []) => log.superuser.query(text, values)

/** Undoes a change. */
async function restore(): Promise<void> {
  // Deletes: to truncate creates the files of all indexes again.
  const inserts = tables.map(
    (table) => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept_${table}`,
  )
  await sql(`BEGIN; ${inserts.join(';')}; COMMIT`)
}

interface Change {
  readonly code: number
  /** A leaf that the report must name by its position or its entry. */
  readonly names?: number
  apply(): Promise<unknown>
  undo?(): Promise<unknown>
}

const anyOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T // not empty
const anyLeaf = () => Math.floor(Math.random() * size)
const twoLeaves = () => {
  const one = anyLeaf()
  return [one, (one + 1 + Math.floor(Math.random() * (size - 1))) % size] as const
}

/** A change of one value of the entry at a leaf. */
function edit(table: string, assignment: string): () => Change {
  return () => {
    const leaf = anyLeaf()
    const key = table === 'audit_event' ? 'id' : 'event_id'
    return {
      code: 2,
      names: leaf,
      apply: () =>
        sql(
          `UPDATE ${table} SET ${assignment} WHERE ${key} = (SELECT event_id FROM audit_leaf WHERE leaf_index = $1)`,
          [leaf],
        ),
    }
  }
}

const flip = (column: string) =>
  `${column} = set_byte(${column}, length(${column}) - 1, get_byte(${column}, length(${column}) - 1) # 1)`
const other = 'gen_random_uuid()'

const entryOf = (leaf: number) => `(SELECT event_id FROM audit_leaf WHERE leaf_index = ${leaf})`

/** Removes everything from a leaf on, as if it had never been. */
const truncateTo = (end: number) => async () => {
  await sql(
    `DELETE FROM audit_pii WHERE event_id IN (SELECT event_id FROM audit_leaf WHERE leaf_index >= ${end})`,
  )
  await sql(
    `DELETE FROM audit_event WHERE id IN (SELECT event_id FROM audit_leaf WHERE leaf_index >= ${end})`,
  )
  await sql(`DELETE FROM audit_leaf WHERE leaf_index >= ${end}`)
  await sql(`DELETE FROM audit_node WHERE (index + 1) << level > ${end}`)
  await sql(`DELETE FROM audit_checkpoint WHERE size > ${end}`)
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
function changeFile(path: () => Promise<string>, change: (text: string) => string): Change {
  let restoreFile = async () => {}
  return {
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

const kinds: Readonly<Record<string, () => Change>> = {
  'edit the time': edit('audit_event', 'at_us = at_us + 1000'),
  'edit the actor': edit('audit_event', `actor = ${other}`),
  'remove the actor': edit('audit_event', 'actor = NULL'),
  'edit the action': edit('audit_event', "action = 'read'"),
  'edit the resource type': edit('audit_event', "rtype = 'video'"),
  'edit the resource': edit('audit_event', "rid = rid || '1'"),
  'edit the subject': edit('audit_event', `subject = ${other}`),
  'edit the owner': edit('audit_event', `owner = ${other}`),
  'hide from the owner': edit('audit_event', 'owner = NULL'),
  'edit the writer': edit('audit_event', `writer = ${other}`),
  'edit the number': edit('audit_event', 'wseq = wseq + 100000'),
  'edit a commitment': edit('audit_event', flip('details_commit')),
  'edit the hash of an entry': edit('audit_event', flip('leaf')),
  'edit the MAC': edit('audit_event', flip('mac')),
  'move to another transaction': () => {
    const leaf = 1 + Math.floor(Math.random() * (size - 2))
    return {
      code: 2,
      apply: () => sql(`UPDATE audit_event SET xid = '1' WHERE id = ${entryOf(leaf)}`),
    }
  },
  'edit the address': edit('audit_pii', flip('ip_enc')),
  'edit the details': edit('audit_pii', flip('details_enc')),
  'edit the salt': edit('audit_pii', flip('salt')),
  'edit a leaf': edit('audit_leaf', flip('leaf')),
  'edit an entry with its hash and its leaf': () => {
    const leaf = anyLeaf()
    return {
      code: 2,
      names: leaf,
      apply: async () => {
        await sql(`UPDATE audit_event SET action = 'read', leaf = sha256('x') WHERE id = ${entryOf(leaf)}`)
        await sql(`UPDATE audit_leaf SET leaf = sha256('x') WHERE leaf_index = ${leaf}`)
      },
    }
  },
  'exchange the personal data of two entries': () => {
    const [one, two] = twoLeaves()
    return {
      code: 2,
      names: one,
      apply: () =>
        sql(`UPDATE audit_pii p SET details_enc = o.details_enc, ip_enc = o.ip_enc, salt = o.salt FROM audit_pii o
             WHERE p.event_id IN (${entryOf(one)}, ${entryOf(two)}) AND o.event_id IN (${entryOf(one)}, ${entryOf(two)})
               AND p.event_id <> o.event_id`),
    }
  },
  'delete the personal data': () => {
    const leaf = anyLeaf()
    return {
      code: 2,
      names: leaf,
      apply: () => sql(`DELETE FROM audit_pii WHERE event_id = ${entryOf(leaf)}`),
    }
  },
  'delete an entry': () => {
    const leaf = anyLeaf()
    return { code: 3, names: leaf, apply: () => sql(`DELETE FROM audit_event WHERE id = ${entryOf(leaf)}`) }
  },
  'delete a leaf': () => {
    const leaf = anyLeaf()
    return { code: 3, names: leaf, apply: () => sql(`DELETE FROM audit_leaf WHERE leaf_index = ${leaf}`) }
  },
  'delete an entry with its leaf': () => {
    const leaf = anyLeaf()
    return {
      code: 3,
      names: leaf,
      apply: async () => {
        await sql(`DELETE FROM audit_event WHERE id = ${entryOf(leaf)}`)
        await sql(`DELETE FROM audit_leaf WHERE leaf_index = ${leaf}`)
      },
    }
  },
  'delete an entry and move the others up': () => {
    const leaf = Math.floor(Math.random() * (size - 1))
    return {
      code: 3,
      apply: async () => {
        await sql(`DELETE FROM audit_event WHERE id = ${entryOf(leaf)}`)
        await sql(`DELETE FROM audit_leaf WHERE leaf_index = ${leaf}`)
        await sql(`UPDATE audit_leaf SET leaf_index = -leaf_index WHERE leaf_index > ${leaf}`)
        await sql('UPDATE audit_leaf SET leaf_index = -leaf_index - 1 WHERE leaf_index < 0')
      },
    }
  },
  'insert an entry': () => ({
    code: 2,
    apply: () =>
      sql(`INSERT INTO audit_event (id, at_us, actor, action, rtype, rid, writer, wseq, ip_commit, details_commit, leaf, mac)
           SELECT gen_random_uuid(), at_us, actor, action, rtype, rid, gen_random_uuid(), wseq, ip_commit, details_commit,
             leaf, mac FROM audit_event LIMIT 1`),
  }),
  'insert an entry with a leaf': () => ({
    code: 2,
    apply: () =>
      sql(`WITH e AS (INSERT INTO audit_event
             (id, at_us, actor, action, rtype, rid, writer, wseq, ip_commit, details_commit, leaf, mac)
           SELECT gen_random_uuid(), at_us, actor, action, rtype, rid, gen_random_uuid(), wseq, ip_commit, details_commit,
             leaf, mac FROM audit_event LIMIT 1 RETURNING id, leaf)
           INSERT INTO audit_leaf SELECT ${size}, id, leaf FROM e`),
  }),
  'insert a leaf far away': () => ({
    code: 2,
    apply: () => sql(`UPDATE audit_leaf SET leaf_index = 1000000000000 WHERE leaf_index = ${anyLeaf()}`),
  }),
  'exchange two entries': () => {
    const [one, two] = twoLeaves()
    return {
      code: 2,
      apply: async () => {
        await sql(`UPDATE audit_leaf SET leaf_index = -1 WHERE leaf_index = ${one}`)
        await sql(`UPDATE audit_leaf SET leaf_index = ${one} WHERE leaf_index = ${two}`)
        await sql(`UPDATE audit_leaf SET leaf_index = ${two} WHERE leaf_index = -1`)
      },
    }
  },
  'exchange the contents of two entries': () => {
    const [one, two] = twoLeaves()
    return {
      code: 2,
      names: one,
      apply: () =>
        sql(`UPDATE audit_event a SET actor = b.actor, rid = b.rid, owner = b.owner FROM audit_event b
             WHERE a.id IN (${entryOf(one)}, ${entryOf(two)}) AND b.id IN (${entryOf(one)}, ${entryOf(two)})
               AND a.id <> b.id`),
    }
  },
  'edit a subtree': () => ({
    code: 2,
    apply: () => sql(`UPDATE audit_node SET ${flip('hash')} WHERE level = 8`),
  }),
  'delete a subtree': () => ({
    code: 3,
    apply: () => sql(`DELETE FROM audit_node WHERE level = 8`),
  }),
  'insert a subtree': () => ({
    code: 2,
    apply: () => sql(`INSERT INTO audit_node VALUES (${anyOf([8, 9, 20])}, 7, sha256('x'))`),
  }),
  'delete a checkpoint': () => ({
    code: 3,
    apply: () =>
      sql(
        'DELETE FROM audit_checkpoint WHERE size = (SELECT size FROM audit_checkpoint ORDER BY random() LIMIT 1)',
      ),
  }),
  'edit the root of a checkpoint': () => ({
    code: 6,
    apply: () =>
      sql(
        `UPDATE audit_checkpoint SET ${flip('root')} WHERE size = (SELECT size FROM audit_checkpoint ORDER BY random() LIMIT 1)`,
      ),
  }),
  'edit a note': () => ({
    code: 6,
    apply: () =>
      sql(
        "UPDATE audit_checkpoint SET note = replace(note, 'sealed 2', 'sealed 3') WHERE size = (SELECT size FROM audit_checkpoint ORDER BY random() LIMIT 1)",
      ),
  }),
  'sign a checkpoint with another key': () => ({
    code: 6,
    async apply() {
      const { rows } = await sql('SELECT size, note FROM audit_checkpoint ORDER BY random() LIMIT 1')
      const note = createNoteSigner('test-log', Buffer.alloc(32, 7)).sign(
        `${rows[0].note.split('\n\n')[0]}\n`,
      )
      await sql('UPDATE audit_checkpoint SET note = $1 WHERE size = $2', [note, rows[0].size])
    },
  }),
  'truncate the tail': () => ({ code: 4, apply: truncateTo(anyOf([100, 180, 260])) }),
  'truncate the whole log': () => ({ code: 4, apply: truncateTo(0) }),
  'roll back to an older dump and continue': () => ({
    code: 4,
    async apply() {
      await truncateTo(anyOf([100, 180, 260]))()
      await log.record(90)
      await log.seal()
    },
  }),
  'rewrite the history with the signing key': () => ({
    code: 4,
    async apply() {
      await truncateTo(100)()
      await log.record(199)
      await log.seal()
    },
  }),
  'sign another root with the signing key': () => ({
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
  'edit a published checkpoint': () =>
    changeFile(
      () => fileOf(Math.floor(Math.random() * 4)),
      (text) => text.replace('sealed 2', 'sealed 3'),
    ),
  'rename a published checkpoint': () => {
    let undo = async () => {}
    return {
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
  'change the published key': () =>
    changeFile(
      async () => join(log.folder, 'checkpoints/audit.vkey'),
      (text) => text.replace('+', '+0'),
    ),
}

const names = Object.keys(kinds)

test(`${changes} changes are found, each with its code and the entry`, { timeout: 3_600_000 }, async () => {
  const wrong: unknown[] = []
  for (let n = 0; n < changes; n++) {
    const name = names[n % names.length] ?? ''
    const change = kinds[name]?.()
    if (!change) continue
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
