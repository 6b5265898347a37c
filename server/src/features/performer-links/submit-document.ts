import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { submitLinkDocument as endpoint, type LinkSession } from '@kyc/contract/performer-links.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { countOrRefuse } from '../../platform/attempts/attempt-repository.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RequestInfo, Upload } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'
import { idBackClosed } from '../documents/close-id-back.ts'
import { requireDocumentType } from '../documents/document-repository.ts'
import { replaceDocument } from '../documents/intake/replace-document.ts'
import { getRecord } from '../records/performers-repository.ts'
import { currentDocuments } from '../records/record-documents.ts'
import { findByBrowser, type UsableLink } from './link-repository.ts'
import { linkSlots } from './link-slots.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'
import { presentSession } from './present-link.ts'
import { requireConsent } from './require-link.ts'

interface Submission {
  readonly link: UsableLink
  readonly type: string
  readonly upload: Upload
  readonly request: RequestInfo
}

/**
 * Submits a file for a slot of the link, with the rights of the account that sent it. The link is checked
 * before the body is received, after that, and in the transaction that makes the file visible.
 */
export async function submitDocument(
  services: PerformerLinkServices,
  { link, type: name, upload, request }: Submission,
): Promise<{ body: LinkSession; headers: Record<string, string> }> {
  const type = requireDocumentType(name)
  await requireOpenSlot(services, services.db, link, type)
  const span = recordLimits.performerLink.valid
  const rule = { failures: attemptLimits.links.uploads, window: span, duration: span }
  await countOrRefuse(services.db, { bucket: `link-uploads:${link.id}`, rule })
  const rights = { id: link.created_by, role: link.sender_role }
  const requireOpen = async (db: Db) =>
    requireOpenSlot(services, db, await sameLink(services, db, link), type)
  const submitter = { rights, link: { id: link.id, requireOpen } }
  const { headers } = await getRecord(services.db, rights, link.performer_id)
    .then((performer) => replaceDocument(services, { submitter, endpoint, upload, request, performer, type }))
    .catch(endedByRecord)
  return { body: await presentSession(services, services.db, link), headers }
}

async function sameLink(
  { clock }: PerformerLinkServices,
  db: Db,
  { id, browser_key }: UsableLink,
): Promise<UsableLink> {
  const link = browser_key && (await findByBrowser(db, clock.now(), 'documents', browser_key, id))
  if (!link) throw new Problem('PERFORMER_LINK_ENDED')
  return link
}

async function requireOpenSlot(
  { clock }: PerformerLinkServices,
  db: Db,
  link: UsableLink,
  type: DocumentType,
): Promise<void> {
  requireConsent(link)
  if (type === 'idBack' && idBackClosed(link.id_kind)) throw new Problem('ID_BACK_CLOSED', { field: 'file' })
  const slots = linkSlots(await currentDocuments(db, link.performer_id), {
    linkId: link.id,
    idKind: link.id_kind,
    today: dayInJapan(clock.now()),
  })
  if (!slots.some((slot) => slot.type === type && slot.accepts)) throw new Problem('DOCUMENT_STATE')
}

/** The record was deleted, or the account that sent the link lost its right, while the file was received. */
function endedByRecord(error: unknown): never {
  const ended =
    error instanceof Problem && (error.code === 'PERFORMER_NOT_FOUND' || error.code === 'ORGANISATION_ROLE')
  throw ended ? new Problem('PERFORMER_LINK_ENDED', { cause: error }) : error
}
