import { addVideoPerformers, type Video } from '@kyc/contract/videos.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { paths } from '../../paths.ts'
import { useIsEditor, useOrganisations } from '../../session/use-organisations.ts'
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
  return video ? <RegistrationForVideo key={video} videoId={video} /> : <RegisterPage />
}

function RegistrationForVideo({ videoId }: { videoId: string }) {
  const video = useVideo(videoId)
  const target = useVideoTarget(videoId, video.data)
  if (video.isPending) return <VideoLoading back={target.back} title={title} />
  if (!video.data) {
    return <VideoFailed back={{ label: '動画', href: paths.videos() }} pageTitle={title} video={video} />
  }
  return <MembersOnly video={video.data} target={target} />
}

/** A video accepts performers of its organisation only, so only its members may register one for it. */
function MembersOnly({ video, target }: { video: Video; target: RegistrationTarget }) {
  const organisations = useOrganisations()
  const isEditor = useIsEditor(video.organisation.id)
  if (organisations === undefined) return <VideoLoading back={target.back} title={title} />
  return isEditor ? <RegisterPage target={target} /> : <NotPermitted back={target.back} />
}

function useVideoTarget(videoId: string, video: Video | undefined): RegistrationTarget {
  const go = useGo()
  const queries = useQueryClient()
  return {
    back: { label: '出演者を追加', href: paths.addVideoPerformers(videoId) },
    next: paths.video(videoId),
    note: video && `登録すると、動画「${video.title}」に追加されます。`,
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

function NotPermitted({ back }: Pick<RegistrationTarget, 'back'>) {
  return (
    <>
      <PageHeader title={title} back={back} />
      <EmptyState
        icon={IconLock}
        title="この動画に出演者を登録できません"
        action={
          <Button component={AppLink} href={back.href} variant="default">
            出演者を追加へ戻る
          </Button>
        }
      >
        出演者を登録できるのは、動画の組織のメンバーだけです。
      </EmptyState>
    </>
  )
}
