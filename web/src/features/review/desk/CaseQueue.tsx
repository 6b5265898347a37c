import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { listWaitingPapers } from '@kyc/contract/papers.ts'
import type { ReviewCase } from '@kyc/contract/review.ts'
import { ActionIcon, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconFilter, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { failedQuery } from '../../../api/failed-query.ts'
import { pageQuery } from '../../../api/queries.ts'
import { paths, type ReviewSearch } from '../../../paths.ts'
import { OrganisationChip } from '../../../session/OrganisationChip.tsx'
import { useOrganisationId } from '../../../session/use-organisations.ts'
import { useReviewCounts } from '../../../session/use-review-counts.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { CountBadge } from '../../../ui/CountBadge.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FilterChips } from '../../../ui/FilterChips.tsx'
import { formatCount } from '../../../ui/format.ts'
import { KeysetPages } from '../../../ui/KeysetPages.tsx'
import { RefetchFailed } from '../../../ui/RefetchFailed.tsx'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import classes from './CaseQueue.module.css'
import { type useQueue, waitedText } from './queue.ts'
import { countChips, isNarrowed } from './queue-filters.ts'
import desk from './review.module.css'

export interface CaseQueueProps {
  list: ReturnType<typeof useQueue>['list']
  search: ReviewSearch
  /** The open case. */
  id: string | undefined
  onFilter: () => void
}

/** The queue, the longest wait first, with its numbers by age and state. */
export function CaseQueue({ list, search, id, onFilter }: CaseQueueProps) {
  const { data: counts } = useReviewCounts()
  const narrowed = isNarrowed(search)
  return (
    <>
      <Group className={desk.head} gap="xs">
        <Title order={2}>審査待ち</Title>
        {counts && <CountBadge>{formatCount(counts.waiting)}件</CountBadge>}
        <ActionIcon
          ml="auto"
          variant={narrowed ? 'filled' : 'subtle'}
          color={narrowed ? 'accent' : 'gray'}
          size={32}
          aria-label={narrowed ? '絞り込む（絞り込み中）' : '絞り込む'}
          aria-keyshortcuts="G"
          title="絞り込む（G）"
          onClick={onFilter}
        >
          <IconFilter size={18} />
        </ActionIcon>
      </Group>
      {counts && (
        <FilterChips className={classes.counts} label="状態で絞り込む" chips={countChips(search, counts)} />
      )}
      <OrganisationChip />
      <WaitingPapers />
      {list.isPending && <TextSkeleton lines={8} />}
      {list.isError && !list.data && (
        <ErrorState title="審査待ちの一覧を取得できませんでした" {...failedQuery(list)} />
      )}
      {list.data && (
        <>
          <RefetchFailed query={list} />
          <Stack
            component="ul"
            gap={0}
            opacity={list.isPlaceholderData ? 0.6 : 1}
            aria-busy={list.isPlaceholderData}
          >
            {list.data.items.map((item) => (
              <QueueItem key={item.id} item={item} search={search} current={item.id === id} />
            ))}
          </Stack>
          {list.data.items.length === 0 && (
            <Text p="md" c="dimmed">
              審査待ちはありません
            </Text>
          )}
          <KeysetPages next={list.data.next} unit="件" />
        </>
      )}
    </>
  )
}

/** Links to the contracts and explanation sheets that wait for a review, if there are any. */
function WaitingPapers() {
  const organisation = useOrganisationId()
  const { data } = useQuery(pageQuery(listWaitingPapers, { query: { organisation, limit: 1 } }))
  if (!data || data.total === 0) return null
  return (
    <Text fz="xs" px="sm" py={6}>
      <AppLink href={paths.paperReview()}>契約書・説明書面</AppLink>　{formatCount(data.total)}件
    </Text>
  )
}

const latenessColors = { fresh: 'dimmed', due: 'yellow', late: 'red' } as const

interface QueueItemProps {
  item: ReviewCase
  search: ReviewSearch
  current: boolean
}

function QueueItem({ item, search, current }: QueueItemProps) {
  const { text, lateness } = waitedText(item.pendingSince, new Date())
  const held = item.claim && !item.claim.mine ? item.claim : null
  return (
    <li>
      <AppLink
        className={classes.item}
        href={paths.review(search, item.id)}
        aria-current={current ? 'true' : undefined}
      >
        <Text span inherit fw={held ? 400 : 700} c={held ? 'var(--app-text-3)' : 'inherit'}>
          {item.name}
        </Text>
        <Group
          component="span"
          className={classes.waited}
          gap={3}
          wrap="nowrap"
          fz="xs"
          fw={lateness === 'fresh' ? 400 : 700}
          c={latenessColors[lateness]}
          title="お待たせしている時間"
        >
          {lateness !== 'fresh' && <IconAlertTriangle size={15} aria-hidden />}
          {text}
        </Group>
        <Group component="span" className={classes.pending} gap={4} wrap="nowrap" fz="xs" c="dimmed">
          {held ? (
            <>
              <IconLock size={14} aria-hidden />
              {held.by}さんが審査中
            </>
          ) : (
            pendingText(item)
          )}
        </Group>
      </AppLink>
    </li>
  )
}

/** 身分証明書表面ほか2件・再提出 */
function pendingText({ pending, resubmitted }: ReviewCase): string {
  const [first, ...others] = pending
  const label = first ? documentTypeLabels[first] : ''
  const documents = others.length > 0 ? `${label}ほか${others.length}件` : label
  return resubmitted ? `${documents}・再提出` : documents
}
