import { isAtLeast, type Role } from '@kyc/contract/accounts.ts'
import type { LiveHint, LiveKind } from '@kyc/contract/live.ts'
import { isId } from '../../platform/ids.ts'
import { readsAll } from '../access/actor.ts'
import type { LoggedChange } from '../audit/changes-since.ts'

/** A hint and its recipients. */
export interface AddressedHint {
  readonly hint: LiveHint
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

/** D2: users receive hints about records of their organisations, admins about all, superadmins about deliveries. */
export function mayReceive({ role, organisations }: Listener, { owner, leastRole }: AddressedHint): boolean {
  if (leastRole === 'superadmin') return isAtLeast(role, leastRole)
  return readsAll({ role }) || (owner !== null && organisations.includes(owner))
}

/** The hints of an audit entry (D42): kinds and ids without its content. */
export function hintsOf({ action, rtype, rid, subject, owner }: LoggedChange): AddressedHint[] {
  const [record, part] = rid?.split('/') ?? []
  const hint = (
    kind: LiveKind,
    id: string | null | undefined,
    leastRole: AddressedHint['leastRole'] = 'user',
  ) => (typeof id === 'string' && isId(id) ? [{ hint: { kind, id }, owner, leastRole }] : [])
  switch (rtype) {
    case 'performer':
      // Registering or deleting a performer also changes the review queue.
      return [...hint('performer', record), ...(action === 'update' ? [] : hint('review', record))]
    case 'document':
      return [...hint('document', subject ?? record), ...hint('review', subject ?? record)]
    case 'video':
      return hint('video', record)
    case 'organisation':
      return hint('organisation', record)
    case 'subject_request':
      return hint('performer', subject)
    case 'partner':
      return hint('delivery', part, 'superadmin')
    default:
      return []
  }
}
