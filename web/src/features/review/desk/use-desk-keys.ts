import { useEffect } from 'react'
import { type Keys, useKeys } from '../../../ui/use-key.ts'
import { documentOrder } from '../../documents/viewer/document-order.ts'
import type { ViewAction } from '../../documents/viewer/viewer-view.ts'
import type { Review } from '../use-review.ts'

/** The keys of the desk, apart from those of the decision and the queue; the viewer has the same. */
export function useDeskKeys({ documents, doc: shown, dispatch, onNote }: Review): void {
  const view = (action: ViewAction) => () => {
    if (shown) dispatch({ kind: 'view', type: shown.type, action })
  }
  const numbers: Keys = Object.fromEntries(
    documentOrder.map((type, index) => {
      const doc = documents.find((each) => each.type === type)
      return [String(index + 1), doc && (() => dispatch({ kind: 'show', id: doc.id }))]
    }),
  )
  const zoomIn = view({ kind: 'zoomIn' })
  useKeys({
    ...numbers,
    n: onNote,
    e: view({ kind: 'rotate', turns: 1 }),
    m: view({ kind: 'lens' }),
    '0': view({ kind: 'reset' }),
    f: () => dispatch({ kind: 'fullScreen', on: true }),
  })
  const reads = shown?.mimeType === 'application/pdf'
  useKeys(reads ? { Home: () => scrollPages(-Infinity), End: () => scrollPages(Infinity) } : {})
  const line = 80
  const page = () => (activeStage()?.clientHeight ?? 0) * 0.9
  useKeys(
    reads
      ? {
          PageDown: () => scrollPages(page()),
          PageUp: () => scrollPages(-page()),
          ArrowDown: () => scrollPages(line),
          ArrowUp: () => scrollPages(-line),
        }
      : {},
    { repeat: true },
  )
  const held = { '+': zoomIn, ';': zoomIn, '=': zoomIn, '-': view({ kind: 'zoomOut' }) }
  useKeys(held, { repeat: true })
  useEffect(() => {
    window.addEventListener('keydown', leaveField)
    return () => window.removeEventListener('keydown', leaveField)
  }, [])
}

/** The stage of the active document, which scrolls. */
function activeStage(): HTMLElement | null {
  return document.querySelector<HTMLElement>('section[data-active] section')
}

function scrollPages(by: number): void {
  const stage = activeStage()
  if (!stage) return
  const end = stage.scrollHeight
  stage.scrollBy({ top: Math.max(-end, Math.min(end, by)) })
}

/** Esc leaves a field, so that the keys act again. Dialogs close instead. */
function leaveField({ key, target, isComposing }: KeyboardEvent): void {
  if (key !== 'Escape' || isComposing || !(target instanceof HTMLElement)) return
  if (target.closest('[role="dialog"]') || !target.matches('input, textarea, select')) return
  target.blur()
}
