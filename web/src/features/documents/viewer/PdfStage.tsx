import { useElementSize, useIntersection, useMergedRef } from '@mantine/hooks'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type PointerEvent, type ReactNode, type UIEvent, useEffect, useEffectEvent, useState } from 'react'
import { Lens, lensZoom, placeOf } from './Lens.tsx'
import { PdfPage } from './PdfPage.tsx'
import { type PaneStage, paddingOf } from './pane-stage.ts'
import { type PdfPageSize, usePageSizes, usePdf } from './pdf-document.ts'
import { usePan } from './use-pan.ts'
import classes from './ViewerStage.module.css'
import { type Place, type View, type ViewAction, viewFilter } from './viewer-view.ts'
import { Watermark } from './Watermark.tsx'

export interface PdfStageProps {
  blob: Blob
  view: View
  dispatch: (action: ViewAction) => void
  spinner: ReactNode
  /** Absent in the viewer, where the stage fills the window. */
  pane?: PaneStage | undefined
  onFailed: () => void
}

/** Maximum page width at zoom 1, in CSS pixels; longer lines are hard to read. */
const pageWidth = 860

/** All pages in one column, rendered near the viewport by pdf.js without scripts (D10). */
export function PdfStage({ blob, view, dispatch, spinner, pane, onFailed }: PdfStageProps) {
  const state = usePdf(blob)
  const sizes = usePageSizes(state)
  const { ref: measure, width } = useElementSize<HTMLElement>()
  const shown = Math.max(0, Math.min(width - paddingOf(pane).x, pageWidth)) * view.zoom
  const pan = usePan(
    { width: shown, height: shown },
    {
      onZoom: (factor) => dispatch({ kind: 'zoomBy', factor }),
      onToggleZoom: () => dispatch({ kind: 'toggleZoom' }),
      wheelZooms: false,
    },
  )
  const stage = useMergedRef(measure, pan.ref)
  // The magnifier is on the page under the pointer, or after scrolling on the one in the middle.
  const [lensPage, setLensPage] = useState(1)
  const displayed = sizes !== undefined
  const onDisplayed = useEffectEvent(() => pane?.onDisplayed())
  useEffect(() => {
    if (displayed) onDisplayed()
  }, [displayed])
  const failed = state.kind === 'failed'
  useEffect(() => {
    if (failed) onFailed()
  }, [failed, onFailed])
  return (
    <section
      ref={stage}
      className={classes.stage}
      aria-label={pane?.label ?? '書類のページ'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
      tabIndex={0}
      {...pan.handlers}
      onScroll={(event) => {
        pan.handlers.onScroll(event)
        setLensPage(middlePage(event))
      }}
    >
      {state.kind === 'ready' && sizes ? (
        <div className={classes.pages} style={{ filter: viewFilter(view) }}>
          {sizes.map((size, index) => (
            <Page
              // biome-ignore lint/suspicious/noArrayIndexKey: pages are never reordered
              key={index}
              pdf={state.pdf}
              number={index + 1}
              of={sizes.length}
              size={size}
              width={shown}
              turns={view.turns}
              lens={lensPage === index + 1 ? view.lens : null}
              onPoint={(place) => {
                setLensPage(index + 1)
                if (view.lens) dispatch({ kind: 'lensTo', place })
              }}
              onFailed={onFailed}
            />
          ))}
        </div>
      ) : (
        <div className={classes.frame}>{spinner}</div>
      )}
    </section>
  )
}

/** The number of the page in the middle of the visible part. */
function middlePage({ currentTarget: stage }: UIEvent<HTMLElement>): number {
  const middle = stage.getBoundingClientRect().top + stage.clientHeight / 2
  const pages = [...(stage.firstElementChild?.children ?? [])]
  const index = pages.findIndex((page) => page.getBoundingClientRect().bottom >= middle)
  return index === -1 ? Math.max(1, pages.length) : index + 1
}

interface PageProps {
  pdf: PDFDocumentProxy
  number: number
  of: number
  size: PdfPageSize
  width: number
  turns: number
  /** What the magnifier enlarges; null without it. */
  lens: Place | null
  onPoint: (place: Place) => void
  onFailed: () => void
}

function Page({ size, of, lens, onPoint, ...page }: PageProps) {
  const { ref, entry } = useIntersection({ rootMargin: '600px 0px' })
  const turned = page.turns % 2 === 1
  const height = (page.width * (turned ? size.width : size.height)) / (turned ? size.height : size.width)
  return (
    <div
      ref={ref}
      className={classes.page}
      style={{ width: page.width, height }}
      onPointerMove={(event: PointerEvent) => onPoint(placeOf(event))}
    >
      {entry?.isIntersecting && page.width > 0 && (
        <PdfPage {...page} label={`${page.number} / ${of} ページ`} />
      )}
      <Watermark />
      {lens && page.width > 0 && (
        <Lens place={lens} frame={{ width: page.width, height }}>
          <PdfPage {...page} scale={lensZoom} label="" />
        </Lens>
      )}
    </div>
  )
}
