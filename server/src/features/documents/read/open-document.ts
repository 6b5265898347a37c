import type { Readable } from 'node:stream'
import type { AnyDocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { openDocument as openDocumentEndpoint, openedFileQuery } from '@kyc/contract/documents.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { create as contentDisposition } from 'content-disposition'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import { type Actor, readsAll } from '../../access/actor.ts'
import { requireEditable } from '../../access/visible-to.ts'
import { aboutDocument } from '../../audit/about.ts'
import type { Entry } from '../../audit/record.ts'
import { decryptSealedContent } from '../../records/destruction/sealed-content.ts'
import { changesByOthers } from '../../records/field-changes.ts'
import type { RecordRow } from '../../records/performer-row.ts'
import type { DocumentRow, StoredFile } from '../../records/record-documents.ts'
import type { DocumentServices } from '../document-services.ts'
import { requireOpening } from './give-opening-reason.ts'
import { type ChosenFile, openRecorded } from './open-object.ts'
import { isRecentView, noteViews, performerView, prefetchOf, sealedView } from './recent-views.ts'
import { recordView } from './record-view.ts'
import { requireSealedOpening } from './require-sealed-opening.ts'

interface DocumentRequest {
  readonly actor: Actor
  /** Views that this session repeats create no second entry. */
  readonly sessionKey?: string
  readonly request: RequestInfo
  readonly performerId: string
  /** Absent for a sealed record, which the actor must have opened (D17). */
  readonly performer?: RecordRow
  readonly type: AnyDocumentType
  /** Of a paper: the video of the appearance (D91). */
  readonly videoId?: string
  /** A thumbnail is part of the view of its performer (D38). */
  readonly size: 'thumbnail' | 'screen' | 'full'
  readonly download: boolean
  /** The newest when absent. */
  readonly version: number | undefined
  /** Loaded before a page shows it: its entry states this, and it does not count as opened. */
  readonly prefetch: boolean
}

type RequestedFile = Pick<DocumentRequest, 'size' | 'download' | 'version' | 'prefetch'>

/** The part of a request that its query names. */
export function requestedFile({
  thumbnail,
  size = 'full',
  download,
  version,
  prefetch,
}: z.output<typeof openedFileQuery> & Pick<QueryOf<typeof openDocumentEndpoint>, 'prefetch'>): RequestedFile {
  const isDownload = download === '1'
  return {
    size: thumbnail === '1' && !isDownload ? 'thumbnail' : size,
    download: isDownload,
    version,
    prefetch: prefetch === '1' && !isDownload,
  }
}

interface OpenDocument {
  readonly stream: Readable
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Returns the bytes of a document. The entry of the view is committed before the first byte is sent; if that
 * fails, no byte is sent.
 */
export async function openDocument(
  services: DocumentServices,
  wanted: DocumentRequest,
): Promise<OpenDocument> {
  const details = await requireReadable(services, wanted)
  const row = await findVersion(services, wanted)
  const file = chooseFile(row, wanted.size)
  const record = () => recordEntry(services, wanted, { row, details })
  const stream = await openRecorded(services, row, file, record)
  return { stream, headers: headersOf(row, file.size, wanted.download) }
}

/** A version of a document or of a paper. */
type OpenedRow = Omit<StoredFile, 'type'> & { readonly type: AnyDocumentType } & Pick<
    DocumentRow,
    'version' | 'is_current' | 'filename' | 'mime_type'
  >

async function findVersion(services: DocumentServices, wanted: DocumentRequest): Promise<OpenedRow> {
  const { performerId, performer, type, version, videoId } = wanted
  const source =
    videoId === undefined
      ? sql`document_version WHERE`
      : sql`(SELECT *, NULL::bytea AS own_key FROM paper) paper WHERE video_id = ${videoId}::uuid AND`
  const { rows } = await sql<OpenedRow>`${prepared}
    SELECT id, performer_id, type, own_key, size, stored_sha256, object_key, object_bytes, screen_key, screen_bytes, screen_size,
      thumbnail_key, thumbnail_bytes, thumbnail_size, version, is_current, filename, mime_type
    FROM ${source} performer_id = ${performerId}::uuid AND type = ${type} AND destroyed_at IS NULL
      AND ${version === undefined ? sql`is_current` : sql`version = ${version}`}`.execute(services.db)
  const [row] = rows
  if (!row) throw new Problem('DOCUMENT_NOT_FOUND')
  if (performer) return row
  const { documents } = await decryptSealedContent(services, services.db, performerId)
  return { ...row, ...documents[row.id] }
}

/**
 * Returns the version of the record at the last change by another account of what a reviewer compares with the picture.
 */
async function requireReadable(
  { db }: Pick<DocumentServices, 'db'>,
  { actor, performerId, performer, download }: DocumentRequest,
): Promise<number> {
  if (!performer) {
    await requireSealedOpening(db, actor, performerId)
    return 0
  }
  if (download && !readsAll(actor)) requireEditable(performer)
  await requireOpening(db, actor, performerId)
  return Math.max(0, ...changesByOthers(actor, performer).map(([, { version }]) => version))
}

/**
 * A PDF has no renditions. Nothing larger replaces a missing thumbnail, because a thumbnail may be sent
 * without an entry.
 */
function chooseFile(row: OpenedRow, size: DocumentRequest['size']): ChosenFile {
  const full = { key: row.object_key, bytes: row.object_bytes, size: row.size }
  if (size === 'full') return full
  const { screen_key, screen_bytes, screen_size, thumbnail_key, thumbnail_bytes, thumbnail_size } = row
  if (size === 'screen') return storedFile(screen_key, screen_bytes, screen_size) ?? full
  const thumbnail = storedFile(thumbnail_key, thumbnail_bytes, thumbnail_size)
  if (!thumbnail) throw new Problem('DOCUMENT_NOT_FOUND')
  return thumbnail
}

function storedFile(key: string | null, bytes: number | null, size: number | null): ChosenFile | undefined {
  return key === null || bytes === null || size === null ? undefined : { key, bytes, size }
}

/** A download always creates an entry; the same view by the same session only every few minutes. */
async function recordEntry(
  services: DocumentServices,
  { actor, sessionKey, request, download, size, prefetch, performer: open, videoId }: DocumentRequest,
  { row, details }: { row: OpenedRow; details: number },
): Promise<void> {
  const sealed = open === undefined
  const thumbnail = size === 'thumbnail'
  // Separate keys: neither a thumbnail nor a prefetch counts as a view of the document itself, and neither does a view
  // with other names (D11).
  const seen = thumbnail ? `thumbnail/${row.id}` : `document/${row.id}${details === 0 ? '' : `/${details}`}`
  // A view before the deletion is another act: it needed no reason, and opening a sealed record does.
  const shown = sealed ? sealedView(seen) : seen
  const view = prefetch ? prefetchOf(shown) : shown
  // Thumbnails of the newest versions are part of the view of the performer, whose page shows no other versions.
  const performer = performerView(row.performer_id)
  const page = thumbnail && row.is_current ? [sealed ? sealedView(performer) : performer] : []
  const now = services.clock.now()
  const repeated = download ? undefined : isRecentView(sessionKey, [view, shown, ...page], now)
  // Whether this counts as fetching the version; a thumbnail does not.
  const fetched = !thumbnail && !sealed
  const opened = { actor, performerId: row.performer_id, type: row.type, repeated }
  await recordView(services, opened, async (db) => {
    const performer = await openedRecord(db, row, sealed)
    const about = aboutDocument({ id: row.performer_id, owner_id: performer.owner_id }, row.type)
    const details = {
      ...(videoId !== undefined && { videoId }),
      version: row.version,
      ...(prefetch && { prefetch }),
    }
    const entry: Entry = [{ actor, request }, download ? 'download' : 'read', about, details]
    await services.audit.recordRead(db, entry, [
      ...(fetched ? [fetchedBy(actor, row, { performer, prefetch, videoId })] : []),
      ...(download ? [] : noteViews(sessionKey, [view], now)),
    ])
  })
}

interface OpenedRecord {
  readonly owner_id: string
  readonly version: number
}

async function openedRecord(db: Db, { performer_id: id }: OpenedRow, sealed: boolean): Promise<OpenedRecord> {
  const { rows } = await sql<OpenedRecord>`${prepared}
    SELECT owner_id, version FROM performer
    WHERE id = ${id}::uuid AND (sealed_at IS NOT NULL) = ${sealed}::boolean AND destroyed_at IS NULL`.execute(
    db,
  )
  const [performer] = rows
  if (!performer) throw new Problem('PERFORMER_NOT_FOUND')
  return performer
}

/** Stores, with the entry, that the account has fetched this version, and of which version of the record. */
function fetchedBy(
  actor: Actor,
  row: OpenedRow,
  {
    performer: { version },
    prefetch,
    videoId,
  }: { performer: OpenedRecord; prefetch: boolean; videoId: string | undefined },
): RawBuilder<unknown> {
  if (videoId !== undefined)
    return sql`fetched AS (
      INSERT INTO paper_view (account_id, paper_id) SELECT ${actor.id}::uuid, ${row.id}::uuid FROM entry
      ON CONFLICT (account_id, paper_id) DO UPDATE SET at = now())`
  return sql`fetched AS (
    INSERT INTO document_view (account_id, document_id, prefetched, performer_version)
    SELECT ${actor.id}::uuid, ${row.id}::uuid, ${prefetch}::boolean, ${version}::integer FROM entry
    ON CONFLICT (account_id, document_id)
    DO UPDATE SET at = now(), prefetched = document_view.prefetched AND excluded.prefetched,
      performer_version = excluded.performer_version)`
}

/** The headers of D10 that `securityHeaders` does not set for every reply. Encodes Japanese file names. */
function headersOf(row: OpenedRow, size: number, download: boolean): Record<string, string> {
  return {
    'content-type': row.mime_type,
    'content-length': String(size),
    'content-disposition': contentDisposition(row.filename, { type: download ? 'attachment' : 'inline' }),
    'accept-ranges': 'none',
  }
}
