import { createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import { minute } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Db } from '../../platform/db/database.ts'
import { unlessMissing } from '../../platform/fs.ts'
import { copyObject } from '../../platform/storage/copy-object.ts'
import { isObjectKey, type ObjectStore } from '../../platform/storage/object-store.ts'

interface Move {
  readonly source: ObjectStore
  readonly target: ObjectStore
  /**
   * `to`: the servers use the source, and the target becomes a copy of it. `from`: they use the target by now, which gets
   * what was written to the source meanwhile.
   */
  readonly direction: 'to' | 'from'
  /** The file with the keys of verified copies, for a repeat. */
  readonly journal: string
  readonly onProgress: (moved: Moved) => void
}

export interface Moved {
  copied: number
  bytes: number
  /** The objects of the source that the target contains with the same hash. */
  verified: number
  /** Copies of objects that were deleted in the source. */
  removed: number
}

const batch = 1000
const parallel = 8

/** The name of the time at which the last move to another store ended. */
const movedTo = 'objects moved'

/**
 * Copies the objects that the target lacks, twice, so that the second pass takes those that arrived during the first. Then
 * deletes the copies whose object no longer exists, never an object that a row or an active upload names. Any number of
 * servers may run. A repeat skips verified copies.
 */
export async function moveObjects({ db }: { readonly db: Db }, move: Move): Promise<Moved> {
  const { target, direction } = move
  const moved: Moved = { copied: 0, bytes: 0, verified: 0, removed: 0 }
  const verified = await readJournal(move.journal, target)
  await copyPass(db, move, verified, moved)
  const kept = await copyPass(db, move, verified, moved)
  const until = direction === 'to' ? Number.POSITIVE_INFINITY : await endOfMove(db)
  await eachBatch(target, async (objects) => {
    const candidates = objects.filter(
      ({ key, modifiedAt }) => !kept.has(key) && modifiedAt.getTime() <= until,
    )
    moved.removed += await removeDeleted(
      db,
      move,
      candidates.map(({ key }) => key),
    )
  })
  if (direction === 'to')
    await sql`
    INSERT INTO installation (name, at) VALUES (${movedTo}, now())
    ON CONFLICT (name) DO UPDATE SET at = now()`.execute(db)
  move.onProgress(moved)
  return moved
}

/** Returns the keys of the source. */
async function copyPass(db: Db, move: Move, verified: Set<string>, moved: Moved): Promise<Set<string>> {
  const { source, target, direction } = move
  const limit = pLimit(parallel)
  const keys = new Set<string>()
  const journal = createWriteStream(move.journal, { flags: 'a', mode: 0o600 })
  moved.verified = 0
  const copy = async (key: string) => {
    const bytes = await copyObject(source, target, key)
    if (bytes === undefined) return
    verified.add(key)
    journal.write(`${key}\n`)
    moved.copied++
    moved.bytes += bytes
    moved.verified++
    move.onProgress(moved)
  }
  try {
    await eachBatch(source, async (objects) => {
      for (const { key } of objects) keys.add(key)
      const missing = objects.map(({ key }) => key).filter((key) => !verified.has(key))
      moved.verified += objects.length - missing.length
      // What the servers have deleted in the target must not return.
      const wanted = direction === 'to' ? missing : await namedKeys(db, missing)
      await Promise.all(wanted.map((key) => limit(() => copy(key))))
      move.onProgress(moved)
    })
  } finally {
    limit.clearQueue()
    await finished(journal.end())
  }
  return keys
}

/** Deletes those copies whose object neither the source nor a row has. */
async function removeDeleted(db: Db, { source, target }: Move, copies: string[]): Promise<number> {
  const gone: string[] = []
  for (const key of copies) if (!(await source.exists(key))) gone.push(key)
  const named = new Set(await namedKeys(db, gone))
  const deleted = gone.filter((key) => !named.has(key))
  for (const key of deleted) await target.delete(key)
  return deleted.length
}

/** Of these keys, those that a document or an active upload names. */
async function namedKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM unnest(${keys}::text[]) AS key
    WHERE EXISTS (SELECT 1 FROM document_version WHERE object_key = key AND destroyed_at IS NULL)
      OR EXISTS (SELECT 1 FROM document_version WHERE screen_key = key AND destroyed_at IS NULL)
      OR EXISTS (SELECT 1 FROM document_version WHERE thumbnail_key = key AND destroyed_at IS NULL)
      OR key IN (SELECT unnest(object_keys) FROM upload_intent WHERE state = 'pending')`.execute(db)
  return rows.map(({ key }) => key)
}

/** Older objects of the target are copies. Undefined if no move was recorded: then nothing is known to be one. */
async function endOfMove(db: Db): Promise<number> {
  const row = db.selectFrom('installation').select('at').where('name', '=', movedTo)
  const { at } = (await row.executeTakeFirst()) ?? {}
  // The clocks of database and store differ.
  return at ? new Date(at).getTime() + minute : Number.NEGATIVE_INFINITY
}

/** The keys of earlier runs whose copies the target still contains. */
async function readJournal(path: string, target: ObjectStore): Promise<Set<string>> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const text = (await readFile(path, 'utf8').catch(unlessMissing)) ?? ''
  const written = new Set(text.split('\n').filter(isObjectKey))
  const verified = new Set<string>()
  if (written.size === 0) return verified
  await eachBatch(target, async (objects) => {
    for (const { key } of objects) if (written.has(key)) verified.add(key)
  })
  return verified
}

async function eachBatch(
  store: ObjectStore,
  act: (objects: { key: string; modifiedAt: Date }[]) => Promise<void>,
): Promise<void> {
  let objects: { key: string; modifiedAt: Date }[] = []
  for await (const object of store.list()) {
    objects.push(object)
    if (objects.length < batch) continue
    await act(objects)
    objects = []
  }
  await act(objects)
}
