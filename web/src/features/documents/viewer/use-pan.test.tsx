import { useMergedRef } from '@mantine/hooks'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { usePan } from './use-pan.ts'
import type { Place } from './viewer-view.ts'

interface StageProps {
  name: string
  /** The picture, on a stage of 100 by 100 pixels. */
  size: { width: number; height: number }
  centre?: Place | undefined
  onPan?: (centre: Place) => void
}

function Stage({ name, size, centre, onPan }: StageProps) {
  const pan = usePan(size, { onZoom: () => {}, onToggleZoom: () => {}, wheelZooms: true, centre, onPan })
  // This environment has no layout.
  const layOutOnce = (stage: HTMLElement | null) => {
    if (stage) layOut(stage, size)
  }
  const ref = useMergedRef(pan.ref, layOutOnce)
  return <section ref={ref} aria-label={name} {...pan.handlers} />
}

function layOut(stage: HTMLElement, { width, height }: StageProps['size']) {
  const scroll = { left: 0, top: 0 }
  const within = (value: number, length: number) => Math.max(0, Math.min(length - 100, value))
  Object.defineProperties(stage, {
    clientWidth: { value: 100, configurable: true },
    clientHeight: { value: 100, configurable: true },
    scrollWidth: { value: width, configurable: true },
    scrollHeight: { value: height, configurable: true },
    scrollLeft: {
      get: () => scroll.left,
      set: (to) => (scroll.left = within(to, width)),
      configurable: true,
    },
    scrollTop: { get: () => scroll.top, set: (to) => (scroll.top = within(to, height)), configurable: true },
  })
}

function Two() {
  const [centre, setCentre] = useState<Place>()
  return (
    <>
      <Stage name="身分証" size={{ width: 400, height: 300 }} centre={centre} onPan={setCentre} />
      <Stage name="本人" size={{ width: 200, height: 400 }} centre={centre} onPan={setCentre} />
    </>
  )
}

const position = (name: string) => {
  const { scrollLeft, scrollTop } = screen.getByRole('region', { name })
  return [scrollLeft, scrollTop]
}

/** Scrolls a stage, as a drag or the wheel does. */
function scroll(name: string, left: number, top: number) {
  const stage = screen.getByRole('region', { name })
  Object.assign(stage, { scrollLeft: left, scrollTop: top })
  fireEvent.scroll(stage)
}

test('stages that share their centre pan together', () => {
  render(<Two />)
  scroll('身分証', 150, 100)
  // The centre is in the middle of both.
  expect(position('本人')).toEqual([50, 150])
  scroll('本人', 100, 100)
  expect(position('身分証')).toEqual([250, 62.5])
})

test('a stage that stops at its edge does not move the one that is panned', () => {
  render(<Two />)
  scroll('身分証', 0, 0)
  // The shared centre is at 25 of its 200 pixels, too close to the edge to be in the middle of the stage.
  expect(position('本人')[0]).toBe(0)
  fireEvent.scroll(screen.getByRole('region', { name: '本人' }))
  expect(position('身分証')).toEqual([0, 0])
})
