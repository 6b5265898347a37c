import { type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { DoubleTap, distanceOf } from './touch-gestures.ts'

/** Free space around the document, both sides together; the toolbar floats in it at the bottom. */
export const stagePadding = { x: 48, y: 80 } as const

export interface PanOptions {
  onZoom: (factor: number) => void
  /** Zooms in, or back to the fitted size. */
  onToggleZoom: () => void
  /** Without it, zooming requires Ctrl and the wheel scrolls. */
  wheelZooms: boolean
}

/**
 * Pans the stage by dragging and zooms it by wheel, by pinching and by a double tap. When the size of the
 * content changes, the centre of the view stays fixed.
 */
export function usePan({ width, height }: { width: number; height: number }, options: PanOptions) {
  const ref = useRef<HTMLElement>(null)
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!options.wheelZooms && !event.ctrlKey) return
    event.preventDefault()
    options.onZoom(Math.exp(-event.deltaY / 500))
  })
  const onZoom = useEffectEvent((factor: number) => options.onZoom(factor))
  const onToggleZoom = useEffectEvent(() => options.onToggleZoom())
  useEffect(() => {
    const stage = ref.current
    if (!stage) return
    const listeners = new AbortController()
    // React's listeners are passive and can't prevent the zoom of the page.
    const active = { passive: false, signal: listeners.signal }
    const taps = new DoubleTap()
    let distance: number | undefined
    stage.addEventListener('wheel', (event) => onWheel(event), active)
    stage.addEventListener(
      'touchmove',
      (event) => {
        const next = distanceOf(event.touches)
        if (next === undefined) return
        event.preventDefault()
        if (distance !== undefined) onZoom(next / distance)
        distance = next
      },
      active,
    )
    stage.addEventListener(
      'touchend',
      (event) => {
        distance = undefined
        if (!taps.end(event)) return
        event.preventDefault()
        onToggleZoom()
      },
      active,
    )
    return () => listeners.abort()
  }, [])

  const before = useRef({ width, height })
  useLayoutEffect(() => {
    const stage = ref.current
    const last = before.current
    before.current = { width, height }
    if (!stage || last.width === 0 || last.height === 0) return
    stage.scrollLeft = middle(stage.scrollLeft, stage.clientWidth, width / last.width)
    stage.scrollTop = middle(stage.scrollTop, stage.clientHeight, height / last.height)
  }, [width, height])

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      // Touch scrolls natively.
      if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
      event.currentTarget.scrollBy(-event.movementX, -event.movementY)
    },
  }
  return { ref, handlers }
}

function middle(scroll: number, length: number, ratio: number): number {
  return (scroll + length / 2) * ratio - length / 2
}
