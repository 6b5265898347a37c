import {
  listPublications,
  type Publication,
  type Publications,
  type SaleState,
  saleStateLabels,
  statePublications,
} from '@kyc/contract/publications.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { Button, Group, Table, Text, Title } from '@mantine/core'
import { IconPencil, IconPlus, IconWorld } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { failureText } from '../../api/failure-text.ts'
import { callQuery } from '../../api/queries.ts'
import { useRefused } from '../../session/EditRefusal.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDate } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { ListTable } from '../../ui/ListTable.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { StateBadge, type Tone } from '../../ui/StateBadge.tsx'
import text from '../../ui/text.module.css'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { PublicationDialog } from './PublicationDialog.tsx'
import { refreshVideos } from './video-queries.ts'

const tones = {
  unknown: 'wait',
  none: 'neutral',
  onSale: 'ok',
  ended: 'neutral',
} as const satisfies Record<SaleState, Tone>

/** What is known about the sale of a video. */
export function SaleBadge({ state }: { state: SaleState }) {
  return <StateBadge tone={tones[state]}>{saleStateLabels[state]}</StateBadge>
}

/** On which channels the video is or was on sale (D97). */
export function VideoPublications({ video }: { video: Video }) {
  const refused = useRefused()
  const query = useQuery(callQuery(listPublications, { params: { id: video.id } }))
  const [open, setOpen] = useState<Publication | 'new' | null>(null)
  useReturnFocus(open !== null)
  return (
    <section aria-labelledby="publications-title">
      <Group gap="sm" mb="xs" mt="xl">
        <Title order={2} id="publications-title">
          公開
        </Title>
        <SaleBadge state={query.data?.state ?? video.sale} />
        <Button
          ml="auto"
          variant="default"
          leftSection={<IconPlus size={17} />}
          {...refused}
          onClick={() => setOpen('new')}
        >
          公開を記録
        </Button>
      </Group>
      {query.data && <Completeness videoId={video.id} known={query.data.known} />}
      <div className={frame.card}>
        {query.isPending && <TableSkeleton rows={2} columns={['2fr', '1fr', '1fr']} />}
        {query.isError && !query.data && (
          <ErrorState title="公開の記録を取得できませんでした" {...failedQuery(query)} />
        )}
        {query.data && <PublicationTable {...query.data} onEdit={setOpen} />}
      </div>
      {open && query.data && (
        <PublicationDialog
          videoId={video.id}
          publication={open === 'new' ? undefined : open}
          channels={query.data.channels}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

/** Whether an account has stated that no publication is missing, and the act to do so. */
function Completeness({ videoId, known }: { videoId: string; known: boolean }) {
  const queries = useQueryClient()
  const refused = useRefused()
  const stating = useMutation({
    mutationFn: () => call(statePublications, { params: { id: videoId }, body: { known: !known } }),
    onSuccess: () => refreshVideos(queries),
  })
  const act = (
    <BusyButton variant="default" busy={stating.isPending} {...refused} onClick={() => stating.mutate()}>
      {known ? '未入力に戻す' : 'すべて記録済みにする'}
    </BusyButton>
  )
  return (
    <Group gap="sm" mb="sm" justify="space-between">
      <Text size="sm" c="dimmed" flex="1 1 280px">
        {known
          ? 'すべての公開が記録されています。出演者の記録の保存期限は、公開が終わった日から数えます。'
          : '公開していない場合も、すべて記録した場合も、「すべて記録済みにする」を押してください。それまで、出演者の記録は破棄されません。'}
      </Text>
      {act}
      {stating.error && <Alert>{failureText(stating.error)}</Alert>}
    </Group>
  )
}

interface PublicationTableProps extends Publications {
  onEdit: (publication: Publication) => void
}

function PublicationTable({ publications, onEdit }: PublicationTableProps) {
  const refused = useRefused()
  if (publications.length === 0)
    return (
      <EmptyState icon={IconWorld} title="公開の記録はありません">
        公開したら、公開先と日を記録してください
      </EmptyState>
    )
  return (
    <ListTable
      caption="公開"
      head={
        <>
          <Table.Th>公開先</Table.Th>
          <Table.Th w={330}>期間</Table.Th>
          <Table.Th w={180}>外部ID</Table.Th>
          <Table.Th w={120} ta="center">
            編集
          </Table.Th>
        </>
      }
    >
      {publications.map((publication) => (
        <Table.Tr key={publication.id}>
          <Table.Td>
            {publication.channel}
            {publication.address && <span className={text.second}>{publication.address}</span>}
            {publication.partner && (
              <span className={text.second}>提携先「{publication.partner}」が記録</span>
            )}
          </Table.Td>
          <Table.Td data-label="期間">
            {formatDate(publication.startedOn)} から{' '}
            {publication.endedOn ? `${formatDate(publication.endedOn)} まで` : '公開中'}
          </Table.Td>
          <Table.Td data-label="外部ID">
            {publication.externalId ?? <span className={text.missing}>なし</span>}
          </Table.Td>
          <Table.Td ta="center">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPencil size={16} />}
              aria-label={`${publication.channel}の公開を編集`}
              {...refused}
              onClick={() => onEdit(publication)}
            >
              編集
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}
