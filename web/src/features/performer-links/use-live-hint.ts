import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { type RefObject, useEffect, useState } from 'react'
import { openInspector } from '../documents/slots/inspect-picture.ts'
import type { PictureHint } from '../documents/slots/picture-hints.ts'
import { grabFrame } from './camera.ts'

export type LiveHint = PictureHint | 'good'

/** Milliseconds between two checks: short enough to follow a hand, long enough to spare the battery. */
const pause = 400

/** Judges what the camera shows. Null until two checks in a row agree: a single one may be a passing movement. */
export function useLiveHint(
  video: RefObject<HTMLVideoElement | null>,
  guide: RefObject<Element | null>,
  on: boolean,
  type: DocumentType,
) {
  const [hint, setHint] = useState<LiveHint | null>(null)
  useEffect(() => {
    if (!on) return
    const inspector = openInspector()
    let timer: number | undefined
    let closed = false
    let before: LiveHint | null = null
    const check = async () => {
      const frame = video.current && (await grabFrame(video.current, guide.current).catch(() => null))
      const found = frame && ((await inspector.inspect(frame, type))[0] ?? 'good')
      if (closed) return
      if (found === before) setHint(found)
      before = found
      timer = window.setTimeout(() => void check(), pause)
    }
    void check()
    return () => {
      closed = true
      clearTimeout(timer)
      inspector.close()
      setHint(null)
    }
  }, [video, guide, on, type])
  return hint
}
