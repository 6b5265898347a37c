import type { MemberRole, OrganisationKind } from '@kyc/contract/organisations.ts'
import type { NamedActor } from '../features/access/actor.ts'
import { acceptMembership } from '../features/organisations/accept-membership.ts'
import { approveOrganisation } from '../features/organisations/approve-organisation.ts'
import { getOrganisation } from '../features/organisations/get-organisation.ts'
import { inviteMember } from '../features/organisations/invite-member.ts'
import { listOwn } from '../features/organisations/list-own.ts'
import { updateOrganisation } from '../features/organisations/update-organisation.ts'
import type { Services } from '../services.ts'
import { type DemoActor, demoActors } from './actors.ts'
import { demoRequest } from './demo-request.ts'

/** A fictitious company of demo mode. */
interface DemoCompany {
  /** Its first 代表, whose personal organisation became the company, with its id. */
  readonly founder: Extract<DemoActor, 'seisaku' | 'haishin'>
  readonly name: string
  readonly kind: Exclude<OrganisationKind, 'personal'>
  readonly members: readonly { readonly actor: DemoActor; readonly role: MemberRole }[]
}

export const demoCompanies: readonly DemoCompany[] = [
  {
    founder: 'seisaku',
    name: '見本制作',
    kind: 'producer',
    members: [
      { actor: 'staff', role: 'staff' },
      { actor: 'viewer', role: 'viewer' },
    ],
  },
  { founder: 'haishin', name: '例題配信', kind: 'distributor', members: [] },
]

/** Creates the missing company or the missing members of it. */
export async function createDemoCompany(
  services: Services,
  actors: Readonly<Record<DemoActor, NamedActor>>,
  { founder, name, kind, members }: DemoCompany,
): Promise<void> {
  const caller = actors[founder]
  const [id, request] = [caller.id, demoRequest(demoActors[founder].ip)]
  const isMember = async (actor: NamedActor) =>
    (await listOwn(services.db, actor)).some((own) => own.id === id)
  const [own] = await listOwn(services.db, caller)
  if (own?.kind === 'personal') {
    await updateOrganisation(
      services,
      { actor: caller, id, ip: request.ip },
      {
        name,
        kind,
        legalName: `株式会社${name}`,
        contact: demoActors[founder].email,
        version: 1,
      },
    )
  }
  await approve(services, actors.admin, id)
  for (const { actor, role } of members) {
    const member = actors[actor]
    if (await isMember(member)) continue
    const body = { email: demoActors[actor].email, name: member.name, role }
    await inviteMember(services, { caller, id, body, request })
    await acceptMembership(services, { actor: member, id, ip: demoActors[actor].ip })
  }
}

/** Approves the company: only then can it send links and invitations (D115). */
async function approve(services: Services, admin: NamedActor, id: string): Promise<void> {
  const { version } = await getOrganisation(services.db, admin, id)
  await approveOrganisation(services, { actor: admin, id, ip: demoActors.admin.ip }, version)
}
