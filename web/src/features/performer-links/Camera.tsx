import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconCamera, IconCameraRotate, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useBackToClose } from '../../ui/use-back-to-close.ts'
import classes from './Camera.module.css'
import {
  type CameraState,
  type Frame,
  facingOf,
  frameOf,
  type Photo,
  takePicture,
  useCamera,
} from './camera.ts'
import { useLiveHint } from './use-live-hint.ts'
import { useTexts } from './use-texts.ts'

const shapes = {
  card: ['card'],
  face: ['face'],
  faceWithCard: ['upperFace', 'lowerCard'],
  page: ['page'],
} as const satisfies Record<Frame, readonly string[]>

export interface CameraProps {
  type: DocumentType
  onPicture: (photo: Photo) => void
  onFailed: (cause: Extract<CameraState, { kind: 'failed' }>['cause']) => void
  onClose: () => void
}

/** The camera with a frame for the document or the face, and a live check of sharpness. */
export function Camera({ type, onPicture, onFailed, onClose }: CameraProps) {
  const texts = useTexts()
  const [facing, setFacing] = useState(() => facingOf(type))
  const camera = useCamera(facing)
  const video = useRef<HTMLVideoElement>(null)
  // Only a picture of a card is cropped: a face needs its surroundings, and pages differ in shape.
  const card = useRef<HTMLSpanElement>(null)
  const hint = useLiveHint(video, card, camera.kind === 'on', type)
  useBackToClose(true, onClose)
  const stream = camera.kind === 'on' ? camera.stream : null
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  const cause = camera.kind === 'failed' ? camera.cause : null
  useEffect(() => {
    if (cause) onFailed(cause)
  }, [cause, onFailed])
  const shoot = async () => {
    const photo = video.current && (await takePicture(video.current, card.current, `${type}.jpg`))
    if (photo) onPicture(photo)
  }
  const frame = frameOf(type)
  return (
    <div className={classes.camera}>
      <div className={classes.view}>
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          aria-label={texts.cameraLabel(texts.documents[type])}
          data-mirrored={facing === 'user' || undefined}
        />
        <div className={classes.frame} data-good={hint === 'good' || undefined} aria-hidden>
          {shapes[frame].map((shape) => (
            <span
              key={shape}
              ref={shape === 'card' ? card : undefined}
              className={classes.shape}
              data-shape={shape}
            />
          ))}
        </div>
        <p role="status" className={classes.hint} data-good={hint === 'good' || undefined}>
          {stream === null ? texts.cameraStarting : hint ? texts.live[hint] : texts.frame[frame]}
        </p>
      </div>
      <div className={classes.tools}>
        <ActionIcon variant="default" size={48} aria-label={texts.stopCamera} onClick={onClose}>
          <IconX size={22} />
        </ActionIcon>
        <Button
          className={classes.shoot}
          leftSection={<IconCamera size={20} />}
          disabled={stream === null}
          onClick={() => void shoot()}
        >
          {texts.shoot}
        </Button>
        <ActionIcon
          variant="default"
          size={48}
          aria-label={texts.flip}
          onClick={() => setFacing(facing === 'user' ? 'environment' : 'user')}
        >
          <IconCameraRotate size={22} />
        </ActionIcon>
      </div>
    </div>
  )
}
