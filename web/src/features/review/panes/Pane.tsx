import { documentTypeLabels, mimeTypeLabels } from '@kyc/contract/labels.ts'
import { Text, UnstyledButton } from '@mantine/core'
import type { CSSProperties } from 'react'
import { useKey } from '../../../ui/use-key.ts'
import { DocumentStateBadge } from '../../documents/DocumentStateBadge.tsx'
import { ViewerStage } from '../../documents/viewer/ViewerStage.tsx'
import { lensStep, type ViewAction } from '../../documents/viewer/viewer-view.ts'
import { sharesView, viewOf } from '../review-state.ts'
import { useCurrentReview } from '../use-review.ts'
import type { Placed } from './arrange.ts'
import classes from './CasePanes.module.css'
import { PaneTools } from './PaneTools.tsx'

export interface PaneProps {
  placed: Placed
  style: CSSProperties
  active: boolean
  /** Displayed now or before; in a narrow window, others load when they become active. */
  loaded: boolean
}

/** One document with its number, its state and its tools. */
export function Pane({ placed, style, active, loaded }: PaneProps) {
  const { doc, number, place } = placed
  const { state, dispatch } = useCurrentReview()
  const { type, id } = doc
  const label = documentTypeLabels[type]
  const view = viewOf(state, type)
  const activate = () => dispatch({ kind: 'show', id })
  const act = (action: ViewAction) => dispatch({ kind: 'view', type, action })
  return (
    <section
      className={classes.pane}
      style={style}
      data-active={active || undefined}
      data-place={place}
      aria-label={label}
    >
      <div className={classes.head}>
        <UnstyledButton
          className={classes.title}
          aria-current={active ? 'true' : undefined}
          aria-label={`${number} ${label}`}
          title={label}
          onClick={activate}
        >
          <kbd>{number}</kbd>
          <Text span inherit truncate>
            {label}
          </Text>
        </UnstyledButton>
        {doc.mimeType === 'application/pdf' && (
          <Text component="small" fz="xs" c="dimmed" flex="none">
            {mimeTypeLabels[doc.mimeType]}
          </Text>
        )}
      </div>
      {/* A press makes the pane active, and may begin to pan. By keyboard, the button above makes it active. */}
      <div className={classes.stage} onPointerDownCapture={active ? undefined : activate}>
        {loaded && (
          <ViewerStage
            key={id}
            doc={doc}
            view={view}
            dispatch={act}
            broken={state.broken.has(id)}
            onSeen={(seen) => dispatch({ kind: 'seen', id, seen })}
            onBroken={(broken) => dispatch({ kind: 'broken', id, broken })}
            pane={{
              label: `${label}の画像`,
              centre: sharesView(state, type) ? state.centre : undefined,
              onPan: (centre) => dispatch({ kind: 'pan', type, centre }),
              onDisplayed: () => dispatch({ kind: 'displayed', id }),
            }}
          />
        )}
        {active && view.lens && <LensKeys onMove={(x, y) => act({ kind: 'lensBy', x, y })} />}
        <div className={classes.state}>
          <DocumentStateBadge status={doc.status} />
        </div>
      </div>
      {place !== 'strip' && <PaneTools doc={doc} wide={place === 'active'} />}
    </section>
  )
}

/** The arrow keys move the magnifier. */
function LensKeys({ onMove }: { onMove: (x: number, y: number) => void }) {
  useKey('ArrowLeft', () => onMove(-lensStep, 0))
  useKey('ArrowRight', () => onMove(lensStep, 0))
  useKey('ArrowUp', () => onMove(0, -lensStep))
  useKey('ArrowDown', () => onMove(0, lensStep))
  return null
}
