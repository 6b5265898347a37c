import type { Video } from '@kyc/contract/videos.ts'
import { Checkbox, Stack, Table } from '@mantine/core'
import { paths } from '../../paths.ts'
import { OwnerNames, ownerLabels } from '../../session/OwnerNames.tsx'
import type { NamedOwner } from '../../session/use-organisations.ts'
import { formatCount } from '../../ui/format.ts'
import { ListTable, RowEye, RowLink } from '../../ui/ListTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { GateBadge } from './gate/ReadinessPanel.tsx'
import { SaleBadge } from './VideoPublications.tsx'

export interface VideoTableProps {
  videos: readonly Video[]
  owner: NamedOwner
  /** Adds a checkbox to each row. */
  selection?: VideoSelection | undefined
}

/** Videos chosen on any page of the list. */
export interface VideoSelection {
  readonly chosen: ReadonlyMap<string, Video>
  readonly toggle: (video: Video) => void
}

export function VideoTable({ videos, owner, selection }: VideoTableProps) {
  return (
    <ListTable
      caption="動画"
      head={
        <>
          {selection && <Table.Th w={56}>選択</Table.Th>}
          <Table.Th>タイトル</Table.Th>
          <Table.Th w={120}>外部ID</Table.Th>
          <Table.Th w={88}>出演者</Table.Th>
          <Table.Th w={212}>公開と準備</Table.Th>
          <Table.Th w={148}>登録日</Table.Th>
          {owner && <Table.Th w={152}>{ownerLabels[owner]}</Table.Th>}
          <Table.Th w={76} ta="center">
            詳細
          </Table.Th>
        </>
      }
    >
      {videos.map((video) => (
        <VideoRow key={video.id} video={video} owner={owner} selection={selection} />
      ))}
    </ListTable>
  )
}

function VideoRow({ video, owner, selection }: Omit<VideoTableProps, 'videos'> & { video: Video }) {
  const href = paths.video(video.id)
  return (
    <Table.Tr>
      {selection && (
        <Table.Td data-label="選択">
          {/* Above the link that covers a card. */}
          <Checkbox
            pos="relative"
            style={{ zIndex: 1 }}
            aria-label={`${video.title}を選択`}
            checked={selection.chosen.has(video.id)}
            onChange={() => selection.toggle(video)}
          />
        </Table.Td>
      )}
      <Table.Td>
        <RowLink href={href}>{video.title}</RowLink>
      </Table.Td>
      <Table.Td data-label="外部ID">
        {video.externalId ?? <span className={text.missing}>なし</span>}
      </Table.Td>
      <Table.Td>{formatCount(video.performerCount)}名</Table.Td>
      <Table.Td data-label="公開と準備">
        <Stack gap={4} align="flex-start">
          <SaleBadge state={video.sale} />
          <GateBadge state={video.gate} />
        </Stack>
      </Table.Td>
      <Table.Td data-label="登録日">
        <Timestamp listed at={video.createdAt} precision="day" />
      </Table.Td>
      {owner && (
        <Table.Td data-label={ownerLabels[owner]}>
          <span>
            <OwnerNames record={video} owner={owner} />
          </span>
        </Table.Td>
      )}
      <Table.Td ta="center">
        <RowEye href={href} label={`${video.title}の詳細`} />
      </Table.Td>
    </Table.Tr>
  )
}
