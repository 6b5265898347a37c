import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'

/** The kinds of organisation (D67); a personal one has one member, and the name of this member. */
export const organisationKinds = ['personal', 'producer', 'distributor'] as const
export type OrganisationKind = (typeof organisationKinds)[number]

/** The roles of members: 代表, 担当, 閲覧. */
export const memberRoles = ['representative', 'staff', 'viewer'] as const
export type MemberRole = (typeof memberRoles)[number]

const kind = z.enum(organisationKinds)
const role = z.enum(memberRoles)
/** Why an admin has disabled the organisation; null while it is in use. */
const disabledReason = z.string().nullable()

/** An organisation as the owner of a record. */
export const organisationRefSchema = z.strictObject({ id, name: z.string() })

/** A membership of the caller. */
export const ownOrganisationSchema = z.strictObject({ id, name: z.string(), kind, role, disabledReason })
export type OwnOrganisation = z.infer<typeof ownOrganisationSchema>

/** Whether a member with this role may register and change records. */
export function mayEditRecords(role: MemberRole): boolean {
  return role !== 'viewer'
}

export const listOwnOrganisations = endpoint({
  name: 'organisations.own',
  method: 'GET',
  path: '/organisations/own',
  summary: 'The organisations of the caller; the first is the default of lists and new records (D67)',
  who: 'user',
  reply: { kind: 'json', status: 200, schema: z.array(ownOrganisationSchema) },
  problems: [],
})
