import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maskDocument as endpoint } from '@kyc/contract/document-masks.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { coveredShare, maskFault } from '@kyc/contract/masks.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutDocument } from '../../audit/about.ts'
import { withholdVersions } from '../../records/destruction/destroy-versions.ts'
import type { RecordRow } from '../../records/performer-row.ts'
import type { DocumentRow } from '../../records/record-documents.ts'
import { refuseOthersClaim } from '../../records/review-claims.ts'
import type { DocumentServices } from '../document-services.ts'
import { namedVersion } from '../named-version.ts'
import { readWholeDocument } from '../read/read-whole-document.ts'
import type { ReceivedForm } from './receive-form.ts'
import { uploadVersion, type VersionReply, type VersionUpload } from './upload-version.ts'

interface Mask {
  readonly actor: Actor
  readonly request: RequestInfo
  readonly performer: RecordRow
  readonly type: DocumentType
  readonly body: BodyOf<typeof endpoint>
}

/**
 * Burns black boxes into the newest version of a slot: stores the masked picture as a new, pending version and
 * withholds the unmasked one in the same transaction, until its destruction can no longer be undone.
 */
export async function maskDocument(services: DocumentServices, mask: Mask): Promise<VersionReply> {
  const { actor, request, performer, type, body } = mask
  const named = await findNamed(services.db, performer.id, type, request)
  refuseFaultyBoxes(named, body.boxes)
  const folder = await services.intake.newFolder()
  await using form = formOf(folder, named, body)
  const submitter = { rights: actor }
  return await uploadVersion(services, {
    submitter,
    endpoint,
    request,
    performer,
    form,
    mask: masksOf(services, mask, named, join(folder, 'file')),
  })
}

/** The version of a filled slot that the call names, perhaps an older or destroyed one. */
async function findNamed(
  db: Db,
  performerId: string,
  type: DocumentType,
  request: RequestInfo,
): Promise<DocumentRow> {
  const versions = await db
    .selectFrom('document_version')
    .selectAll()
    .where('performer_id', '=', performerId)
    .where('type', '=', type)
    .execute()
  if (!versions.some((row) => row.is_current)) throw new Problem('DOCUMENT_NOT_FOUND')
  const version = namedVersion(request)
  if (version === undefined) throw fieldProblem('If-Match', '隠す書類の版を If-Match で指定してください。')
  const named = versions.find((row) => row.version === version)
  if (!named) throw new Problem('DOCUMENT_REPLACED')
  if (named.mime_type === 'application/pdf') throw fieldProblem('boxes', 'PDFの一部を隠すことはできません。')
  return named
}

function refuseFaultyBoxes({ width, height, masked_share }: DocumentRow, boxes: Mask['body']['boxes']): void {
  const picture = width !== null && height !== null ? { width, height } : undefined
  const fault = maskFault(boxes, { picture, covered: masked_share })
  if (fault) throw fieldProblem(fault.field, fault.message)
}

/** A form as if the stored picture had been sent with its boxes, so that it is processed like every upload. */
function formOf(folder: string, named: DocumentRow, { boxes, reason }: Mask['body']): ReceivedForm {
  const path = join(folder, 'file')
  const { type, filename, mime_type: mimeType, size, stored_sha256: sha256 } = named
  return {
    fields: { boxes: JSON.stringify(boxes), reason, version: String(named.version) },
    files: [{ type, part: 'file', filename, mimeType, size, sha256, path, boxes }],
    refused: [],
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

function masksOf(
  services: DocumentServices,
  { actor, request, body: { boxes, reason } }: Mask,
  named: DocumentRow,
  path: string,
): NonNullable<VersionUpload['mask']> {
  return {
    of: named,
    reason,
    boxes: boxes.length,
    async load(key) {
      const picture = await readWholeDocument(services, key, named)
      if (!picture) throw new Problem('FILE_UNREADABLE', { fill: { id: named.id } })
      await writeFile(path, picture, { mode: 0o600 })
    },
    // The submission remains that of its author (D6) and keeps its place in the queue (D12).
    submission({ uploaded_by: by, uploaded_at: at, uploaded_via_link: viaLink, ...unmasked }) {
      const share = unmasked.masked_share + coveredShare(boxes)
      return { by, at, viaLink, mask: { of: unmasked.version, by: [...unmasked.masked_by, actor.id], share } }
    },
    async withhold(tx, performer, { type, version }) {
      await refuseOthersClaim(tx, actor, performer.id, services.clock.now())
      const slot = { performerId: performer.id, type, version }
      const withheld = await withholdVersions(services, tx, slot, actor.id)
      const details = { change: 'destruction_withheld', reason, ...withheld }
      await services.audit.record(tx, { actor, request }, 'shred', aboutDocument(performer, type), details)
    },
  }
}
