import { getVideoFacts, type VideoFacts } from '@kyc/contract/title-facts.ts'
import { getVideo, type Video } from '@kyc/contract/videos.ts'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { failedQuery, isGone } from '../../../api/failed-query.ts'
import { callQuery } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { EditRefusal } from '../../../session/EditRefusal.tsx'
import { useFollowOrganisation } from '../../../session/use-follow-organisation.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { formatDate } from '../../../ui/format.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { RecordFailed } from '../../../ui/RecordFailed.tsx'
import { RefetchFailed } from '../../../ui/RefetchFailed.tsx'
import { CardsSkeleton } from '../../../ui/Skeletons.tsx'
import { FollowSigning } from './FollowSigning.tsx'
import { PrepareForm } from './PrepareForm.tsx'
import { SigningBadge } from './SigningBadge.tsx'
import { newestOf, useSignings } from './signing-queries.ts'

/** /videos/:id/signings/:performerId: the signing of the contract of one appearance (D101). */
export function SigningPage() {
  const { id, performerId } = useParams({ from: '/signed-in/videos/$id/signings/$performerId' })
  const video = useQuery(callQuery(getVideo, { params: { id } }))
  const facts = useQuery(callQuery(getVideoFacts, { params: { id } }))
  const signings = useSignings(id)
  useFollowOrganisation(video.data?.organisation.id)
  const back = { label: video.data?.title ?? '動画', href: paths.video(id, { tab: 'contracts' }) }
  const queries = [video, facts, signings]
  if (queries.some(({ isPending }) => isPending))
    return (
      <>
        <PageHeader title="署名の依頼" back={back} />
        <CardsSkeleton cards={2} height={220} minWidth={600} />
      </>
    )
  const appearance = facts.data?.appearances.find((each) => each.performerId === performerId)
  const failed = queries.find((query) => !query.data || isGone(query))
  if (!video.data || !facts.data || !signings.data || !appearance || failed)
    return (
      <RecordFailed
        record="署名の依頼"
        back={back}
        missingTitle="署名の依頼が見つかりません"
        title="署名の依頼を取得できませんでした"
        {...failedQuery(failed ?? facts)}
        missing={failed === undefined || isGone(failed)}
      />
    )
  return (
    <EditRefusal organisation={video.data.organisation.id}>
      <Loaded
        key={performerId}
        video={video.data}
        facts={facts.data}
        appearance={appearance}
        signing={newestOf(signings.data, performerId)}
        back={back}
        refetchFailed={<RefetchFailed query={queries} />}
      />
    </EditRefusal>
  )
}

interface LoadedProps {
  video: Video
  facts: VideoFacts
  appearance: VideoFacts['appearances'][number]
  signing: ReturnType<typeof newestOf>
  back: { label: string; href: string }
  refetchFailed: ReactNode
}

function Loaded({ video, facts, appearance, signing, back, refetchFailed }: LoadedProps) {
  const { name, performerId, ended } = appearance
  const [preparing, setPreparing] = useState(false)
  const shows = signing && !preparing
  return (
    <>
      <PageHeader
        title={`${name}さんの署名`}
        windowTitle="署名の依頼"
        back={back}
        badge={signing && <SigningBadge state={signing.state} />}
      >
        出演者が自分の端末で契約書と説明書面を読み、署名します。
      </PageHeader>
      {refetchFailed}
      {ended ? (
        <Alert tone="neutral" role="status" mb={16} title="この出演は終了しています">
          {formatDate(ended.on)}に終了したため、新しい契約書は送れません。
        </Alert>
      ) : null}
      <Stack>
        {shows ? (
          <FollowSigning signing={signing} name={name} onPrepare={() => setPreparing(true)} />
        ) : (
          !ended && (
            <PrepareForm
              video={video}
              facts={facts}
              performerId={performerId}
              former={signing}
              onDone={() => setPreparing(false)}
              onCancel={signing && (() => setPreparing(false))}
            />
          )
        )}
      </Stack>
    </>
  )
}
