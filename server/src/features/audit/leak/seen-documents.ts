import { setImmediate as nextTurn } from 'node:timers/promises'
import { anyDocumentTypeOf } from '@kyc/contract/document-vocabulary.ts'
import type { LeakPerformer } from '@kyc/contract/leaks.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isId } from '../../../platform/ids.ts'
import { decryptValues, type ReadingKeys } from '../entry-box.ts'
import { findMasked, findOpened, findTitles, type LeakPeriod, type OpenedRow } from './leak-repository.ts'

type SeenDocument = LeakPerformer['documents'][number]

/** How many entries are decrypted at a time; other requests run in between. */
const batch = 5000

/** A version of a document, or a paper of a video. */
interface Seen {
  readonly person: string
  readonly type: string
  readonly version: number | null
  readonly videoId: string | null
  opened: number
  downloaded: number
}

/**
 * The versions of documents that the account has opened or downloaded, by performer. Versions are part of the encrypted
 * details, so that each entry is decrypted; the memory depends on the number of versions only.
 */
export async function findSeenDocuments(
  keys: ReadingKeys,
  db: Db,
  period: LeakPeriod,
  persons: readonly string[] | 'all',
): Promise<Map<string, SeenDocument[]>> {
  const seen = new Map<string, Seen>()
  for (const action of ['read', 'download'] as const)
    for (let after: string | undefined; ; ) {
      const rows = await findOpened(db, period, { action, persons, after, limit: batch })
      for (const row of rows) count(seen, row, detailsOf(keys, row))
      after = rows.at(-1)?.id
      if (rows.length < batch) break
      await nextTurn()
    }
  const titles = await findTitles(db, [
    ...new Set([...seen.values()].flatMap(({ videoId }) => videoId ?? [])),
  ])
  const masked = await findMasked(db, persons)
  return byPerson(seen, { titles, masked })
}

interface Details {
  readonly version: number | null
  readonly videoId: string | null
}

function detailsOf(keys: ReadingKeys, { id, details_enc }: OpenedRow): Details {
  const [details] = details_enc ? decryptValues(keys, id, [details_enc]) : []
  const { version, videoId } = (details ?? {}) as Record<string, unknown> // written by `record`
  return {
    version: typeof version === 'number' ? version : null,
    videoId: typeof videoId === 'string' && isId(videoId) ? videoId : null,
  }
}

function count(
  seen: Map<string, Seen>,
  { action, subject: person, type }: OpenedRow,
  { version, videoId }: Details,
) {
  const key = `${person}/${type}/${videoId}/${version}`
  const found = seen.get(key) ?? { person, type, version, videoId, opened: 0, downloaded: 0 }
  if (action === 'download') found.downloaded++
  else found.opened++
  seen.set(key, found)
}

function byPerson(
  seen: Map<string, Seen>,
  { titles, masked }: { titles: ReadonlyMap<string, string>; masked: ReadonlySet<string> },
): Map<string, SeenDocument[]> {
  const documents = new Map<string, SeenDocument[]>()
  for (const { person, type: name, version, videoId, opened, downloaded } of seen.values()) {
    const type = anyDocumentTypeOf(name)
    if (type === undefined) continue
    const document = {
      ...{ type, version, opened, downloaded },
      video: videoId && (titles.get(videoId) ?? null),
      masked: version === null ? null : videoId === null && masked.has(`${person}/${type}/${version}`),
    }
    const others = documents.get(person)
    if (others) others.push(document)
    else documents.set(person, [document])
  }
  for (const each of documents.values())
    each.sort((a, b) => a.type.localeCompare(b.type) || (a.version ?? 0) - (b.version ?? 0))
  return documents
}
