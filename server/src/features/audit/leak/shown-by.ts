import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'

/**
 * What an entry shows that its account has seen: the record of a performer, a document, everything about a person, a
 * file or page with many persons, an attachment of a request, or a record on which it acted. `nothing` shows no data of
 * a performer.
 */
export type Shown = 'record' | 'document' | 'archive' | 'list' | 'evidence' | 'act' | 'nothing'

/** Changes and decisions: the account has seen what it changed. */
const acted = {
  performer: 'act',
  document: 'act',
  video: 'nothing',
  user: 'nothing',
  partner: 'nothing',
  inquiry: 'nothing',
  organisation: 'nothing',
  key: 'nothing',
  audit_log: 'nothing',
  subject_request: 'act',
  takedown: 'act',
  // Each document in a pack has an entry of its own.
  pack: 'nothing',
  // A document of a shared title has an entry of its own.
  shared_video: 'nothing',
} as const satisfies Record<AuditResourceType, Shown>

const account = { user: 'nothing' } as const

/**
 * The only place that states what each kind of entry shows. The tests fail on an entry whose action and resource type
 * are missing; an investigation counts one as an act. Exports of performers without an id are lists;
 * `leak-repository.ts` has that rule.
 */
export const shownBy: Readonly<Record<AuditAction, Readonly<Partial<Record<AuditResourceType, Shown>>>>> = {
  // The reason for opening a sealed record or documents is a view of the performer, too: the pages that follow are not
  // counted twice.
  read: {
    performer: 'record',
    document: 'document',
    audit_log: 'list',
    pack: 'nothing',
    shared_video: 'nothing',
  },
  download: { document: 'document', takedown: 'evidence', pack: 'list' },
  // Facts and rehearsals of videos name performers; the report on requests names titles only.
  export: { performer: 'archive', audit_log: 'list', video: 'list', takedown: 'nothing' },
  create: acted,
  update: acted,
  delete: acted,
  verify: acted,
  reject: acted,
  seal: acted,
  shred: acted,
  // Results for partners are about the account itself. The performer shares its own approval; no account has seen it
  // (D126).
  share: { performer: 'nothing', partner: 'nothing', video: 'nothing', shared_video: 'nothing' },
  login: account,
  logout: account,
  login_failed: account,
}

/** Whether the table names this kind of entry. */
export function isClassified(action: AuditAction, resourceType: AuditResourceType): boolean {
  return shownBy[action][resourceType] !== undefined
}
