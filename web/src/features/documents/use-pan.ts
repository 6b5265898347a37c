import { type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react'

/** Free space around the document, both sides together; the toolbar floats in it at the bottom. */
export const stagePadding = { x: 48, y: 80 } as const

/**
 * Pans the stage by dragging and zooms it by wheel. When the size of the content changes, the centre of the
 * view stays fixed. Without `wheelZooms`, zooming requires Ctrl and the wheel scrolls.
 */
export function usePan(
  { width, height }: { width: number; height: number },
  onZoom: (factor: number) => void,
  wheelZooms: boolean,
) {
  const ref = useRef<HTMLElement>(null)
  const zoom = useRef(onZoom)
  zoom.current = onZoom
  useEffect(() => {
    const stage = ref.current
    const onWheel = (event: WheelEvent) => {
      if (!wheelZooms && !event.ctrlKey) return
      event.preventDefault()
      zoom.current(Math.exp(-event.deltaY / 500))
    }
    // React's wheel listener is passive and can't prevent the zoom of the page.
    stage?.addEventListener('wheel', onWheel, { passive: false })
    return () => stage?.removeEventListener('wheel', onWheel)
  }, [wheelZooms])

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
