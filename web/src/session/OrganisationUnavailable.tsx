import { organisationKindLabels } from '@kyc/contract/organisation-labels.ts'
import type { OwnOrganisation } from '@kyc/contract/organisations.ts'
import { Button } from '@mantine/core'
import { IconLock, IconZoomExclamation } from '@tabler/icons-react'
import { Alert } from '../ui/Alert.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useOrganisations } from './use-organisations.ts'
import { useSwitchHref } from './use-switch-href.ts'

export interface OrganisationUnavailableProps {
  /** Undefined if the account is not a member. */
  organisation: OwnOrganisation | undefined
}

/** Why the selected organisation cannot be used, with links to the others of the account. */
export function OrganisationUnavailable({ organisation }: OrganisationUnavailableProps) {
  const others = useOrganisations()?.filter(
    ({ id, disabledReason }) => id !== organisation?.id && disabledReason === null,
  )
  const hrefOf = useSwitchHref()
  const choices = others?.map(({ id, name, kind }) => (
    <Button key={id} component={AppLink} href={hrefOf(id)} variant="default">
      {name}（{organisationKindLabels[kind]}）に切り替える
    </Button>
  ))
  return (
    <>
      <PageHeader title="組織" />
      {organisation && (
        <Alert icon={IconLock} title="この組織は利用を停止されています" mb={16}>
          理由：{organisation.disabledReason}
        </Alert>
      )}
      <EmptyState
        icon={organisation ? IconLock : IconZoomExclamation}
        title={organisation ? '出演者と動画は表示できません' : '組織が見つかりません'}
        action={choices}
      >
        {organisation
          ? '登録した内容は残っています。再開については、管理者にご連絡ください。'
          : 'メンバーから外れたか、アドレスが正しくない可能性があります。'}
      </EmptyState>
    </>
  )
}
