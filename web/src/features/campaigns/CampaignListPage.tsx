import { campaignAskLabels } from '@kyc/contract/campaign-vocabulary.ts'
import { type Campaign, listCampaigns } from '@kyc/contract/campaigns.ts'
import { Button, Table } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { OrganisationChip } from '../../session/OrganisationChip.tsx'
import { ofOrganisation } from '../../session/OrganisationGate.tsx'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatCount, formatTotal } from '../../ui/format.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { ListTable, RowEye, RowLink } from '../../ui/ListTable.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { CampaignStateBadge } from './CampaignBadges.tsx'
import { progressText } from './campaign-text.ts'

/** /campaigns (D111): the campaigns of the selected organisation, for admins those of all, newest first. */
export const CampaignListPage = ofOrganisation(Campaigns)

function Campaigns() {
  const search = useSearch({ from: '/signed-in/campaigns' })
  const list = useQuery(pageQuery(listCampaigns, { query: search }))
  return (
    <>
      <PageHeader
        title="一括依頼"
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '件')}</CountBadge>}
      >
        足りない書類や確認を、多くの出演者にまとめてメールで依頼します。
      </PageHeader>
      <OrganisationChip />
      <KeysetList
        query={list}
        failure="一括依頼の一覧を取得できませんでした"
        loading={
          <ListSkeleton
            head={<CampaignTable campaigns={[]} />}
            columns={['1fr', '88px', '96px', '128px', '32px']}
            rows={4}
            twoLines
            cardHeight={148}
          />
        }
        empty={
          <EmptyState
            icon={IconMailForward}
            title="一括依頼はありません"
            action={
              <Button component={AppLink} href={paths.performers()} variant="default">
                出演者一覧を開く
              </Button>
            }
          >
            出演者一覧を絞り込み、「その他の操作」の「まとめて依頼」から開始してください。規則の予行からも開始できます。
          </EmptyState>
        }
        plain
        unit="件"
      >
        {(campaigns) => <CampaignTable campaigns={campaigns} />}
      </KeysetList>
    </>
  )
}

function CampaignTable({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { readsAll } = useSession()
  return (
    <ListTable
      caption="一括依頼"
      head={
        <>
          <Table.Th>名前</Table.Th>
          <Table.Th w={116}>状態</Table.Th>
          <Table.Th w={128}>完了</Table.Th>
          <Table.Th w={136}>届かず</Table.Th>
          <Table.Th w={176}>開始</Table.Th>
          {readsAll && <Table.Th w={136}>組織</Table.Th>}
          <Table.Th w={64} ta="center">
            詳細
          </Table.Th>
        </>
      }
    >
      {campaigns.map((campaign) => (
        <Table.Tr key={campaign.id}>
          <Table.Td>
            <RowLink href={paths.campaign(campaign.id)}>{campaign.name}</RowLink>
            <span className={text.second}>{campaignAskLabels[campaign.asks]}</span>
          </Table.Td>
          <Table.Td>
            <CampaignStateBadge state={campaign.state} />
          </Table.Td>
          <Table.Td data-label="完了">{progressText(campaign)}</Table.Td>
          <Table.Td data-label="届かず">
            {campaign.counts.failed > 0 ? (
              `${formatCount(campaign.counts.failed)}名`
            ) : (
              <span className={text.missing}>なし</span>
            )}
          </Table.Td>
          <Table.Td data-label="開始">
            <Timestamp listed at={campaign.createdAt} />
          </Table.Td>
          {readsAll && <Table.Td data-label="組織">{campaign.organisation.name}</Table.Td>}
          <Table.Td ta="center">
            <RowEye href={paths.campaign(campaign.id)} label={`${campaign.name}の詳細`} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}
