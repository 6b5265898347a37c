import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import { listWaitingPapers } from '@kyc/contract/papers.ts'
import { Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failedQuery } from '../../../api/failed-query.ts'
import { pageQuery } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { Forbidden } from '../../../session/Forbidden.tsx'
import { useOrganisationId } from '../../../session/use-organisations.ts'
import { useSession } from '../../../session/use-session.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { CountBadge } from '../../../ui/CountBadge.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatCount } from '../../../ui/format.ts'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useKeys } from '../../../ui/use-key.ts'
import desk from '../../review/desk/review.module.css'
import { type SeenById, seenOf, withSeen } from '../../review/seen.ts'
import { useFacts } from '../facts/use-facts.ts'
import classes from './PaperDesk.module.css'
import { emptyDraft, type PaperDraft, PaperPanel } from './PaperPanel.tsx'
import { PaperStage } from './PaperStage.tsx'
import { refreshPapers } from './paper-queries.ts'

type Waiting = ReplyOf<typeof listWaitingPapers>[number]

/** The review of contracts and explanation sheets (D91): the queue, one paper, and the decision on it. */
export function PaperDesk() {
  const { isAdmin } = useSession()
  return isAdmin ? <Desk /> : <Forbidden title="契約書と説明書面の審査" />
}

function Desk() {
  const organisation = useOrganisationId()
  const list = useQuery(pageQuery(listWaitingPapers, { query: { organisation } }))
  const queries = useQueryClient()
  const [shown, setShown] = useState<{ of: string | undefined; item: Waiting } | null>(null)
  const [seen, setSeen] = useState<SeenById>({})
  const [drafts, setDrafts] = useState<Readonly<Record<string, PaperDraft>>>({})
  /** The paper that was decided here, until the queue has been fetched without it. */
  const [leaving, setLeaving] = useState<string | null>(null)
  const items = (list.data?.items ?? []).filter(({ paper }) => paper.id !== leaving)
  const kept = shown?.of === organisation ? shown?.item : undefined
  const placeOf = (id: string | undefined) => items.findIndex(({ paper }) => paper.id === id)
  const at = placeOf(kept?.paper.id)
  // A paper that waits no more stays until the reviewer leaves it, with what is being written about it.
  const item = items[at] ?? kept ?? items[0]
  const choose = (next: Waiting | undefined) => setShown(next ? { of: organisation, item: next } : null)
  if (item && item !== kept && !list.isPlaceholderData) choose(item)
  const show = (by: number) => choose(items[at + by] ?? item)
  useKeys({ j: () => show(1), k: () => show(-1) })
  // Takes the decided item as an argument: a live update may show the next one before the reply.
  const decided = async ({ paper, performerName }: Waiting, decision: string) => {
    showToast(`${performerName}さんの${paperTypeLabels[paper.type]}を${decision}しました`)
    const place = placeOf(paper.id)
    const next = items[place + 1] ?? items[place - 1]
    setLeaving(paper.id)
    // The reviewer may have chosen another one meanwhile.
    setShown((now) =>
      now?.item.paper.id !== paper.id ? now : next ? { of: organisation, item: next } : null,
    )
    await refreshPapers(queries).finally(() => setLeaving(null))
  }
  return (
    <div className={desk.desk}>
      <title>契約書と説明書面の審査｜本人確認管理システム</title>
      <VisuallyHidden component="h1">契約書と説明書面の審査</VisuallyHidden>
      <aside className={`${desk.queue} ${classes.queue}`} aria-label="審査待ちの契約書と説明書面">
        <Group className={classes.head} gap="xs">
          <Title order={2}>契約書など</Title>
          {list.data && <CountBadge>{formatCount(list.data.total)}件</CountBadge>}
        </Group>
        <Text fz="xs" px="sm" py={6}>
          <AppLink href={paths.review()}>本人確認書類の審査へ</AppLink>
        </Text>
        {list.isPending && <TextSkeleton lines={8} />}
        <Stack component="ul" gap={0}>
          {items.map((each) => (
            <QueueItem key={each.paper.id} item={each} current={each === item} onShow={() => choose(each)} />
          ))}
        </Stack>
      </aside>
      {list.isError && !list.data && (
        <ErrorState title="審査待ちの書類を取得できませんでした" {...failedQuery(list)} />
      )}
      {list.data && !item && (
        <EmptyState
          icon={IconCircleCheck}
          title="審査待ちの契約書と説明書面はありません"
          action={
            <Button component={AppLink} href={paths.review()} variant="default">
              本人確認書類の審査へ
            </Button>
          }
        >
          新しい書類が提出されると、ここに表示されます。
        </EmptyState>
      )}
      {item && (
        <OpenPaper
          key={item.paper.id}
          item={item}
          waits={at >= 0 || item !== kept}
          seen={seenOf(seen, item.paper.id)}
          draft={drafts[item.paper.id] ?? emptyDraft}
          onSeen={(more) => setSeen((all) => withSeen(all, item.paper.id, more))}
          onDraft={(draft) => setDrafts((all) => ({ ...all, [item.paper.id]: draft }))}
          onDecided={(decision) => decided(item, decision)}
          onLeave={() => choose(undefined)}
        />
      )}
    </div>
  )
}

function QueueItem({ item, current, onShow }: { item: Waiting; current: boolean; onShow: () => void }) {
  const { paper, performerName, videoTitle } = item
  return (
    <li>
      <button
        type="button"
        className={classes.item}
        aria-current={current ? 'true' : undefined}
        onClick={onShow}
      >
        <strong>{performerName}</strong>
        <Text span fz="xs" c="dimmed">
          {paperTypeLabels[paper.type]}・{videoTitle}
        </Text>
      </button>
    </li>
  )
}

interface OpenPaperProps {
  item: Waiting
  /** Absent from the queue once another account has decided it, or a newer version has taken its place. */
  waits: boolean
  seen: Parameters<typeof PaperPanel>[0]['seen']
  draft: PaperDraft
  onSeen: Parameters<typeof PaperStage>[0]['onSeen']
  onDraft: (draft: PaperDraft) => void
  onDecided: (decision: string) => Promise<unknown>
  onLeave: () => void
}

function OpenPaper({ item, waits, seen, draft, onSeen, onDraft, onDecided, onLeave }: OpenPaperProps) {
  const { paper, performerName, videoTitle, organisation } = item
  const facts = useFacts(paper.videoId)
  return (
    <>
      <section className={desk.case} aria-label="表示中の書類">
        <Group component="header" className={desk.head} gap="xs" pl="md">
          <Title order={2} className={desk.name}>
            <AppLink href={paths.performer(paper.performerId)}>{performerName}</AppLink>
          </Title>
          <Text className={desk.facts} miw={0} fz="xs" c="dimmed" truncate>
            <AppLink href={paths.video(paper.videoId, { tab: 'contracts' })}>{videoTitle}</AppLink>・
            {organisation}・第{paper.version}版・
            <Timestamp at={paper.uploadedAt} /> 提出
          </Text>
        </Group>
        {!waits && (
          <Alert tone="wait" role="status" title="この書類は、審査待ちではなくなりました">
            <p>ほかの管理者が判定したか、新しい版が提出されました。</p>
            <Button variant="default" size="xs" onClick={onLeave}>
              次の書類へ
            </Button>
          </Alert>
        )}
        <PaperStage paper={paper} onSeen={onSeen} />
      </section>
      <aside className={desk.decision} aria-label="判定">
        {facts.data && (
          <PaperPanel
            paper={paper}
            facts={facts.data}
            seen={seen}
            draft={draft}
            onChange={onDraft}
            onDecided={onDecided}
          />
        )}
        {facts.isPending && <TextSkeleton lines={10} />}
        {facts.isError && !facts.data && (
          <ErrorState title="入力内容を取得できませんでした" {...failedQuery(facts)} />
        )}
      </aside>
    </>
  )
}
