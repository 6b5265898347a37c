import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { minute } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Db } from '../../platform/db/database.ts'
import { unlessMissing } from '../../platform/files/fs.ts'
import { copyObject } from '../../platform/storage/copy-object.ts'
import { isObjectKey, ObjectMissing, type ObjectStore } from '../../platform/storage/object-store.ts'
import { namedKeys } from '../records/destruction/named-keys.ts'

interface Move {
  readonly source: ObjectStore
  readonly target: ObjectStore
  /**
   * `to`: the servers use the source, and the target becomes a copy of it. `from`: they use the target by now, which
   * gets what was written to the source meanwhile.
   */
  readonly direction: 'to' | 'from'
  /** The file with the keys of started and of verified copies, for a repeat. */
  readonly journal: string
  readonly onProgress: (moved: Moved) => void
}

export interface Moved {
  copied: number
  bytes: number
  /** The objects of the source that the target contains with the same hash. */
  verified: number
  /** Copies of objects that were deleted in the source, and those that an interrupted run has left. */
  removed: number
}

const batch = 1000
const parallel = 8

/** Precedes a key in the journal while its copy is not compared with the rows again. */
const started = 'copying '

/** The name of the time at which the last move to another store ended. */
const movedTo = 'objects moved'

/**
 * Copies the objects that the target lacks, twice, so that the second pass takes those that arrived during the first.
 * Then deletes the copies whose object no longer exists, never an object that a row or an active upload names. Any
 * number of servers may run. A repeat skips verified copies, and deletes those of an interrupted run that no row names
 * any more.
 */
export async function moveObjects({ db }: { readonly db: Db }, move: Move): Promise<Moved> {
  const { target, direction } = move
  const moved: Moved = { copied: 0, bytes: 0, verified: 0, removed: 0 }
  const { verified, unchecked } = await readJournal(move.journal, target)
  if (direction === 'from') moved.removed += await removeUnnamed(db, target, unchecked)
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
  const { source, direction } = move
  const limit = pLimit(parallel)
  const keys = new Set<string>()
  moved.verified = 0
  const copy = async (key: string) => {
    const bytes = await copyWanted(db, move, key)
    if (bytes === undefined) return
    verified.add(key)
    await appendFile(move.journal, `${key}\n`, { mode: 0o600 })
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
      // With `from`, what the servers have deleted in the target must not return.
      const wanted = direction === 'to' ? missing : await namedKeys(db, missing)
      if (direction === 'from') await noteStarted(move.journal, wanted)
      await Promise.all(wanted.map((key) => limit(() => copy(key))))
      move.onProgress(moved)
    })
  } finally {
    limit.clearQueue()
  }
  return keys
}

/**
 * Copies an object, and returns undefined if the target does not get it. With `from`, a server that uses the target may
 * destroy the version meanwhile, and delete the object there before the copy exists. So the rows are read again after
 * the copy.
 * @throws ObjectMissing if the copy of an object that is still named is lost
 */
async function copyWanted(
  db: Db,
  { source, target, direction }: Move,
  key: string,
): Promise<number | undefined> {
  if (direction === 'to') return copyObject(source, target, key)
  let lost: ObjectMissing | undefined
  const bytes = await copyObject(source, target, key).catch((error: unknown) => {
    // The copy was deleted before it was read back.
    if (!(error instanceof ObjectMissing)) throw error
    lost = error
    return undefined
  })
  if ((await namedKeys(db, [key])).length === 0) {
    await target.delete(key)
    return undefined
  }
  if (lost) throw lost
  return bytes
}

/** Deletes those `copies` that no row names. Returns their number. */
async function removeUnnamed(db: Db, target: ObjectStore, copies: string[]): Promise<number> {
  let removed = 0
  for (let start = 0; start < copies.length; start += batch) {
    const keys = copies.slice(start, start + batch)
    const named = new Set(await namedKeys(db, keys))
    const unnamed = keys.filter((key) => !named.has(key))
    for (const key of unnamed) await target.delete(key)
    removed += unnamed.length
  }
  return removed
}

/** Deletes those `copies` whose object is no longer in the source and is named by no row. */
async function removeDeleted(db: Db, { source, target }: Move, copies: string[]): Promise<number> {
  const gone: string[] = []
  for (const key of copies) if (!(await source.exists(key))) gone.push(key)
  return removeUnnamed(db, target, gone)
}

/**
 * Objects of the target that are older than this are copies. Before all times if no move was recorded, so that no
 * object counts as a copy.
 */
async function endOfMove(db: Db): Promise<number> {
  const row = db.selectFrom('installation').select('at').where('name', '=', movedTo)
  const { at } = (await row.executeTakeFirst()) ?? {}
  // One minute is added because the clocks of database and store differ.
  return at ? new Date(at).getTime() + minute : Number.NEGATIVE_INFINITY
}

/**
 * Notes on disk which copies start, before the first of them exists: an interrupted run leaves copies that no server
 * deletes any more. Starts with a line break, because an earlier run may have ended within a line.
 */
async function noteStarted(path: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const lines = ['', ...keys.map((key) => `${started}${key}`), '']
  await appendFile(path, lines.join('\n'), { mode: 0o600, flush: true })
}

/** The keys of earlier runs whose copies the target still contains. */
async function readJournal(
  path: string,
  target: ObjectStore,
): Promise<{ verified: Set<string>; unchecked: string[] }> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const text = (await readFile(path, 'utf8').catch(unlessMissing)) ?? ''
  const isVerified = new Map<string, boolean>()
  for (const line of text.split('\n')) {
    const key = line.startsWith(started) ? line.slice(started.length) : line
    if (isObjectKey(key)) isVerified.set(key, key === line)
  }
  const verified = new Set<string>()
  const unchecked: string[] = []
  if (isVerified.size === 0) return { verified, unchecked }
  await eachBatch(target, async (objects) => {
    for (const { key } of objects) {
      if (isVerified.get(key)) verified.add(key)
      else if (isVerified.has(key)) unchecked.push(key)
    }
  })
  return { verified, unchecked }
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
