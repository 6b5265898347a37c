import {
  campaignAskLabels,
  campaignItemStateLabels,
  skipReasonLabels,
} from '@kyc/contract/campaign-vocabulary.ts'
import { type Campaign, type CampaignItem, getCampaign, listCampaignItems } from '@kyc/contract/campaigns.ts'
import { Box, Button, Group, Progress, Skeleton, Stack, Table, Text } from '@mantine/core'
import { IconPlayerStop, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { failedQuery, isGone } from '../../api/failed-query.ts'
import { callQuery, pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { EditRefusal, useRefused } from '../../session/EditRefusal.tsx'
import { useFollowOrganisation } from '../../session/use-follow-organisation.ts'
import { useShowsOrganisation } from '../../session/use-organisations.ts'
import { Alert } from '../../ui/Alert.tsx'
import { NoMatch } from '../../ui/EmptyState.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { formatCount } from '../../ui/format.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { ListTable, RowLink } from '../../ui/ListTable.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordFailed } from '../../ui/RecordFailed.tsx'
import { type RefetchedQuery, RefetchFailed } from '../../ui/RefetchFailed.tsx'
import { Loading } from '../../ui/Skeletons.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { type Back, useWayBack } from '../../ui/way-back.ts'
import { CampaignStateBadge, ItemStateBadge } from './CampaignBadges.tsx'
import { progressText, statesOf, totalOf } from './campaign-text.ts'
import { StopDialog } from './StopDialog.tsx'

const list = { label: '一括依頼', href: paths.campaigns() }
/** Milliseconds between two fetches of a running campaign, whose mails are sent in the background. */
const refreshEvery = 15_000

/** One campaign (D111): its progress, and the state of each performer. */
export function CampaignPage() {
  const { id } = useParams({ from: '/signed-in/campaigns/$id' })
  const campaign = useQuery({
    ...callQuery(getCampaign, { params: { id } }),
    refetchInterval: ({ state }) => state.data?.state === 'running' && refreshEvery,
  })
  const back = useWayBack(list)
  useFollowOrganisation(campaign.data?.organisation.id)
  if (campaign.isPending) return <CampaignLoading back={back} />
  if (campaign.data && !isGone(campaign))
    return <CampaignView key={id} campaign={campaign.data} query={campaign} back={back} />
  return (
    <RecordFailed
      record="一括依頼"
      pageTitle="一括依頼"
      missingTitle="一括依頼が見つかりません"
      back={back}
      title="一括依頼を取得できませんでした"
      {...failedQuery(campaign)}
    />
  )
}

interface CampaignViewProps {
  campaign: Campaign
  query: RefetchedQuery
  back: Back
}

function CampaignView({ campaign, query, back }: CampaignViewProps) {
  const showsOrganisation = useShowsOrganisation()
  const { name, asks, state, organisation, createdAt, createdBy, reminders, reminderDays } = campaign
  return (
    <EditRefusal organisation={organisation.id}>
      <PageHeader
        title={name}
        back={back}
        badge={<CampaignStateBadge state={state} />}
        actions={state === 'running' && <StopButton campaign={campaign} />}
      >
        <Group component="ul" gap="0 16px" aria-label="一括依頼の情報">
          <li>{campaignAskLabels[asks]}</li>
          <li>
            開始 <Timestamp listed at={createdAt} />（{createdBy}）
          </li>
          <li>
            {reminders === 0 ? 'リマインダーなし' : `リマインダー ${reminderDays}日ごと・${reminders}回まで`}
          </li>
          {showsOrganisation && <li>組織 {organisation.name}</li>}
        </Group>
      </PageHeader>
      <RefetchFailed query={query} />
      <Stack>
        <Notices campaign={campaign} />
        <Bar campaign={campaign} />
        <Items campaign={campaign} />
      </Stack>
    </EditRefusal>
  )
}

function StopButton({ campaign }: Pick<CampaignViewProps, 'campaign'>) {
  const refused = useRefused()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={17} />}
        {...refused}
        onClick={() => setOpen(true)}
      >
        停止する
      </Button>
      {open && <StopDialog campaign={campaign} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Why nothing is sent now. */
function Notices({
  campaign: { state, maySend, resumesAt, stoppedAt, stoppedBy, counts },
}: Pick<CampaignViewProps, 'campaign'>) {
  if (state === 'stopped' && stoppedAt)
    return (
      <Alert tone="neutral" title="停止しました">
        <Timestamp listed at={stoppedAt} />
        {stoppedBy && `に${stoppedBy}さんが停止しました。`}送信とリマインダーは終了しています。
      </Alert>
    )
  if (state === 'running' && !maySend)
    return (
      <Alert tone="wait" title="送信を休止しています">
        開始した方に、この組織の名前でリンクを送る権限がありません。権限が戻ると再開します。続けない場合は停止してください。
      </Alert>
    )
  if (resumesAt && counts.waiting > 0)
    return (
      <Alert tone="neutral" title="送信できる件数の上限に達しました">
        残りの{formatCount(counts.waiting)}名には、
        <Timestamp listed at={resumesAt} />
        以降に送信します。
      </Alert>
    )
  return null
}

function Bar({ campaign }: Pick<CampaignViewProps, 'campaign'>) {
  const { counts } = campaign
  const asked = totalOf(campaign) - counts.skipped
  if (asked === 0) return null
  return (
    <Box>
      <Group justify="space-between" mb={4}>
        <Text fw={700}>完了 {progressText(campaign)}</Text>
        <Text size="sm" c="dimmed">
          リンクを開いた方 {formatCount(counts.opened + counts.done)}名
          {counts.failed > 0 && `・届かず ${formatCount(counts.failed)}名`}
        </Text>
      </Group>
      <Progress value={(counts.done / asked) * 100} size="lg" radius="xl" aria-label="完了の割合" />
    </Box>
  )
}

function Items({ campaign }: Pick<CampaignViewProps, 'campaign'>) {
  const { id, counts } = campaign
  const search = useSearch({ from: '/signed-in/campaigns/$id' })
  const items = useQuery({
    ...pageQuery(listCampaignItems, { params: { id }, query: search }),
    refetchInterval: campaign.state === 'running' && refreshEvery,
  })
  const chips = [
    { label: 'すべて', state: undefined, count: totalOf(campaign) },
    ...statesOf(campaign).map((state) => ({
      label: campaignItemStateLabels[state],
      state,
      count: counts[state],
    })),
  ]
  return (
    <section aria-label="出演者">
      <Box mb="sm">
        <FilterChips
          label="状態で絞り込む"
          scroll
          chips={chips.map(({ label, state, count }) => ({
            label,
            href: paths.campaign(id, { state }),
            chosen: search.state === state,
            count: formatCount(count),
          }))}
        />
      </Box>
      <KeysetList
        query={items}
        failure="出演者を取得できませんでした"
        loading={
          <ListSkeleton
            head={<ItemTable items={[]} />}
            columns={['1fr', '104px', '1fr', '128px', '128px']}
            rows={6}
            cardHeight={132}
          />
        }
        empty={
          <NoMatch icon={IconUsers} title="この状態の出演者はいません" href={paths.campaign(id)}>
            状態は、送信や回答によって変わります。
          </NoMatch>
        }
        plain
        unit="名"
      >
        {(shown) => <ItemTable items={shown} />}
      </KeysetList>
    </section>
  )
}

function ItemTable({ items }: { items: readonly CampaignItem[] }) {
  return (
    <ListTable
      caption="出演者"
      head={
        <>
          <Table.Th>出演者</Table.Th>
          <Table.Th w={152}>状態</Table.Th>
          <Table.Th>補足</Table.Th>
          <Table.Th w={176}>送信</Table.Th>
          <Table.Th w={176}>リマインダー</Table.Th>
        </>
      }
    >
      {items.map((item) => (
        <Table.Tr key={item.performer.id}>
          <Table.Td>
            {item.performer.name === null ? (
              <span className={text.missing}>削除または移行された出演者</span>
            ) : (
              <RowLink href={paths.performer(item.performer.id)}>{item.performer.name}</RowLink>
            )}
          </Table.Td>
          <Table.Td>
            <ItemStateBadge state={item.state} />
          </Table.Td>
          <Table.Td data-label="補足">
            <Note item={item} />
          </Table.Td>
          <Table.Td data-label="送信">
            {item.sentAt ? <Timestamp listed at={item.sentAt} /> : <span className={text.missing}>なし</span>}
          </Table.Td>
          <Table.Td data-label="リマインダー">
            {item.remindedAt ? (
              <span>
                <Timestamp listed at={item.remindedAt} />
                {item.reminded > 1 && `（${item.reminded}回目）`}
              </span>
            ) : (
              <span className={text.missing}>なし</span>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}

/** Explains the state: why nothing is sent, what to do after a failure, a delayed mail, when the link was opened. */
function Note({ item: { state, reason, delayed, openedAt } }: { item: CampaignItem }) {
  if (reason) return skipReasonLabels[reason]
  if (state === 'failed') return 'メールアドレスを確認し、もう一度依頼してください'
  if (delayed && state === 'sent') return '配送を再試行しています'
  if (openedAt)
    return (
      <span>
        開いた日時 <Timestamp listed at={openedAt} />
      </span>
    )
  return null
}

function CampaignLoading({ back }: { back: Back }) {
  return (
    <>
      <PageHeader title="一括依頼" back={back} />
      <Loading>
        <Skeleton height={14} width={280} mb={24} />
        <Skeleton height={16} mb={24} />
        <Skeleton height={320} radius={8} />
      </Loading>
    </>
  )
}
