import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { CSSProperties, ReactNode } from 'react'
import { CompareDialog } from '../../documents/viewer/CompareDialog.tsx'
import type { ViewerReview } from '../DocumentViewer.tsx'
import { DocumentViewer } from '../DocumentViewer.tsx'
import { arrange, type Placed } from './arrange.ts'
import classes from './CasePanes.module.css'
import { Pane } from './Pane.tsx'
import type { PanesView } from './panes-view.ts'

/** Of the style sheet: only the active document has space. */
const tabs = '(max-width: 68.74em)'

export interface CasePanesProps {
  performerName: string
  /** The newest version of each slot. */
  documents: readonly PerformerDocument[]
  active: DocumentType | undefined
  onActivate: (type: DocumentType) => void
  /** From usePanesView. */
  panes: PanesView
  /** In the free space of the lower row. */
  aside?: ReactNode
  /** Not on screen yet: shows what was fetched ahead, and fetches nothing (D38). */
  ahead?: boolean
  /** For decisions in the full-screen view. */
  review?: ViewerReview | undefined
}

/**
 * All documents of a case on one screen (D21). In a narrow window they are tabs, of which the active one is
 * displayed.
 */
export function CasePanes(props: CasePanesProps) {
  const { performerName, documents, active, onActivate, panes, aside, ahead = false, review } = props
  const narrow = useMediaQuery(tabs, false, { getInitialValueInEffect: false })
  const placed = arrange(documents, active)
  const { fullScreen, compared } = panes.state
  const asideSpan = columns - placed.filter(isSmall).length * smallSpan(placed)
  const first = documents.find(({ type }) => type === fullScreen)
  const newer = documents.find(({ type }) => type === compared)
  return (
    <div className={classes.panes}>
      <nav className={classes.tabs} aria-label="書類を選ぶ">
        {placed.map(({ doc, number }) => (
          <UnstyledButton
            key={doc.type}
            aria-current={doc.type === active ? 'true' : undefined}
            onClick={() => onActivate(doc.type)}
          >
            <kbd aria-hidden>{number}</kbd>
            {documentTypeLabels[doc.type]}
          </UnstyledButton>
        ))}
      </nav>
      {placed.map((each) => (
        <Pane
          key={each.doc.type}
          placed={each}
          style={placing(each, placed)}
          active={each.doc.type === active}
          ahead={ahead}
          loaded={!narrow || each.doc.type === active || panes.state.displayed.has(each.doc.id)}
          panes={panes}
          onActivate={() => onActivate(each.doc.type)}
        />
      ))}
      {aside && (
        <div className={classes.aside} style={{ gridColumn: `span ${asideSpan}` }}>
          {aside}
        </div>
      )}
      {newer && (
        <CompareDialog
          performerId={newer.performerId}
          type={newer.type}
          version={newer.version}
          onClose={() => panes.dispatch({ kind: 'compare', type: null })}
        />
      )}
      {first && (
        <DocumentViewer
          performerName={performerName}
          documents={placed.map(({ doc }) => doc)}
          firstId={first.id}
          dimensionsOf={() => undefined}
          review={review}
          onClose={() => panes.dispatch({ kind: 'fullScreen', type: null })}
        />
      )}
    </div>
  )
}

/** Columns of the grid. */
const columns = 80

/** The wide place has almost half of the upper row, and what others leave. */
function placing({ place, order }: Placed, all: readonly Placed[]): CSSProperties {
  const tall = all.filter((each) => each.place === 'tall').length
  const span = {
    wide: [columns, 48, 38][tall] ?? columns,
    tall: [0, 32, 21][tall] ?? 0,
    small: smallSpan(all),
  }
  return { order, gridRow: place === 'small' ? 2 : 1, gridColumn: `span ${span[place]}` }
}

/** The small documents have at most three quarters of the lower row. */
function smallSpan(all: readonly Placed[]): number {
  return Math.floor(Math.min(20, 60 / all.filter(isSmall).length))
}

function isSmall({ place }: Placed): boolean {
  return place === 'small'
}
