import type { AnyDocumentType, PaperType } from '@kyc/contract/document-vocabulary.ts'
import type { About, Origin } from './record.ts'

/** The origin of an entry that a job or a program writes. */
export const byJob: Origin = { ip: null }

/** `owner` is null if the organisation must not see the entry. */
export function aboutPerformer(id: string, owner: string | null): About {
  return { resourceType: 'performer', resourceId: id, owner }
}

export function aboutDocument(
  { id, owner_id }: { readonly id: string; readonly owner_id: string },
  documentType: AnyDocumentType,
): About {
  const resourceId = `${id}/${documentType}`
  return { resourceType: 'document', resourceId, subject: id, owner: owner_id, details: { documentType } }
}

/** A paper of an appearance, which belongs to the record of its performer (D91). */
export function aboutPaper(
  performer: { readonly id: string; readonly owner_id: string },
  { type, videoId }: { readonly type: PaperType; readonly videoId: string },
): About {
  const about = aboutDocument(performer, type)
  return { ...about, details: { ...about.details, videoId } }
}

export function aboutVideo(id: string, owner: string): About {
  return { resourceType: 'video', resourceId: id, owner }
}

export function aboutAccount(id: string | null): About {
  return { resourceType: 'user', resourceId: id, owner: id }
}

export function aboutOrganisation(id: string): About {
  return { resourceType: 'organisation', resourceId: id, owner: id }
}

/** The id of a partner, or `{partner}/{delivery}`. */
export function aboutPartner(id: string, owner: string | null = null): About {
  return { resourceType: 'partner', resourceId: id, owner }
}

export function aboutRequest(id: string, performerId: string): About {
  return { resourceType: 'subject_request', resourceId: id, subject: performerId, owner: null }
}

/** A request to take a title down; `owner` is null while it is not known which title it is about. */
export function aboutTakedown(
  id: string,
  { owner, performerId }: { readonly owner: string | null; readonly performerId: string | null },
): About {
  const subject = performerId === null ? {} : { subject: performerId }
  return { resourceType: 'takedown', resourceId: id, ...subject, owner }
}

/** A pack of evidence (D109). */
export function aboutPack(id: string, owner: string): About {
  return { resourceType: 'pack', resourceId: id, owner }
}

/** A title that another organisation shares, in the log of its recipient. */
export function aboutShare(id: string, recipient: string): About {
  return { resourceType: 'shared_video', resourceId: id, owner: recipient }
}

/** A document of a shared title, in the log of the organisation that opens it. The details are destroyed with the performer. */
export function aboutSharedPaper(
  id: string,
  recipient: string,
  { type, performerId }: { readonly type: PaperType; readonly performerId: string },
): About {
  const about = aboutShare(`${id}/${type}`, recipient)
  return { ...about, subject: performerId, details: { documentType: type } }
}

export function aboutInquiry(id: string, sender: string | null): About {
  return { resourceType: 'inquiry', resourceId: id, owner: sender }
}

export function aboutSystem(resourceType: 'key' | 'audit_log'): About {
  return { resourceType, resourceId: null, owner: null }
}
