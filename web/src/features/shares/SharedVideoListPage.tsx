import { listSharedVideos, type SharedVideoLine } from '@kyc/contract/shares.ts'
import { Table } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { OrganisationChip } from '../../session/OrganisationChip.tsx'
import { ofOrganisation } from '../../session/OrganisationGate.tsx'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatTotal } from '../../ui/format.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { ListTable, RowEye, RowLink } from '../../ui/ListTable.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { SharedGateBadge } from './SharedGateBadge.tsx'

/** /shared-videos (D113): the videos that other organisations share with one organisation, for admins with all. */
export const SharedVideoListPage = ofOrganisation(SharedVideos)

function SharedVideos() {
  const search = useSearch({ from: '/signed-in/shared-videos' })
  const { readsAll } = useSession()
  const list = useQuery(pageQuery(listSharedVideos, { query: search }))
  const columns = ['1fr', '160px', '160px', '176px', ...(readsAll ? ['136px'] : []), '32px']
  return (
    <>
      <PageHeader
        title="共有された動画"
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '件')}</CountBadge>}
      >
        ほかの組織が共有した動画の、確認の結果と記録の不足です。書類は含まれません。
      </PageHeader>
      <OrganisationChip />
      <KeysetList
        query={list}
        failure="共有された動画の一覧を取得できませんでした"
        loading={
          <ListSkeleton
            head={<SharedVideoTable videos={[]} />}
            columns={columns}
            rows={6}
            twoLines
            cardHeight={156}
          />
        }
        empty={
          <EmptyState icon={IconShare} title="共有された動画はありません">
            制作会社に、「組織」の画面に表示される組織IDを伝えてください。制作会社が動画を共有すると、ここに並びます。
          </EmptyState>
        }
        plain
        unit="件"
      >
        {(videos) => <SharedVideoTable videos={videos} />}
      </KeysetList>
    </>
  )
}

function SharedVideoTable({ videos }: { videos: readonly SharedVideoLine[] }) {
  const { readsAll } = useSession()
  return (
    <ListTable
      caption="共有された動画"
      head={
        <>
          <Table.Th>タイトル</Table.Th>
          <Table.Th w={176}>共有元</Table.Th>
          <Table.Th w={170}>記録</Table.Th>
          <Table.Th w={190}>共有の開始</Table.Th>
          {readsAll && <Table.Th w={150}>共有先</Table.Th>}
          <Table.Th w={64} ta="center">
            詳細
          </Table.Th>
        </>
      }
    >
      {videos.map(({ id, title, productNumber, owner, recipient, channel, gate, sharedAt }) => (
        <Table.Tr key={id}>
          <Table.Td>
            <RowLink href={paths.sharedVideo(id)}>{title}</RowLink>
            {productNumber && <span className={text.second}>{productNumber}</span>}
          </Table.Td>
          <Table.Td data-label="共有元">{owner}</Table.Td>
          <Table.Td data-label="記録">
            <SharedGateBadge state={gate} />
            {channel && <span className={text.second}>{channel}</span>}
          </Table.Td>
          <Table.Td data-label="共有の開始">
            <Timestamp listed at={sharedAt} />
          </Table.Td>
          {readsAll && <Table.Td data-label="共有先">{recipient.name}</Table.Td>}
          <Table.Td ta="center">
            <RowEye href={paths.sharedVideo(id)} label={`${title}の詳細`} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}
