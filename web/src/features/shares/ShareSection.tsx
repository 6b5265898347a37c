import { type PaperType, paperTypes } from '@kyc/contract/document-vocabulary.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import { endPaperPermission, endShare, listVideoShares, type VideoShare } from '@kyc/contract/shares.ts'
import { issueOwnStatement } from '@kyc/contract/statements.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleOff, IconShare } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { callQuery, keyOf } from '../../api/queries.ts'
import { useRefused } from '../../session/EditRefusal.tsx'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { showToast } from '../../ui/toast.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { PermitPaperDialog } from './PermitPaperDialog.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { StatementButton } from './StatementButton.tsx'

/** The question that a dialog asks about one share. */
type Question =
  | { readonly kind: 'end'; readonly share: VideoShare }
  | { readonly kind: 'permit' | 'forbid'; readonly share: VideoShare; readonly type: PaperType }

/** With which organisations and partners the video is shared, and what organisations may open (D113). */
export function ShareSection({ video }: { video: Video }) {
  const refused = useRefused()
  const [sharing, setSharing] = useState(false)
  useReturnFocus(sharing)
  const params = { id: video.id }
  const shares = useQuery(callQuery(listVideoShares, { params }))
  return (
    <Section
      title="共有"
      action={
        <Button
          variant="default"
          leftSection={<IconShare size={17} />}
          {...refused}
          onClick={() => setSharing(true)}
        >
          共有先を追加
        </Button>
      }
    >
      {shares.isPending && (
        <Box p="md">
          <TextSkeleton lines={2} />
        </Box>
      )}
      {shares.isError && !shares.data && (
        <ErrorState title="共有を取得できませんでした" {...failedQuery(shares)} />
      )}
      {shares.data?.length === 0 && (
        <Text p="md" c="dimmed">
          配信事業者などの組織や提携先が、この動画の確認の結果と記録の不足を、書類を受け取らずに読めるようになります。
        </Text>
      )}
      {shares.data && shares.data.length > 0 && <ShareLines videoId={video.id} shares={shares.data} />}
      <StatementButton title={video.title} issue={() => call(issueOwnStatement, { params })} />
      {sharing && <ShareDialog video={video} onClose={() => setSharing(false)} />}
    </Section>
  )
}

function ShareLines({ videoId, shares }: { videoId: string; shares: readonly VideoShare[] }) {
  const queries = useQueryClient()
  const [question, setQuestion] = useState<Question | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const params = { id: videoId }
  const done = (after: VideoShare[], toast: string) => {
    queries.setQueryData(keyOf(listVideoShares, { params }), after)
    setQuestion(null)
    showToast(toast)
    // The button that had the focus may be gone.
    list.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <RuledList p="md" ref={list} tabIndex={-1} aria-label="共有先">
        {shares.map((share) => (
          <ShareLine key={share.id} share={share} onAsk={setQuestion} />
        ))}
      </RuledList>
      {question?.kind === 'end' && (
        <ActDialog
          title="共有の終了"
          confirm="共有を終了"
          danger
          act={() => call(endShare, { params: { ...params, shareId: question.share.id } })}
          onDone={(after) => done(after, '共有を終了しました')}
          onClose={() => setQuestion(null)}
        >
          「{question.share.recipient}
          」は、すぐに何も読めなくなります。
          {question.share.isPartner
            ? '提携先のサーバーからの呼び出しも、すぐに拒否されます。記録された公開は残ります。'
            : '開いている画面も閉じます。'}
          すでに取得された証明は、発行から24時間で期限が切れます。
        </ActDialog>
      )}
      {question?.kind === 'forbid' && (
        <ActDialog
          title="閲覧の許可の終了"
          confirm="許可を終了"
          danger
          act={() =>
            call(endPaperPermission, {
              params: { ...params, shareId: question.share.id, type: question.type },
            })
          }
          onDone={(after) => done(after, '閲覧の許可を終了しました')}
          onClose={() => setQuestion(null)}
        >
          「{question.share.recipient}」は、すぐに{paperTypeLabels[question.type]}を開けなくなります。
        </ActDialog>
      )}
      {question?.kind === 'permit' && (
        <PermitPaperDialog
          videoId={videoId}
          share={question.share}
          type={question.type}
          onDone={(after) => done(after, '閲覧を許可しました')}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  )
}

function ShareLine({ share, onAsk }: { share: VideoShare; onAsk: (question: Question) => void }) {
  const refused = useRefused()
  const { recipient, isPartner, channel, createdAt, createdBy, live, papers } = share
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="8px 16px">
      <Stack gap={4} miw={0} flex="1 1 320px">
        <Group gap="4px 12px">
          <strong style={{ overflowWrap: 'anywhere' }}>{recipient}</strong>
          {isPartner && <StateBadge tone="neutral">提携先</StateBadge>}
          {!live && <StateBadge tone="wait">停止中</StateBadge>}
        </Group>
        <Text size="xs" c="dimmed">
          {channel ? `公開先「${channel}」について、` : 'すべての公開先に共通する記録について、'}
          {createdBy}が<Timestamp listed at={createdAt} />
          に共有
        </Text>
        {!live && (
          <Text size="xs">
            {isPartner
              ? '自分の組織が承認されていないか、提携先の利用が停止されているため、読めません。'
              : 'どちらかの組織が承認されていないか、利用を停止されているため、読めません。'}
          </Text>
        )}
        {(isPartner ? [] : paperTypes).map((type) => {
          const until = papers.find((each) => each.type === type)?.until
          return (
            <Group key={type} gap="4px 12px" mih={32}>
              <Text span size="sm">
                {paperTypeLabels[type]}：
                {until ? (
                  <>
                    <Timestamp listed at={until} />
                    まで開けます
                  </>
                ) : (
                  '開けません'
                )}
              </Text>
              <Button
                variant="default"
                size="xs"
                aria-label={`${recipient}の${paperTypeLabels[type]}の閲覧${until ? 'の許可を終了' : 'を許可'}`}
                {...refused}
                onClick={() => onAsk({ kind: until ? 'forbid' : 'permit', share, type })}
              >
                {until ? '許可を終了' : '閲覧を許可'}
              </Button>
            </Group>
          )
        })}
      </Stack>
      <Button
        variant="default"
        leftSection={<IconCircleOff size={17} />}
        aria-label={`${recipient}との共有を終了`}
        {...refused}
        onClick={() => onAsk({ kind: 'end', share })}
      >
        共有を終了
      </Button>
    </Group>
  )
}
