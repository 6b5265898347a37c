import { minute } from '@kyc/contract/durations.ts'
import { listOwnOrganisations, mayEditRecords, type OwnOrganisation } from '@kyc/contract/organisations.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { callQuery } from '../api/queries.ts'
import { useSession } from './use-session.ts'

/** The organisations of the signed-in account, the default first. */
export function useOwnOrganisations() {
  // Refusals of the server refetch them at once (MembershipRefresh.tsx).
  return useQuery({ ...callQuery(listOwnOrganisations), staleTime: minute })
}

/** The organisations of the signed-in account; undefined until they are known. */
export function useOrganisations(): readonly OwnOrganisation[] | undefined {
  return useOwnOrganisations().data
}

/** The organisation in the URL, for the calls that take one; without it, the server chooses (D67). */
export function useOrganisationId(): string | undefined {
  return useSearch({ strict: false, select: ({ organisation }) => organisation })
}

/** The membership in the selected or the default organisation; undefined until it is known, and if there is none. */
export function useOrganisation(): OwnOrganisation | undefined {
  const id = useOrganisationId()
  return useOrganisations()?.find((own) => id === undefined || own.id === id)
}

/** Which owner the lists name: for admins the organisation, for members of a company the registrar (D2). */
export type NamedOwner = 'organisation' | 'person' | null

export function useNamedOwner(): NamedOwner {
  const { readsAll } = useSession()
  const organisation = useOrganisation()
  if (readsAll) return 'organisation'
  return organisation && organisation.kind !== 'personal' ? 'person' : null
}

/** Whether the page of a record names its organisation: only admins and members of several see different ones. */
export function useShowsOrganisation(): boolean {
  const { readsAll } = useSession()
  const own = useOrganisations()
  return readsAll || (own !== undefined && own.length > 1)
}

/** The title of a list: `all` for admins, `own` for a personal organisation, else the company with `what`. */
export function useListTitle({ all, own, what }: Readonly<Record<'all' | 'own' | 'what', string>>): string {
  const { readsAll } = useSession()
  const organisation = useOrganisation()
  if (readsAll) return all
  return organisation && organisation.kind !== 'personal' ? `${organisation.name}の${what}` : own
}

/** Whether the account may register records for the organisation; false until it is known. */
export function useIsEditor(organisationId: string): boolean {
  const { isAuditor } = useSession()
  const own = useOrganisations()?.find(({ id }) => id === organisationId)
  return !isAuditor && own !== undefined && refusalOf(own) === undefined
}

/**
 * Why the account may not change records of the organisation, for disabled buttons; undefined while that is
 * unknown. The server enforces it.
 */
export function useEditRefusal(organisationId: string): string | undefined {
  const { isAdmin, isAuditor } = useSession()
  const own = useOrganisations()
  if (isAuditor) return auditorRefusal
  if (isAdmin || own === undefined) return undefined
  return refusalOf(own.find(({ id }) => id === organisationId))
}

/** Like `useEditRefusal`, for admins too: why the account may not register records in the selected organisation. */
export function useRegisterRefusal(): string | undefined {
  const { isAuditor } = useSession()
  const own = useOrganisations()
  const selected = useOrganisation()
  return isAuditor ? auditorRefusal : own && refusalOf(selected)
}

/** Like `useEditRefusal`: why the account may not export the log of the selected organisation. */
export function useExportRefusal(): string | undefined {
  const { readsAll } = useSession()
  const refusal = useRegisterRefusal()
  return readsAll ? undefined : refusal
}

function refusalOf(own: OwnOrganisation | undefined): string | undefined {
  if (!own) return 'この組織のメンバーではないため、登録や変更はできません。'
  if (own.disabledReason !== null) return 'この組織は利用を停止されています。'
  return mayEditRecords(own.role) ? undefined : viewerRefusal
}

/** Why auditors cannot change records. */
export const auditorRefusal = '監査人は閲覧のみできます。'

/** Why members with the role 閲覧 cannot change records. */
const viewerRefusal = '閲覧の役割では、登録・編集・提出・削除・ダウンロード・エクスポートはできません。'
