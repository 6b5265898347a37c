import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useState } from 'react'
import { stagePadding, usePan } from './use-pan.ts'
import classes from './ViewerStage.module.css'
import { fittedSize, type View, type ViewAction } from './viewer-view.ts'
import { Watermark } from './Watermark.tsx'

export interface PictureStageProps {
  url: string
  type: DocumentType
  view: View
  dispatch: (action: ViewAction) => void
  onFailed: () => void
}

/** A picture with zoom by wheel, panning, rotation and brightness. */
export function PictureStage({ url, type, view, dispatch, onFailed }: PictureStageProps) {
  const [natural, setNatural] = useState({ width: 0, height: 0 })
  const { ref: measure, width, height } = useElementSize<HTMLElement>()
  const size = fittedSize(natural, { width: width - stagePadding.x, height: height - stagePadding.y }, view)
  const turned = view.turns % 2 === 1
  const frame = turned ? { width: size.height, height: size.width } : size
  const pan = usePan(frame, {
    onZoom: (factor) => dispatch({ kind: 'zoomBy', factor }),
    onToggleZoom: () => dispatch({ kind: 'toggleZoom' }),
    wheelZooms: true,
  })
  const stage = useMergedRef(measure, pan.ref)
  const still = frame.width <= width && frame.height <= height
  return (
    <section
      ref={stage}
      className={classes.stage}
      data-still={still || undefined}
      aria-label="書類の画像"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
      tabIndex={0}
      {...pan.handlers}
    >
      <div className={classes.frame} style={frame}>
        <img
          className={classes.picture}
          src={url}
          alt={documentTypeLabels[type]}
          draggable={false}
          style={{
            ...size,
            translate: '-50% -50%',
            rotate: `${view.turns * 90}deg`,
            filter: view.brightness === 1 ? undefined : `brightness(${view.brightness})`,
          }}
          onLoad={({ currentTarget }) =>
            setNatural((current) =>
              // Keep the first size, so that the full rendition replaces the screen rendition without a jump.
              current.width > 0
                ? current
                : { width: currentTarget.naturalWidth, height: currentTarget.naturalHeight },
            )
          }
          onError={onFailed}
        />
        <Watermark />
      </div>
    </section>
  )
}
