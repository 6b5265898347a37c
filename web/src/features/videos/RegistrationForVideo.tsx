import { addVideoPerformers, type Video } from '@kyc/contract/videos.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { paths } from '../../paths.ts'
import { useIsEditor, useOrganisations } from '../../session/use-organisations.ts'
import { useGo } from '../../ui/go.tsx'
import { showToast } from '../../ui/toast.ts'
import { RegisterPage, type RegistrationTarget } from '../performers/RegisterPage.tsx'
import { RegistrationRefused, registrationTitle } from './RegistrationRefused.tsx'
import { VideoFailed, VideoLoading } from './VideoStates.tsx'
import { refreshVideos, useVideo } from './video-queries.ts'

/** The registration form for adding the new performer to a video. */
export function RegistrationForVideo({ videoId }: { videoId: string }) {
  const video = useVideo(videoId)
  const target = useVideoTarget(videoId)
  if (video.isPending) return <VideoLoading back={target.back} title={registrationTitle} />
  if (!video.data) {
    return (
      <VideoFailed
        back={{ label: '動画', href: paths.videos() }}
        pageTitle={registrationTitle}
        video={video}
      />
    )
  }
  return <ForMembers video={video.data} target={target} />
}

/** A video accepts performers of its organisation only, so only its members may register one for it. */
function ForMembers({ video, target }: { video: Video; target: RegistrationTarget }) {
  const organisations = useOrganisations()
  const isEditor = useIsEditor(video.organisation.id)
  if (organisations === undefined) return <VideoLoading back={target.back} title={registrationTitle} />
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
    <RegistrationRefused title="この動画に出演者を登録できません" back={target.back}>
      出演者を登録できるのは、動画の組織の代表と担当だけです。
    </RegistrationRefused>
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
