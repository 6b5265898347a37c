import type { User } from '@kyc/contract/accounts.ts'
import { listOwnOrganisations, type OwnOrganisation } from '@kyc/contract/organisations.ts'
import { callQuery } from '../api/queries.ts'
import type { RenderOptions } from './render.tsx'

const user: User = {
  id: 'u1',
  uid: 'u1',
  email: 'user@example.com',
  emailVerified: true,
  name: '制作 花子',
  displayName: '制作 花子',
  role: 'user',
  provider: 'legacy',
  secondFactorMissing: false,
}

export const company: OwnOrganisation = {
  id: 'o1',
  name: '東都映像',
  kind: 'producer',
  role: 'staff',
  disabledReason: null,
}

export const personal: OwnOrganisation = {
  id: 'u1',
  name: '制作 花子',
  kind: 'personal',
  role: 'representative',
  disabledReason: null,
}

/** A signed-in account with these memberships. */
export function asMember(organisations: readonly OwnOrganisation[], part: Partial<User> = {}): RenderOptions {
  return {
    user: { ...user, ...part },
    fetched: [[callQuery(listOwnOrganisations).queryKey, organisations]],
  }
}
