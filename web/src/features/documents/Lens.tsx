import type { ReactNode } from 'react'
import classes from './ViewerStage.module.css'
import type { Place } from './viewer-view.ts'
import { Watermark } from './Watermark.tsx'

export const lensZoom = 2.5

export interface LensProps {
  place: Place
  /** The displayed size of the picture, in CSS pixels. */
  frame: { width: number; height: number }
  /** The picture as in its frame. */
  children: ReactNode
}

/** A round magnifier over `place`. It shows the watermark as well (D22). */
export function Lens({ place, frame, children }: LensProps) {
  const diameter = Math.min(220, 0.7 * Math.min(frame.width, frame.height))
  const centre = { x: place.x * frame.width, y: place.y * frame.height }
  const shift = { x: diameter / 2 - centre.x * lensZoom, y: diameter / 2 - centre.y * lensZoom }
  return (
    <div
      className={classes.lens}
      style={{ left: centre.x, top: centre.y, width: diameter, height: diameter }}
      aria-hidden
    >
      <div style={{ ...frame, transform: `translate(${shift.x}px, ${shift.y}px) scale(${lensZoom})` }}>
        {children}
        <Watermark />
      </div>
    </div>
  )
}
