import { dateInWords } from '@kyc/contract/dates.ts'
import { wordOf } from '@kyc/contract/labels.ts'
import { organisationKindLabels } from '@kyc/contract/organisation-labels.ts'
import type { ListedOrganisation, organisationStates } from '@kyc/contract/organisation-members.ts'
import { Table } from '@mantine/core'
import {
  IconArrowRight,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconUserCog,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { auditorRefusal } from '../../session/use-organisations.ts'
import { useSession } from '../../session/use-session.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatCount } from '../../ui/format.ts'
import { useGo } from '../../ui/go.tsx'
import { ListTable } from '../../ui/ListTable.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'

export const organisationStateLabels = {
  active: '利用中',
  unapproved: '承認待ち',
  cancelled: '解約済み',
  disabled: '利用停止中',
} as const satisfies Record<(typeof organisationStates)[number], string>

/** The state to show. `disabled` takes precedence, since the members cannot use the organisation. */
function stateOf({
  disabledReason,
  cancelledOn,
  approvedAt,
}: ListedOrganisation): keyof typeof organisationStateLabels {
  if (disabledReason !== null) return 'disabled'
  if (cancelledOn !== null) return 'cancelled'
  return approvedAt === null ? 'unapproved' : 'active'
}

const stateBadges = {
  active: { tone: 'ok', icon: IconCircleCheck },
  unapproved: { tone: 'wait', icon: IconClock },
  cancelled: { tone: 'wait', icon: IconClock },
  disabled: { tone: 'bad', icon: IconBan },
} as const

interface OrganisationTableProps {
  organisations: readonly ListedOrganisation[]
  onApprove?: (organisation: ListedOrganisation) => void
  onChangeState?: (organisation: ListedOrganisation) => void
  onMerge?: (organisation: ListedOrganisation) => void
}

export function OrganisationTable({
  organisations,
  onApprove = () => undefined,
  onChangeState = () => undefined,
  onMerge = () => undefined,
}: OrganisationTableProps) {
  return (
    <ListTable
      caption="組織"
      head={
        <>
          <Table.Th>組織名</Table.Th>
          <Table.Th w={120}>種別</Table.Th>
          <Table.Th w={140}>状態</Table.Th>
          <Table.Th w={104}>メンバー</Table.Th>
          <Table.Th w={164}>作成日</Table.Th>
          <Table.Th w={76} ta="center">
            操作
          </Table.Th>
        </>
      }
    >
      {organisations.map((organisation) => (
        <OrganisationRow
          key={organisation.id}
          organisation={organisation}
          onApprove={() => onApprove(organisation)}
          onChangeState={() => onChangeState(organisation)}
          onMerge={() => onMerge(organisation)}
        />
      ))}
    </ListTable>
  )
}

interface OrganisationRowProps {
  organisation: ListedOrganisation
  onApprove: () => void
  onChangeState: () => void
  onMerge: () => void
}

function OrganisationRow({ organisation, ...acts }: OrganisationRowProps) {
  const { id, name, kind, disabledReason, cancelledOn, members, createdAt } = organisation
  const state = stateOf(organisation)
  return (
    <Table.Tr>
      <Table.Td>
        <AppLink className={text.name} href={paths.organisation({ organisation: id })}>
          {name}
        </AppLink>
        {disabledReason !== null && <span className={text.second}>理由：{disabledReason}</span>}
        {disabledReason === null && cancelledOn !== null && (
          <span className={text.second}>解約日：{dateInWords(cancelledOn)}</span>
        )}
      </Table.Td>
      <Table.Td data-label="種別">{wordOf(organisationKindLabels, kind)}</Table.Td>
      <Table.Td>
        <StateBadge {...stateBadges[state]}>{organisationStateLabels[state]}</StateBadge>
      </Table.Td>
      <Table.Td data-label="メンバー">{formatCount(members)}名</Table.Td>
      <Table.Td data-label="作成日">
        <Timestamp listed at={createdAt} precision="day" />
      </Table.Td>
      <Table.Td ta="center">
        <OrganisationMenu organisation={organisation} {...acts} />
      </Table.Td>
    </Table.Tr>
  )
}

function OrganisationMenu({
  organisation: { id, name, disabledReason, approvedAt },
  onApprove,
  onChangeState,
  onMerge,
}: OrganisationRowProps) {
  const { isAuditor, isSuperadmin } = useSession()
  const go = useGo()
  const search = { organisation: id }
  return (
    <ActionMenu
      label={`${name}の操作`}
      title="操作"
      note={isAuditor ? auditorRefusal : undefined}
      actions={[
        { label: '出演者を見る', icon: IconUsers, onSelect: () => void go(paths.performers(search)) },
        { label: '動画を見る', icon: IconVideo, onSelect: () => void go(paths.videos(search)) },
        { label: 'ユーザーを見る', icon: IconUserCog, onSelect: () => void go(paths.users(search)) },
        ...(approvedAt === null && disabledReason === null
          ? [{ label: '承認', icon: IconCircleCheck, disabled: isAuditor, onSelect: onApprove }]
          : []),
        disabledReason === null
          ? { label: '利用を停止', icon: IconBan, disabled: isAuditor, onSelect: onChangeState }
          : { label: '利用停止を解除', icon: IconCircleCheck, disabled: isAuditor, onSelect: onChangeState },
        {
          label: isSuperadmin ? '別の組織に統合' : '別の組織に統合（最高管理者のみ）',
          icon: IconArrowRight,
          disabled: !isSuperadmin,
          onSelect: onMerge,
        },
      ]}
    />
  )
}
