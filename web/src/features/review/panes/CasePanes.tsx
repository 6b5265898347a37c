import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { CSSProperties, ReactNode } from 'react'
import { CompareDialog } from '../../documents/viewer/CompareDialog.tsx'
import { ReviewViewer } from '../ReviewViewer.tsx'
import { useCurrentReview } from '../use-review.ts'
import { arrange, type Placed } from './arrange.ts'
import classes from './CasePanes.module.css'
import { Pane } from './Pane.tsx'

/** Of the style sheet: only the active document has space. */
const tabs = '(max-width: 68.74em)'

/**
 * All documents of a case on one screen. In a narrow window they are tabs, of which the active one is
 * displayed. The aside is in the free space of the lower row.
 */
export function CasePanes({ aside }: { aside?: ReactNode }) {
  const { documents, doc: active, state, dispatch } = useCurrentReview()
  const narrow = useMediaQuery(tabs, false, { getInitialValueInEffect: false })
  const placed = arrange(documents, active?.type)
  const asideSpan = columns - placed.filter(isSmall).length * smallSpan(placed)
  const show = (doc: PerformerDocument) => dispatch({ kind: 'show', id: doc.id })
  return (
    <div className={classes.panes}>
      <Group
        component="nav"
        className={classes.tabs}
        gap={4}
        p={4}
        wrap="nowrap"
        hiddenFrom="lg"
        aria-label="書類を選ぶ"
      >
        {placed.map(({ doc, number }) => (
          <Button
            key={doc.type}
            variant={doc === active ? 'light' : 'default'}
            mih={44}
            px="sm"
            flex="none"
            fw={doc === active ? 700 : 400}
            aria-current={doc === active ? 'true' : undefined}
            leftSection={<kbd aria-hidden>{number}</kbd>}
            onClick={() => show(doc)}
          >
            {documentTypeLabels[doc.type]}
          </Button>
        ))}
      </Group>
      {placed.map((each) => (
        <Pane
          key={each.doc.type}
          placed={each}
          style={placing(each, placed)}
          active={each.doc === active}
          loaded={!narrow || each.doc === active || state.displayed.has(each.doc.id)}
        />
      ))}
      {aside && (
        <div className={classes.aside} style={{ gridColumn: `span ${asideSpan}` }}>
          {aside}
        </div>
      )}
      {active && state.comparing && (
        <CompareDialog
          performerId={active.performerId}
          type={active.type}
          version={active.version}
          onClose={() => dispatch({ kind: 'compare', on: false })}
        />
      )}
      {state.fullScreen && <ReviewViewer onClose={() => dispatch({ kind: 'fullScreen', on: false })} />}
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
