import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { limits } from '@kyc/contract/limits.ts'
import { useEffect, useState } from 'react'
import { shrunkSize } from '../documents/slots/shrink-plan.ts'

export type Facing = 'user' | 'environment'

/** What the frame of the camera shows. */
export type Frame = 'card' | 'face' | 'faceWithCard' | 'page'

export function frameOf(type: DocumentType): Frame {
  if (type === 'idFront' || type === 'idBack') return 'card'
  if (type === 'selfie') return 'face'
  return type === 'selfieWithId' ? 'faceWithCard' : 'page'
}

/** The camera towards the performer for a face, the other one for a document. */
export function facingOf(type: DocumentType): Facing {
  return type === 'selfie' || type === 'selfieWithId' ? 'user' : 'environment'
}

export type CameraState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'on'; readonly stream: MediaStream }
  | { readonly kind: 'failed'; readonly cause: 'cameraDenied' | 'cameraUnavailable' }

/** A camera of the device, on while mounted. */
export function useCamera(facing: Facing): CameraState {
  const [state, setState] = useState<CameraState>({ kind: 'starting' })
  useEffect(() => {
    let stream: MediaStream | undefined
    let ended = false
    const fail = (cause: 'cameraDenied' | 'cameraUnavailable') => {
      if (!ended) setState({ kind: 'failed', cause })
    }
    setState({ kind: 'starting' })
    openCamera(facing).then(
      (opened) => {
        if (ended) return stopCamera(opened)
        stream = opened
        // A track ends if another program takes the camera, or if the camera is unplugged.
        for (const track of opened.getTracks())
          track.addEventListener('ended', () => fail('cameraUnavailable'))
        setState({ kind: 'on', stream: opened })
      },
      (error: unknown) => {
        const denied = error instanceof DOMException && error.name === 'NotAllowedError'
        fail(denied ? 'cameraDenied' : 'cameraUnavailable')
      },
    )
    return () => {
      ended = true
      if (stream) stopCamera(stream)
    }
  }, [facing])
  return state
}

/** Opens a camera. `navigator.mediaDevices` is absent without a camera or outside a secure context. */
async function openCamera(facing: Facing): Promise<MediaStream> {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices) throw new DOMException('no camera', 'NotFoundError')
  return devices.getUserMedia({
    video: { facingMode: { ideal: facing }, width: { ideal: 1920 }, height: { ideal: 1440 } },
    audio: false,
  })
}

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

interface Size {
  readonly width: number
  readonly height: number
}

interface Part extends Size {
  readonly x: number
  readonly y: number
}

/** The part of the video that `object-fit: cover` shows in `box`, in pixels of the video. */
export function visiblePart(video: Size, box: Size): Part {
  const scale = Math.min(video.width / box.width, video.height / box.height)
  const width = Math.round(box.width * scale)
  const height = Math.round(box.height * scale)
  return {
    x: Math.round((video.width - width) / 2),
    y: Math.round((video.height - height) / 2),
    width,
    height,
  }
}

/** Share of the guide's size that is added on each side, so that a card that is held slightly off remains whole. */
const margin = 0.12

/**
 * The guide with its margin, within the visible part, in pixels of the video. `guide` lies in `box`, which shows
 * `visible`. The guides are centred, so that a mirrored view makes no difference.
 */
export function guidePart(visible: Part, box: Size, guide: Part): Part {
  const scale = visible.width / box.width
  const [x, width] = widened(guide.x * scale, guide.width * scale, visible.width)
  const [y, height] = widened(guide.y * scale, guide.height * scale, visible.height)
  return { x: visible.x + x, y: visible.y + y, width, height }
}

function widened(start: number, length: number, limit: number): [number, number] {
  const from = Math.max(0, Math.round(start - length * margin))
  return [from, Math.min(limit, Math.round(start + length * (1 + margin))) - from]
}

/** The visible part of the video, and the part of it that is cropped to `guide`; null before the first frame. */
function shownParts(video: HTMLVideoElement, guide: Element | null): { whole: Part; cropped?: Part } | null {
  const { videoWidth: width, videoHeight: height, clientWidth, clientHeight } = video
  if (width === 0 || clientWidth === 0) return null
  const box = { width: clientWidth, height: clientHeight }
  const whole = visiblePart({ width, height }, box)
  if (!guide) return { whole }
  const [outer, inner] = [video.getBoundingClientRect(), guide.getBoundingClientRect()]
  const place = {
    x: inner.x - outer.x,
    y: inner.y - outer.y,
    width: inner.width,
    height: inner.height,
  }
  return { whole, cropped: guidePart(whole, box, place) }
}

/** What a picture would contain, for the live check; null before the first frame. */
export async function grabFrame(video: HTMLVideoElement, guide: Element | null): Promise<ImageBitmap | null> {
  const parts = shownParts(video, guide)
  if (!parts) return null
  const { x, y, width, height } = parts.cropped ?? parts.whole
  return createImageBitmap(video, x, y, width, height)
}

/** Little visible loss, at a size that a slow connection can send. */
const quality = 0.9

export interface Photo {
  readonly picture: File
  /** The picture before it was cropped to the guide; null if it was not cropped. */
  readonly whole: File | null
}

/** What the performer sees, as a JPEG, cropped to `guide` if there is one. Never mirrored. */
export async function takePicture(
  video: HTMLVideoElement,
  guide: Element | null,
  name: string,
): Promise<Photo | null> {
  const parts = shownParts(video, guide)
  if (!parts) return null
  // Both calls draw before they await the encoding, so that both pictures show the same frame.
  const [whole, picture] = await Promise.all([
    encoded(video, parts.whole, name),
    parts.cropped ? encoded(video, parts.cropped, name) : null,
  ])
  if (picture) return { picture, whole }
  return whole && { picture: whole, whole: null }
}

async function encoded(video: HTMLVideoElement, part: Part, name: string): Promise<File | null> {
  const canvas = document.createElement('canvas')
  const { width, height } = shrunkSize(part, limits.shrink.sidePx)
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(video, part.x, part.y, part.width, part.height, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  return blob && new File([blob], name, { type: 'image/jpeg' })
}
