import { isAtLeast, type Role } from '@kyc/contract/accounts.ts'
import { paperTypeOf } from '@kyc/contract/document-vocabulary.ts'
import type { LiveChange, LiveKind } from '@kyc/contract/live.ts'
import { isId } from '../../platform/ids.ts'
import { readsAll } from '../access/actor.ts'
import type { LoggedChange } from '../audit/changes-since.ts'

/** A live update and its recipients. */
export interface AddressedChange {
  readonly change: LiveChange
  /** The owner of the changed record. */
  readonly owner: string | null
  readonly leastRole: 'user' | 'superadmin'
}

/** The account of a socket. */
export interface Listener {
  readonly accountId: string
  readonly role: Role
  /** Its active memberships. */
  readonly organisations: readonly string[]
}

/** D2: users receive live updates about records of their organisations, admins about all, superadmins about deliveries. */
export function mayReceive(
  { role, organisations }: Listener,
  { owner, leastRole }: AddressedChange,
): boolean {
  if (leastRole === 'superadmin') return isAtLeast(role, leastRole)
  return readsAll({ role }) || (owner !== null && organisations.includes(owner))
}

/** The live updates of an audit entry: kinds and ids without its content. */
export function liveChangesOf({ action, rtype, rid, subject, owner }: LoggedChange): AddressedChange[] {
  const [record, part] = rid?.split('/') ?? []
  const change = (
    kind: LiveKind,
    id: string | null | undefined,
    leastRole: AddressedChange['leastRole'] = 'user',
  ) => (typeof id === 'string' && isId(id) ? [{ change: { kind, id }, owner, leastRole }] : [])
  switch (rtype) {
    case 'performer':
      // Registering or deleting a performer also changes the review queue.
      return [...change('performer', record), ...(action === 'update' ? [] : change('review', record))]
    case 'document':
      // A paper belongs to an appearance and is not in the cases of the desk.
      if (part !== undefined && paperTypeOf(part)) return change('performer', subject ?? record)
      return [...change('document', subject ?? record), ...change('review', subject ?? record)]
    case 'video':
      return change('video', record)
    case 'organisation':
      return change('organisation', record)
    case 'subject_request':
      return change('performer', subject)
    case 'takedown':
      return change('takedown', record)
    case 'pack':
      return change('pack', record)
    case 'shared_video':
      return change('share', record)
    case 'partner':
      return change('delivery', part, 'superadmin')
    default:
      return []
  }
}
