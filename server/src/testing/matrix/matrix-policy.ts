import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { mayCall } from '@kyc/contract/may-call.ts'
import { type CallerName, isSignedIn, type SignedInCaller, signedInCallers } from './matrix-callers.ts'
import { kindOf } from './matrix-records.ts'
import type { Target } from './record-kind.ts'

/** The status of a refusal; an allowed call may fail for other reasons, such as its state. */
export type Outcome = 401 | 403 | 404 | 'allowed'

/** What a call requires of its caller in the organisation that it names or that owns its record. */
export type Need = 'read' | 'download' | 'edit' | 'join' | 'manage' | 'cancel'

/** The rights of a caller: what it may do. An auditor has given a reason for opening. */
const rights = {
  // `join` is the right to create what becomes a record of the organisation, which only its members have.
  manage: ['read', 'download', 'edit', 'join', 'manage', 'cancel'],
  office: ['read', 'download', 'edit', 'cancel'],
  officeMember: ['read', 'download', 'edit', 'join', 'cancel'],
  edit: ['read', 'download', 'edit', 'join'],
  audit: ['read', 'download'],
  read: ['read'],
  none: [],
} as const satisfies Record<string, readonly Need[]>

/** The rights of each caller in its own company, and in another one. */
const rightsOf = {
  representative: { home: 'manage', other: 'none' },
  staff: { home: 'edit', other: 'none' },
  viewer: { home: 'read', other: 'none' },
  former: { home: 'none', other: 'none' },
  outsider: { home: 'edit', other: 'none' },
  disabledMember: { home: 'none', other: 'none' },
  auditor: { home: 'audit', other: 'audit' },
  admin: { home: 'officeMember', other: 'office' },
  superadmin: { home: 'officeMember', other: 'office' },
} as const satisfies Record<SignedInCaller, Record<'home' | 'other', keyof typeof rights>>

/** Every call about one record of an organisation, or about an organisation. */
export const recordNeeds: Readonly<Record<string, Need>> = {
  'performers.get': 'read',
  'performers.update': 'edit',
  'performers.delete': 'edit',
  'performers.deleteDraft': 'edit',
  'performers.history': 'read',
  'performers.hints': 'read',
  'legalHolds.list': 'read',
  'legalHolds.hold': 'edit',
  'legalHolds.end': 'edit',
  'performerLinks.create': 'edit',
  'performerLinks.get': 'read',
  'performerLinks.revoke': 'edit',
  'subjects.ofPerformer': 'read',
  'subjects.create': 'edit',
  'subjects.export': 'edit',
  'documents.list': 'read',
  'documents.metadata': 'read',
  'documents.versions': 'read',
  'documents.opening': 'read',
  'documents.giveOpeningReason': 'read',
  'documents.open': 'read',
  'documents.replace': 'edit',
  'documents.mask': 'edit',
  'documents.withheld': 'read',
  'documents.undoDestruction': 'edit',
  'documents.verify': 'edit',
  'documents.reject': 'edit',
  'review.case': 'read',
  'review.claim': 'edit',
  'review.release': 'edit',
  'review.addNote': 'edit',
  'review.rejectDocuments': 'edit',
  'review.reopenCase': 'edit',
  'review.undoDecision': 'edit',
  'videos.get': 'read',
  'videos.update': 'edit',
  'videos.performers': 'read',
  'videos.candidates': 'read',
  'videos.addPerformers': 'edit',
  'videos.removePerformer': 'edit',
  'videos.publications': 'read',
  'videos.publish': 'edit',
  'videos.updatePublication': 'edit',
  'videos.statePublications': 'edit',
  'videos.facts': 'read',
  'videos.saveFacts': 'edit',
  'videos.saveAppearances': 'edit',
  'papers.list': 'read',
  'papers.versions': 'read',
  'papers.open': 'read',
  'papers.submit': 'edit',
  'papers.verify': 'edit',
  'papers.reject': 'edit',
  'videos.readiness': 'read',
  'videos.override': 'edit',
  'videos.confirmOverride': 'edit',
  'videos.endOverride': 'edit',
  'channels.list': 'read',
  'performers.videos': 'read',
  'packs.revoke': 'edit',
  'performers.reliances': 'read',
  'performers.endReliance': 'edit',
  'reliances.accept': 'join',
  'videos.shares': 'read',
  'videos.share': 'edit',
  'videos.endShare': 'edit',
  'videos.permitPaper': 'edit',
  'videos.endPaperPermission': 'edit',
  'sharedVideos.get': 'read',
  'sharedVideos.end': 'edit',
  'sharedVideos.openPaper': 'edit',
  'sharedVideos.statement': 'edit',
  'videos.statement': 'edit',
  'videos.record2257': 'read',
  'videos.saveProducer': 'edit',
  'organisations.custodian': 'read',
  'organisations.saveCustodian': 'manage',
  'campaigns.get': 'read',
  'campaigns.items': 'read',
  'campaigns.stop': 'edit',
  'takedowns.get': 'read',
  'takedowns.confirm': 'edit',
  'takedowns.acknowledge': 'edit',
  'takedowns.complete': 'edit',
  'takedowns.unfounded': 'edit',
  'takedowns.assign': 'edit',
  'takedowns.namePerformer': 'edit',
  'takedowns.addEvidence': 'edit',
  'takedowns.openEvidence': 'download',
  'channels.update': 'edit',
  'signings.list': 'read',
  'signings.create': 'edit',
  'signings.get': 'read',
  'signings.openDraft': 'read',
  'signings.uploadDraft': 'edit',
  'signings.send': 'edit',
  'signings.talk': 'edit',
  'signings.answer': 'edit',
  'signings.remind': 'edit',
  'signings.revoke': 'edit',
  'contractTemplates.update': 'edit',
  'contractTemplates.delete': 'edit',
  'organisations.get': 'read',
  'organisations.update': 'manage',
  'organisations.invite': 'manage',
  'organisations.revokeInvitation': 'manage',
  'organisations.changeRole': 'manage',
  'organisations.removeMember': 'manage',
  'organisations.handOver': 'manage',
  'organisations.approve': 'edit',
  'organisations.cancel': 'cancel',
  'organisations.withdrawCancellation': 'edit',
  'organisations.disable': 'edit',
  'organisations.enable': 'edit',
  'transfers.request': 'edit',
}

/** `register` requires a membership, also of admins. */
type ScopeNeed = 'read' | 'download' | 'register'

/** Every call with `organisation` in its query. */
export const scopeNeeds: Readonly<Record<string, ScopeNeed>> = {
  'performers.list': 'read',
  'performers.counts': 'read',
  'performers.export': 'download',
  'performers.check': 'register',
  'performers.create': 'register',
  'review.cases': 'read',
  'review.counts': 'read',
  'performers.checkImport': 'register',
  'performers.import': 'register',
  'papers.waiting': 'read',
  'videos.list': 'read',
  'videos.due': 'read',
  'packs.list': 'read',
  'reliances.offers': 'read',
  'sharedVideos.list': 'read',
  'campaigns.check': 'register',
  'campaigns.create': 'register',
  'campaigns.list': 'read',
  'takedowns.list': 'read',
  'takedowns.export': 'download',
  'videos.rehearse': 'read',
  'videos.exportRehearsal': 'download',
  'videos.exportFacts': 'download',
  'videos.checkFacts': 'download',
  'videos.importFacts': 'download',
  'videos.create': 'register',
  'contractTemplates.list': 'read',
  'contractTemplates.create': 'register',
  'dashboard.stats': 'read',
  'sealedPerformers.list': 'read',
  'audit.list': 'read',
  'audit.export': 'download',
  'users.list': 'read',
}

/** Calls whose record none of the callers has: allowed callers get 404. */
const withoutOwnRecord: ReadonlySet<string> = new Set([
  'account.removeTotp',
  'kyc.openAddress',
  'kyc.registerUser',
  'takedowns.create',
  'packs.create',
  'packs.open',
  'packs.download',
  'kyc.sendResult',
  'performerLink.open',
  'performerLink.requestCode',
  'performerLink.confirmCode',
  'performerLink.get',
  'performerPage.open',
  'performerPage.requestCode',
  'performerPage.get',
])

/** The outcome for a call without a record and without an organisation. */
export function outcomeWithoutRecord(endpoint: Endpoint, caller: CallerName): Outcome {
  return outcomeOfRole(endpoint, caller) ?? (withoutOwnRecord.has(endpoint.name) ? 404 : 'allowed')
}

/** The outcome for a call about a record. */
export function outcomeOfRecord(endpoint: Endpoint, need: Need, caller: CallerName, target: Target): Outcome {
  const refused = outcomeOfRole(endpoint, caller)
  if (refused) return refused
  if (target === 'deleted' || target === 'unknown' || target === 'malformed') return 404
  const { access } = kindOf(endpoint)
  if (access === 'office' || access === 'entry') return 'allowed'
  if (access === 'link') return target !== 'own' ? 404 : readsEveryRecord(caller) ? 403 : 'allowed'
  if (access === 'personal') return target === 'own' ? 'allowed' : 404
  if (!isSignedIn(caller)) return 401
  const right = rightsOf[caller][target === 'other' ? 'other' : 'home']
  // The members of a disabled organisation can read the organisation itself, with the reason.
  if (caller === 'disabledMember' && access === 'company' && target === 'own') return permits('read', need)
  return right === 'none' ? 404 : permits(right, need)
}

/** The outcome for a call whose query names the company of the caller, another one or an unknown one. */
export function outcomeOfScope(
  endpoint: Endpoint,
  need: ScopeNeed,
  caller: CallerName,
  target: 'home' | 'other' | 'unknown',
): Outcome {
  const refused = outcomeOfRole(endpoint, caller)
  if (refused) return refused
  if (!isSignedIn(caller)) return 401
  if (caller === 'auditor' && need === 'register') return 403
  if (target === 'unknown') return 404
  if (caller === 'disabledMember' && target === 'home') return 403
  const right = rightsOf[caller][target]
  if (right === 'none' || (need === 'register' && target === 'other')) return 404
  return permits(right, need === 'register' ? 'edit' : need)
}

function readsEveryRecord(caller: CallerName): boolean {
  return isSignedIn(caller) && signedInCallers[caller].role !== 'user'
}

/** What the session and the role decide, before any record; undefined if they permit the call. */
function outcomeOfRole(endpoint: Endpoint, caller: CallerName): Outcome | undefined {
  if (endpoint.who === 'anyone') return undefined
  if (!isSignedIn(caller)) return 401
  return mayCall(signedInCallers[caller].role, endpoint) ? undefined : 403
}

function permits(right: keyof typeof rights, need: Need): Outcome {
  const permitted: readonly Need[] = rights[right]
  return permitted.includes(need) ? 'allowed' : 403
}
