import { stagePadding } from './use-pan.ts'
import type { Place } from './viewer-view.ts'

/** What a stage in a pane of the review desk has in addition to one that fills the window. */
export interface PaneStage {
  readonly label: string
  /** The centre of the panes that move together. */
  readonly centre: Place | undefined
  readonly onPan: (centre: Place) => void
  /** The document is visible. */
  readonly onDisplayed: () => void
}

const noPadding = { x: 0, y: 0 } as const

/** The padding of a stage. A pane needs none for its tools, which are below the picture. */
export function paddingOf(pane: PaneStage | undefined): { readonly x: number; readonly y: number } {
  return pane ? noPadding : stagePadding
}
