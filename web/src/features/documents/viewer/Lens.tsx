import type { PointerEvent, ReactNode } from 'react'
import classes from './ViewerStage.module.css'
import type { Place } from './viewer-view.ts'
import { Watermark } from './Watermark.tsx'

export const lensZoom = 2.5

/** The place under the pointer in the element that handles the event. */
export function placeOf({ currentTarget, clientX, clientY }: PointerEvent): Place {
  const box = currentTarget.getBoundingClientRect()
  return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }
}

export interface LensProps {
  place: Place
  /** The displayed size of the picture or page, in CSS pixels. */
  frame: { width: number; height: number }
  /** The picture or page, as it is drawn in its frame. */
  children: ReactNode
}

/** A round magnifier over `place`. It shows the watermark as well. */
export function Lens({ place, frame, children }: LensProps) {
  const diameter = Math.min(220, 0.7 * Math.min(frame.width, frame.height))
  const shift = (share: number, length: number) => diameter / 2 - share * length * lensZoom
  const [x, y] = [shift(place.x, frame.width), shift(place.y, frame.height)]
  return (
    <div
      className={classes.lens}
      style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%`, width: diameter, height: diameter }}
      aria-hidden
    >
      <div style={{ ...frame, transform: `translate(${x}px, ${y}px) scale(${lensZoom})` }}>
        {children}
        <Watermark />
      </div>
    </div>
  )
}
