import { useKeys } from '../../../ui/use-key.ts'

/** The keys that scroll the pages of the active document, if it `reads` like one. */
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
