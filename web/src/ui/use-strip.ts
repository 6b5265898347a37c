import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a strip of links that scrolls sideways on phones: keeps the current link in view. `scrollIntoView` would
 * scroll the page as well.
 */
export function useStrip<E extends HTMLElement>(current: string): RefObject<E | null> {
  const strip = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current link is at another place
  useEffect(() => {
    const link = strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (strip.current && link) strip.current.scrollLeft = link.offsetLeft - strip.current.clientWidth / 3
  }, [current])
  return strip
}
