import { useEffect } from 'react'
import { useKeys } from '../../../ui/use-key.ts'

/** Esc leaves a field. Other keys scroll the pages of the active document if `reads` is true, as for a PDF. */
export function usePageKeys(reads: boolean): void {
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
