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

/** The media query of the style sheet for windows in which only the active document has space. */
const tabs = '(max-width: 68.74em)'

/**
 * All documents of a case on one screen: the active one large, the others as strips below, next to the aside. In a
 * narrow window they are tabs, of which the active one is displayed.
 */
export function CasePanes({ aside }: { aside?: ReactNode }) {
  const { documents, doc: active, state, dispatch } = useCurrentReview()
  const narrow = useMediaQuery(tabs, false, { getInitialValueInEffect: false })
  const placed = arrange(documents, active?.type)
  const asideSpan = columns - stripsOf(placed) * stripSpan(placed)
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

/** The ID next to a portrait has less than half of the upper row. */
const span = { active: columns, activeWithOther: 46, beside: 34 } as const

function placing({ place }: Placed, all: readonly Placed[]): CSSProperties {
  if (place === 'strip') return { gridRow: 2, gridColumn: `span ${stripSpan(all)}` }
  const shared = all.some((each) => each.place === 'beside')
  const width = place === 'active' && shared ? span.activeWithOther : span[place]
  return { gridRow: 1, gridColumn: `span ${width}`, order: place === 'active' ? -2 : -1 }
}

/** The strips leave the aside at least three eighths of the lower row. */
function stripSpan(all: readonly Placed[]): number {
  return Math.floor(Math.min(15, 50 / Math.max(1, stripsOf(all))))
}

function stripsOf(all: readonly Placed[]): number {
  return all.filter(({ place }) => place === 'strip').length
}
