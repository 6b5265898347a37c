import { isAtLeast, type Role } from '@kyc/contract/accounts.ts'
import type { LiveHint, LiveKind } from '@kyc/contract/live.ts'
import { isId } from '../../platform/ids.ts'
import type { LoggedChange } from '../audit/changes-since.ts'
import { isInScope } from '../audit/present-entry.ts'

/** A hint and whom it may reach. */
export interface AddressedHint {
  readonly hint: LiveHint
  /** Whose record changed. */
  readonly owner: string | null
  readonly least: 'user' | 'superadmin'
}

/** Whoever holds a socket. */
export interface Listener {
  readonly accountId: string
  readonly role: Role
}

/** D2: a user hears of their own records, an admin of all; deliveries are the superadmins' (/partners). */
export function mayHear({ accountId, role }: Listener, { owner, least }: AddressedHint): boolean {
  return least === 'superadmin' ? isAtLeast(role, least) : isInScope({ id: accountId, role }, owner)
}

/** What browsers are told of an entry of the log (D42): kinds and ids, and nothing of what it says. */
export function hintsOf({ action, rtype, rid, subject, owner }: LoggedChange): AddressedHint[] {
  const [record, part] = rid?.split('/') ?? []
  const hint = (kind: LiveKind, id: string | null | undefined, least: AddressedHint['least'] = 'user') =>
    typeof id === 'string' && isId(id) ? [{ hint: { kind, id }, owner, least }] : []
  switch (rtype) {
    case 'performer':
      // Whoever registers or deletes a performer also changes what waits for a decision.
      return [...hint('performer', record), ...(action === 'update' ? [] : hint('review', record))]
    case 'document':
      return [...hint('document', subject ?? record), ...hint('review', subject ?? record)]
    case 'video':
      return hint('video', record)
    case 'partner':
      return hint('delivery', part, 'superadmin')
    default:
      return []
  }
}
