import type { AnyDocumentType } from '@kyc/contract/document-vocabulary.ts'
import { anyDocumentLabels } from '@kyc/contract/labels.ts'
import type { Seen } from '@kyc/contract/review-checks.ts'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type CSSProperties, type PointerEvent, useEffect, useEffectEvent, useState } from 'react'
import { Lens, placeOf } from './Lens.tsx'
import { type PaneStage, paddingOf } from './pane-stage.ts'
import { usePan } from './use-pan.ts'
import classes from './ViewerStage.module.css'
import { fittedSize, type View, type ViewAction, viewFilter } from './viewer-view.ts'
import { Watermark } from './Watermark.tsx'

export interface PictureStageProps {
  url: string
  type: AnyDocumentType
  view: View
  dispatch: (action: ViewAction) => void
  /** Absent in the viewer, where the stage fills the window. */
  pane?: PaneStage | undefined
  /** The picture was drawn with this width, or under the magnifier. */
  onSeen?: ((seen: Partial<Seen>) => void) | undefined
  onFailed: () => void
}

/** A picture with zoom by wheel, panning, rotation, brightness, contrast and a magnifier. */
export function PictureStage({ url, type, view, dispatch, pane, onSeen, onFailed }: PictureStageProps) {
  const [natural, setNatural] = useState({ width: 0, height: 0 })
  const { ref: measure, width, height } = useElementSize<HTMLElement>()
  const padding = paddingOf(pane)
  const size = fittedSize(natural, { width: width - padding.x, height: height - padding.y }, view)
  const lensOn = view.lens !== null
  const report = useEffectEvent((seen: Partial<Seen>) => onSeen?.(seen))
  useEffect(() => {
    if (size.width > 0) report({ width: size.width, lens: lensOn })
  }, [size.width, lensOn])
  const turned = view.turns % 2 === 1
  const frame = turned ? { width: size.height, height: size.width } : size
  const pan = usePan(frame, {
    onZoom: (factor) => dispatch({ kind: 'zoomBy', factor }),
    onToggleZoom: () => dispatch({ kind: 'toggleZoom' }),
    wheelZooms: true,
    centre: pane?.centre,
    onPan: pane?.onPan,
  })
  const stage = useMergedRef(measure, pan.ref)
  const still = frame.width <= width && frame.height <= height
  const style: CSSProperties = {
    ...size,
    translate: '-50% -50%',
    rotate: `${view.turns * 90}deg`,
    filter: viewFilter(view),
  }
  const moveLens = (event: PointerEvent) => dispatch({ kind: 'lensTo', place: placeOf(event) })
  return (
    <section
      ref={stage}
      className={classes.stage}
      data-still={still || undefined}
      aria-label={pane?.label ?? '書類の画像'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
      tabIndex={0}
      {...pan.handlers}
    >
      <div className={classes.frame} style={frame} onPointerMove={view.lens ? moveLens : undefined}>
        <img
          className={classes.picture}
          src={url}
          alt={anyDocumentLabels[type]}
          draggable={false}
          style={style}
          onLoad={({ currentTarget }) => {
            const loaded = { width: currentTarget.naturalWidth, height: currentTarget.naturalHeight }
            // Keep the first size, so that the full rendition replaces the screen rendition without a jump.
            setNatural((current) => (current.width > 0 ? current : loaded))
            pane?.onDisplayed()
          }}
          onError={onFailed}
        />
        <Watermark />
        {view.lens && (
          <Lens place={view.lens} frame={frame}>
            <img className={classes.picture} src={url} alt="" style={style} />
          </Lens>
        )}
      </div>
    </section>
  )
}
