type Point = Pick<Touch, 'clientX' | 'clientY'>

/** The distance between two fingers; undefined for another number of fingers. */
export function distanceOf(touches: ArrayLike<Point>): number | undefined {
  const [one, other] = [touches[0], touches[1]]
  if (touches.length !== 2 || !one || !other) return undefined
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
}

/** In milliseconds and CSS pixels. */
const doubleTap = { within: 300, apart: 30 }

/** Recognises two taps of one finger in quick succession at one place. */
export class DoubleTap {
  #last: { at: number; point: Point } | undefined

  /** Whether the end of this touch completes a double tap. */
  end(event: { timeStamp: number; touches: ArrayLike<Point>; changedTouches: ArrayLike<Point> }): boolean {
    const point = event.changedTouches[0]
    const last = this.#last
    this.#last = undefined
    if (!point || event.touches.length > 0 || event.changedTouches.length > 1) return false
    const distance = last && distanceOf([last.point, point])
    const isDouble =
      distance !== undefined &&
      distance <= doubleTap.apart &&
      event.timeStamp - (last?.at ?? 0) <= doubleTap.within
    if (!isDouble) this.#last = { at: event.timeStamp, point }
    return isDouble
  }
}
