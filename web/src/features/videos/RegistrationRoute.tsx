import { addVideoPerformers, type Video } from '@kyc/contract/videos.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { paths } from '../../paths.ts'
import {
  useIsEditor,
  useOrganisation,
  useOrganisationId,
  useOrganisations,
  useRegisterRefusal,
} from '../../session/use-organisations.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useGo } from '../../ui/go.tsx'
import { IconLock } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { showToast } from '../../ui/toast.ts'
import { RegisterPage, type RegistrationTarget } from '../performers/RegisterPage.tsx'
import { VideoFailed, VideoLoading } from './VideoStates.tsx'
import { refreshVideos, useVideo } from './video-queries.ts'

const title = '出演者情報登録'

/** The registration form, standalone (spec §2) or for adding the new performer to a video (D23). */
export function RegistrationRoute() {
  const { video } = useSearch({ from: '/signed-in/registration' })
  return video ? <RegistrationForVideo key={video} videoId={video} /> : <Registration />
}

function Registration() {
  const selected = useOrganisationId()
  const organisation = useOrganisation()
  const refusal = useRegisterRefusal()
  const several = (useOrganisations()?.length ?? 0) > 1
  const back = { label: '出演者一覧', href: paths.performers() }
  if (refusal !== undefined) {
    return (
      <NotPermitted title="出演者を登録できません" back={back}>
        {refusal}
      </NotPermitted>
    )
  }
  const note = several && organisation ? `「${organisation.name}」に登録します。` : undefined
  return <RegisterPage organisation={selected} note={note} />
}

function RegistrationForVideo({ videoId }: { videoId: string }) {
  const video = useVideo(videoId)
  const target = useVideoTarget(videoId)
  if (video.isPending) return <VideoLoading back={target.back} title={title} />
  if (!video.data) {
    return <VideoFailed back={{ label: '動画', href: paths.videos() }} pageTitle={title} video={video} />
  }
  return <ForMembers video={video.data} target={target} />
}

/** A video accepts performers of its organisation only, so only its members may register one for it. */
function ForMembers({ video, target }: { video: Video; target: RegistrationTarget }) {
  const organisations = useOrganisations()
  const isEditor = useIsEditor(video.organisation.id)
  if (organisations === undefined) return <VideoLoading back={target.back} title={title} />
  if (isEditor) {
    return (
      <RegisterPage
        organisation={video.organisation.id}
        note={`登録すると、動画「${video.title}」に追加されます。`}
        target={target}
      />
    )
  }
  return (
    <NotPermitted title="この動画に出演者を登録できません" back={target.back}>
      出演者を登録できるのは、動画の組織の代表と担当だけです。
    </NotPermitted>
  )
}

function useVideoTarget(videoId: string): RegistrationTarget {
  const go = useGo()
  const queries = useQueryClient()
  return {
    back: { label: '出演者を追加', href: paths.addVideoPerformers(videoId) },
    next: paths.video(videoId),
    async finish(performer) {
      try {
        await call(addVideoPerformers, {
          params: { id: videoId },
          body: { performerIds: [performer.id] },
          idempotencyKey: performer.id,
        })
        await refreshVideos(queries)
        await go(paths.video(videoId), { replace: true })
        showToast(`${performer.name} を登録し、動画に追加しました`)
      } catch (error) {
        // The performer is registered even if adding fails: report it, and open the page to continue on.
        const videoMissing = error instanceof ApiError && error.status === 404
        await go(videoMissing ? paths.performer(performer.id) : paths.addVideoPerformers(videoId), {
          replace: true,
        })
        showToast(
          `${performer.name} は登録されましたが、動画に追加できませんでした：${failureText(error)}`,
          'bad',
        )
      }
    },
  }
}

interface NotPermittedProps extends Pick<RegistrationTarget, 'back'> {
  title: string
  children: ReactNode
}

function NotPermitted({ title: refused, back, children }: NotPermittedProps) {
  return (
    <>
      <PageHeader title={title} back={back} />
      <EmptyState
        icon={IconLock}
        title={refused}
        action={
          <Button component={AppLink} href={back.href} variant="default">
            {back.label}へ戻る
          </Button>
        }
      >
        {children}
      </EmptyState>
    </>
  )
}
