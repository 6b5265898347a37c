import type { Readable } from 'node:stream'
import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { create as contentDisposition } from 'content-disposition'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { aboutPaper } from '../audit/about.ts'
import { requireOpening } from '../documents/read/give-opening-reason.ts'
import { openRecorded } from '../documents/read/open-object.ts'
import { readWholeDocument } from '../documents/read/read-whole-document.ts'
import { recordView } from '../documents/read/record-view.ts'
import { decryptPerformerKey } from '../records/performer-keys.ts'
import { findSigningFile, type SigningFile, type SigningOfActor } from './signing-repository.ts'
import type { SigningServices } from './signing-services.ts'

/** The bytes of a PDF with the headers of its reply. */
export interface OpenedPdf {
  readonly stream: Readable
  readonly headers: Readonly<Record<string, string>>
}

/** The contract or the sheet of a signing, for its organisation and the office. The entry is committed before the first byte. */
export async function openDraft(
  services: SigningServices,
  {
    actor,
    found,
    type,
    request,
  }: {
    readonly actor: Actor
    readonly found: SigningOfActor
    readonly type: PaperType
    readonly request: RequestInfo
  },
): Promise<OpenedPdf> {
  const { db } = services
  const { performer_id: performerId, video_id: videoId } = found
  await requireOpening(db, actor, performerId)
  const record = () =>
    recordView(services, { actor, performerId, type }, async (tx) => {
      const { owner_id } = await tx
        .selectFrom('performer')
        .select('owner_id')
        .where('id', '=', performerId)
        .executeTakeFirstOrThrow()
      const about = aboutPaper({ id: performerId, owner_id }, { type, videoId })
      await services.audit.recordRead(tx, [{ actor, request }, 'read', about, { forSigning: true }])
    })
  return openPdf(services, await findSigningFile(db, found, type), { record, download: false })
}

/** The stored bytes, once `record` has committed the entry. */
export async function openPdf(
  services: SigningServices,
  file: SigningFile | undefined,
  { record, download }: { readonly record: () => Promise<void>; readonly download: boolean },
): Promise<OpenedPdf> {
  if (!file) throw new Problem('DOCUMENT_NOT_FOUND')
  const { object_key: key, object_bytes: bytes, size } = file
  const stream = await openRecorded(services, { ...file, own_key: null }, { key, bytes, size }, record)
  return {
    stream,
    headers: {
      'content-type': file.mime_type,
      'content-length': String(size),
      'content-disposition': contentDisposition(file.filename, { type: download ? 'attachment' : 'inline' }),
      'accept-ranges': 'none',
    },
  }
}

/** Reads the file whole: a PDF of a signing has at most `limits.fileBytes`. */
export async function readPdf(services: SigningServices, file: SigningFile | undefined): Promise<Buffer> {
  if (!file) throw new Problem('DOCUMENT_NOT_FOUND')
  const key = await decryptPerformerKey(services, services.db, file.performer_id)
  const bytes = await readWholeDocument(services, key, { ...file, own_key: null }).catch((cause) => {
    throw new Problem('TEMPORARILY_UNAVAILABLE', { cause })
  })
  if (!bytes) throw new Problem('FILE_UNREADABLE', { fill: { id: file.id } })
  return bytes
}
