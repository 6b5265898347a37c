import { memberRoleLabels, organisationKindLabels } from '@kyc/contract/organisation-labels.ts'
import type { OwnOrganisation } from '@kyc/contract/organisations.ts'
import { IconBuilding, IconCheck } from '@tabler/icons-react'
import { useOrganisation, useOrganisationId, useOrganisations } from '../session/use-organisations.ts'
import { useSession } from '../session/use-session.ts'
import { useSwitchHref } from '../session/use-switch-href.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import { useGo } from '../ui/go.tsx'

/** The selected organisation with a menu of the others. */
export function OrganisationSwitcher() {
  const own = useOrganisations()
  const selected = useSwitchedTo()
  const hrefOf = useSwitchHref()
  const go = useGo()
  const face = useFace(selected)
  return (
    <ActionMenu
      label={`組織の切り替え（${face}）`}
      title="組織の切り替え"
      face={face}
      actions={(own ?? []).map((each) => ({
        label: each.name,
        detail: organisationDetail(each),
        icon: each.id === selected?.id ? IconCheck : IconBuilding,
        current: each.id === selected?.id,
        onSelect: () => void go(hrefOf(each.id)),
      }))}
    />
  )
}

/** The organisation that the lists show; for admins, who see all, only one that they have selected. */
export function useSwitchedTo(): OwnOrganisation | undefined {
  const { readsAll } = useSession()
  const isSelected = useOrganisationId() !== undefined
  const organisation = useOrganisation()
  return readsAll && !isSelected ? undefined : organisation
}

function useFace(selected: OwnOrganisation | undefined): string {
  const { readsAll } = useSession()
  const isSelected = useOrganisationId() !== undefined
  if (selected) return selected.name
  return readsAll && !isSelected ? 'すべての組織' : '組織を選択'
}

/** Kind, role and state of an organisation of the account. */
export function organisationDetail({ kind, role, disabledReason }: OwnOrganisation): string {
  const parts = [organisationKindLabels[kind], memberRoleLabels[role]]
  return [...parts, ...(disabledReason === null ? [] : ['利用停止中'])].join('・')
}
