import type { Seen } from '@kyc/contract/review-checks.ts'
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
  /** Set in the viewer, so that keys scroll the pages at once. */
  takesFocus?: boolean
  /** A page was drawn on screen, most of it visible. */
  onSeen?: ((seen: Partial<Seen>) => void) | undefined
  onFailed: () => void
}

/** Maximum page width at zoom 1, in CSS pixels; longer lines are hard to read. */
const pageWidth = 860

/** All pages in one column, rendered near the viewport by pdf.js without scripts (D10). */
export function PdfStage(props: PdfStageProps) {
  const { blob, view, dispatch, spinner, pane, takesFocus = false, onSeen, onFailed } = props
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
      data-autofocus={takesFocus || undefined}
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
              onSeen={() => onSeen?.({ pages: [index + 1] })}
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

/** Whether half of the page is visible or, if the page is very tall, it covers half of the window. */
function isMostlyVisible(entry: IntersectionObserverEntry | null): boolean {
  if (!entry?.isIntersecting) return false
  const windowHeight = entry.rootBounds?.height ?? window.innerHeight
  return entry.intersectionRatio >= 0.5 || entry.intersectionRect.height >= windowHeight / 2
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
  onSeen: () => void
  onFailed: () => void
}

/** A constant, because a new array at each rendering would start a new observation. */
const quarters = [0.25, 0.5, 0.75]

/** The least width in CSS pixels at which the text of a page can be read. */
const readablePage = 400

function Page({ size, of, lens, onPoint, onSeen, ...page }: PageProps) {
  const near = useIntersection({ rootMargin: '600px 0px' })
  const shown = useIntersection({ threshold: quarters })
  const ref = useMergedRef(near.ref, shown.ref)
  const [drawn, setDrawn] = useState(false)
  const seen = drawn && page.width >= readablePage && isMostlyVisible(shown.entry)
  const report = useEffectEvent(onSeen)
  useEffect(() => {
    if (seen) report()
  }, [seen])
  const turned = page.turns % 2 === 1
  const height = (page.width * (turned ? size.width : size.height)) / (turned ? size.height : size.width)
  return (
    <div
      ref={ref}
      className={classes.page}
      style={{ width: page.width, height }}
      onPointerMove={(event: PointerEvent) => onPoint(placeOf(event))}
    >
      {near.entry?.isIntersecting && page.width > 0 && (
        <PdfPage {...page} label={`${page.number} / ${of} ページ`} onDrawn={() => setDrawn(true)} />
      )}
      <small className={classes.pageNumber} aria-hidden>
        {page.number}/{of} ページ
      </small>
      <Watermark />
      {lens && page.width > 0 && (
        <Lens place={lens} frame={{ width: page.width, height }}>
          <PdfPage {...page} scale={lensZoom} label="" />
        </Lens>
      )}
    </div>
  )
}
