import { wordOf } from '@kyc/contract/labels.ts'
import { organisationKindLabels } from '@kyc/contract/organisation-labels.ts'
import type { Organisation } from '@kyc/contract/organisation-members.ts'
import { Button, Group, Stack } from '@mantine/core'
import { IconBuilding, IconClock, IconLock, IconPencil, IconUser, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { failedQuery, isGone } from '../../api/failed-query.ts'
import { paths } from '../../paths.ts'
import { useOrganisationId, useOwnOrganisations } from '../../session/use-organisations.ts'
import { useSession } from '../../session/use-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordFailed } from '../../ui/RecordFailed.tsx'
import { RefetchFailed } from '../../ui/RefetchFailed.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { CancellationSection } from './CancellationSection.tsx'
import { CustodianSection } from './CustodianSection.tsx'
import { InvitationNotice } from './InvitationNotice.tsx'
import { InviteMemberDialog } from './InviteMemberDialog.tsx'
import { MembersSection } from './MembersSection.tsx'
import { type OwnPlace, whyUnmanaged } from './member-acts.ts'
import { useOrganisationRecord } from './organisation-queries.ts'
import { PersonalSection } from './PersonalSection.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { SigningSection } from './SigningSection.tsx'

/** /organisation (D67): the selected organisation with its members, and the invitations of the account. */
export function OrganisationPage() {
  const own = useOwnOrganisations()
  const id = useOrganisationId() ?? own.data?.[0]?.id
  return (
    <>
      <InvitationNotice />
      {id !== undefined && <OrganisationLoader key={id} id={id} />}
      {id === undefined && <PageHeader title="組織" />}
      {id === undefined && own.isError && (
        <ErrorState title="組織の情報を取得できませんでした" {...failedQuery(own)} />
      )}
      {id === undefined && own.isPending && <TextSkeleton lines={6} />}
    </>
  )
}

function OrganisationLoader({ id }: { id: string }) {
  const record = useOrganisationRecord(id)
  const { readsAll } = useSession()
  if (record.isPending) {
    return (
      <>
        <PageHeader title="組織" />
        <TextSkeleton lines={6} />
      </>
    )
  }
  if (!record.data || isGone(record)) {
    return (
      <RecordFailed
        record="組織"
        missingTitle="組織が見つかりません"
        back={
          readsAll
            ? { label: '組織の一覧', href: paths.users({ tab: 'organisations' }) }
            : { label: 'ダッシュボード', href: paths.dashboard() }
        }
        title="組織の情報を取得できませんでした"
        {...failedQuery(record)}
      />
    )
  }
  return (
    <>
      <RefetchFailed query={record} />
      <OrganisationView organisation={record.data} />
    </>
  )
}

function OrganisationView({ organisation }: { organisation: Organisation }) {
  const { user, isAuditor } = useSession()
  const [open, setOpen] = useState<'settings' | 'invite' | null>(null)
  const close = () => setOpen(null)
  const own: OwnPlace = {
    accountId: user.id,
    member: organisation.members.find(({ accountId }) => accountId === user.id),
    isAuditor,
  }
  const refusal = whyUnmanaged(own, organisation)
  const refused = { disabled: refusal !== undefined, 'aria-describedby': refusal && 'manage-refusal' }
  const isPersonal = organisation.kind === 'personal'
  return (
    <>
      <PageHeader
        title={organisation.name}
        windowTitle="組織"
        badge={
          <>
            <StateBadge tone="neutral" icon={organisation.kind === 'personal' ? IconUser : IconBuilding}>
              {wordOf(organisationKindLabels, organisation.kind)}
            </StateBadge>
            {organisation.approvedAt === null && (
              <StateBadge tone="wait" icon={IconClock}>
                承認待ち
              </StateBadge>
            )}
            {organisation.disabledReason !== null && (
              <StateBadge tone="bad" icon={IconLock}>
                利用停止中
              </StateBadge>
            )}
          </>
        }
        actions={
          !isPersonal && (
            <>
              <Button
                variant="default"
                leftSection={<IconPencil size={17} />}
                {...refused}
                onClick={() => setOpen('settings')}
              >
                設定を変更
              </Button>
              <Button
                leftSection={<IconUserPlus size={17} />}
                {...refused}
                disabled={refusal !== undefined || organisation.approvedAt === null}
                onClick={() => setOpen('invite')}
              >
                メンバーを招待
              </Button>
            </>
          )
        }
      >
        {!isPersonal && (
          <Group gap="xxs" mih={28}>
            組織ID {organisation.id}
            <CopyButton value={organisation.id} label="組織IDをコピー" />
          </Group>
        )}
        {refusal && <span id="manage-refusal">{refusal}</span>}
      </PageHeader>
      {organisation.disabledReason !== null && (
        <Alert icon={IconLock} title="この組織は利用を停止されています" mb={16}>
          理由：{organisation.disabledReason}
          <br />
          登録した内容は残っています。再開については、管理者にご連絡ください。
        </Alert>
      )}
      {organisation.approvedAt === null && <Unapproved organisation={organisation} />}
      <Stack gap="lg">
        {isPersonal && <PersonalSection refusal={refusal} onStart={() => setOpen('settings')} />}
        <MembersSection organisation={organisation} own={own} />
        <SigningSection organisation={organisation} refused={refused} />
        <CustodianSection organisation={organisation} refused={refused} />
        <CancellationSection organisation={organisation} own={own} />
      </Stack>
      {!own.member && <AdminLinks id={organisation.id} />}
      {open === 'settings' && <SettingsDialog organisation={organisation} onClose={close} />}
      {open === 'invite' && <InviteMemberDialog organisation={organisation} onClose={close} />}
    </>
  )
}

/** What an organisation that the office has not approved cannot do, and what is missing (D115). */
function Unapproved({ organisation: { kind, legalName, contact } }: { organisation: Organisation }) {
  const isIncomplete = kind !== 'personal' && (legalName === null || contact === null)
  return (
    <Alert tone="wait" icon={IconClock} title="この組織は、事務局の承認を待っています" mb={16}>
      承認されるまで、出演者へのリンクとメンバーへの招待は送れません。登録と提出はできます。
      {isIncomplete && '「設定を変更」で、正式名称と連絡先を入力してください。'}
      {!isIncomplete && '事務局が内容を確認し、必要なときはご連絡します。'}
    </Alert>
  )
}

/** For admins and auditors: links to the records and accounts of the organisation. */
function AdminLinks({ id }: { id: string }) {
  return (
    <Group component="p" gap="8px 16px" mt="lg">
      <AppLink href={paths.performers({ organisation: id })}>出演者を見る</AppLink>
      <AppLink href={paths.videos({ organisation: id })}>動画を見る</AppLink>
      <AppLink href={paths.users({ organisation: id })}>ユーザーを見る</AppLink>
    </Group>
  )
}
