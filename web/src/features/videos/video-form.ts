import type { BodyIn } from '@kyc/contract/endpoint.ts'
import type { createVideo, updateVideo, Video } from '@kyc/contract/videos.ts'

interface NewVideo {
  readonly title: string
  readonly externalId?: string | null | undefined
}

/** The values of the dialog; an empty external id means none. */
export interface VideoValues {
  readonly title: string
  readonly externalId: string
}

export function valuesOf(video: Video | undefined): VideoValues {
  return { title: video?.title ?? '', externalId: video?.externalId ?? '' }
}

export function newVideo({ title, externalId }: NewVideo): BodyIn<typeof createVideo> {
  return { title: title.trim(), externalId: externalId?.trim() || null }
}

/** The request body: changed fields only; an emptied external id becomes null. */
export function changesOf(before: NewVideo, values: NewVideo): BodyIn<typeof updateVideo> {
  const old = newVideo(before)
  const { title, externalId } = newVideo(values)
  return {
    ...(title !== old.title && { title }),
    ...(externalId !== old.externalId && { externalId }),
  }
}
