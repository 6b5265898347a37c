import { hour } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { NIL } from 'uuid'
import { placeLease, type SharedLimits } from '../../platform/db/shared-limits.ts'
import { namedKeys, selectNamed } from '../records/destruction/named-keys.ts'
import { objectKeysOf, storedFilesAfter } from '../records/record-documents.ts'
import type { DocumentServices } from './document-services.ts'

interface Reconciliation {
  /** Objects that neither a row nor an upload in progress names, and that are not new. */
  readonly orphans: string[]
  /** Objects that rows name and the store lacks: these documents can't be opened. */
  readonly missing: { readonly documentId: string; readonly objectKey: string }[]
}

const batch = 1000
/** Calls at the same time: a bucket takes milliseconds to reply to each. */
const parallel = 16
const graceOfNewObjects = hour

const maxLogged = 100

/**
 * Reconciles once a day, in the first of the processes that call this, and logs the differences. Repairs
 * nothing: a missing object needs the backup, and an orphan may be the only copy left after a wrong restore.
 */
export async function reconcileDaily(
  services: Pick<DocumentServices, 'db' | 'store' | 'clock' | 'log'> & {
    readonly sharedLimits: SharedLimits
  },
): Promise<void> {
  // Waits until the place of a killed process has expired, so that the next start repeats its comparison.
  const release = await services.sharedLimits.take('reconcile', 1, 2 * placeLease)
  if (!release) return
  await using stack = new AsyncDisposableStack()
  stack.defer(release)
  const { rows } = await sql`
    SELECT FROM installation WHERE name = 'reconciled' AND at > now() - interval '12 hours'`.execute(
    services.db,
  )
  if (rows.length > 0) return
  const { orphans, missing } = await reconcile(services)
  await sql`INSERT INTO installation (name, faults) VALUES ('reconciled', ${missing.length})
    ON CONFLICT (name) DO UPDATE SET at = now(), faults = excluded.faults`.execute(services.db)
  if (missing.length > 0) {
    const documents = missing.slice(0, maxLogged)
    services.log.error({ count: missing.length, documents }, 'files of documents are missing in the store')
  }
  if (orphans.length > 0) {
    services.log.warn(
      { count: orphans.length, objects: orphans.slice(0, maxLogged) },
      'stored files belong to no document',
    )
  }
}

/**
 * Compares the store with the rows in both directions. Changes nothing. Objects that are deleted meanwhile, and rows that
 * stop naming an object, are no differences: the side that was read first is read again for each difference.
 */
export async function reconcile(
  services: Pick<DocumentServices, 'db' | 'store' | 'clock'>,
): Promise<Reconciliation> {
  return { orphans: await findOrphans(services), missing: await findMissing(services) }
}

/**
 * The objects that neither a row nor an upload in progress names, and that are not new. The age alone does not spare
 * uploads: the clock of this machine may be ahead.
 */
export async function findOrphans({
  db,
  store,
  clock,
}: Pick<DocumentServices, 'db' | 'store' | 'clock'>): Promise<string[]> {
  const orphans: string[] = []
  const newest = clock.now().getTime() - graceOfNewObjects
  let keys: string[] = []
  const limit = pLimit(parallel)
  const addExisting = async (key: string) => {
    if (await store.exists(key)) orphans.push(key)
  }
  const findUnreferenced = async () => {
    const { rows } = await sql<{ key: string }>`
      SELECT key FROM unnest(${keys}::text[]) AS key
      EXCEPT (${selectNamed(keys)} UNION SELECT object_key FROM object_deletion WHERE object_key = ANY (${keys}::text[]))`.execute(
      db,
    )
    await Promise.all(rows.map(({ key }) => limit(() => addExisting(key))))
    keys = []
  }
  for await (const { key, modifiedAt } of store.list()) {
    if (modifiedAt.getTime() > newest) continue
    keys.push(key)
    if (keys.length === batch) await findUnreferenced()
  }
  await findUnreferenced()
  return orphans
}

async function findMissing({
  db,
  store,
}: Pick<DocumentServices, 'db' | 'store'>): Promise<Reconciliation['missing'][number][]> {
  const missing: Reconciliation['missing'][number][] = []
  const limit = pLimit(parallel)
  let last: string = NIL
  for (;;) {
    const rows = await storedFilesAfter(db, last, batch)
    const absent: typeof missing = []
    const checkKey = async (documentId: string, objectKey: string) => {
      if (!(await store.exists(objectKey))) absent.push({ documentId, objectKey })
    }
    await Promise.all(
      rows.flatMap(({ id, ...row }) => objectKeysOf(row).map((key) => limit(() => checkKey(id, key)))),
    )
    const absentKeys = absent.map(({ objectKey }) => objectKey)
    const named = new Set(await namedKeys(db, absentKeys))
    missing.push(...absent.filter(({ objectKey }) => named.has(objectKey)))
    const end = rows.at(-1)
    if (!end) return missing
    last = end.id
  }
}
