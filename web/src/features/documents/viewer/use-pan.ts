import {
  type PointerEvent,
  type RefObject,
  type UIEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { DoubleTap, distanceOf } from './touch-gestures.ts'
import type { Place } from './viewer-view.ts'

/** Free space around the document, as the sum of both sides. The toolbar floats in the space at the bottom. */
export const stagePadding = { x: 48, y: 80 } as const

export interface PanOptions {
  onZoom: (factor: number) => void
  /** Zooms in, or back to the fitted size. */
  onToggleZoom: () => void
  /** If false, the wheel scrolls, and zooms only with Ctrl. */
  wheelZooms: boolean
  /** The centre of the view that other stages share; the stage scrolls to it. */
  centre?: Place | undefined
  /** The centre after a scroll that the user caused. */
  onPan?: ((centre: Place) => void) | undefined
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

  const onScroll = useCentre(ref, { width, height }, options)
  const handlers = {
    onScroll,
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

/** Keeps the centre of the view when the size changes, and shares it with other stages. Returns onScroll. */
function useCentre(
  ref: RefObject<HTMLElement | null>,
  { width, height }: { width: number; height: number },
  { centre: shared, onPan, wheelZooms }: PanOptions,
) {
  const before = useRef({ width, height })
  // The last position that was set here.
  const own = useRef({ left: 0, top: 0 })
  useLayoutEffect(() => {
    const { current: stage } = ref
    const last = before.current
    before.current = { width, height }
    if (!stage || width === 0 || height === 0) return
    if (last.width > 0 && last.height > 0) {
      stage.scrollLeft = middle(stage.scrollLeft, stage.clientWidth, width / last.width)
      // A column that was not scrolled stays at its first page.
      const atFirstPage = !wheelZooms && stage.scrollTop === 0
      if (!atFirstPage) stage.scrollTop = middle(stage.scrollTop, stage.clientHeight, height / last.height)
    }
    if (shared) moveTo(stage, shared)
    own.current = { left: stage.scrollLeft, top: stage.scrollTop }
  }, [ref, width, height, shared, wheelZooms])
  return (event: UIEvent<HTMLElement>) => {
    const stage = event.currentTarget
    const { left, top } = own.current
    // Skips the scroll that was set above: a stage that stopped at its edge must not move the one that the user pans.
    if (Math.abs(stage.scrollLeft - left) < 1 && Math.abs(stage.scrollTop - top) < 1) return
    own.current = { left: stage.scrollLeft, top: stage.scrollTop }
    onPan?.(centreOf(stage))
  }
}

function middle(scroll: number, length: number, ratio: number): number {
  return (scroll + length / 2) * ratio - length / 2
}

function centreOf(stage: HTMLElement): Place {
  return {
    x: (stage.scrollLeft + stage.clientWidth / 2) / stage.scrollWidth,
    y: (stage.scrollTop + stage.clientHeight / 2) / stage.scrollHeight,
  }
}

/** Moves the stage to a centre, unless the centre is there already, so that a drag is not rounded. */
function moveTo(stage: HTMLElement, { x, y }: Place): void {
  const left = x * stage.scrollWidth - stage.clientWidth / 2
  const top = y * stage.scrollHeight - stage.clientHeight / 2
  if (Math.abs(left - stage.scrollLeft) >= 1) stage.scrollLeft = left
  if (Math.abs(top - stage.scrollTop) >= 1) stage.scrollTop = top
}
