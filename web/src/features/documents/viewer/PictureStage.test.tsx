import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { PictureStage } from './PictureStage.tsx'
import { initialView, type ViewAction } from './viewer-view.ts'

async function showStage() {
  const dispatch = vi.fn<(action: ViewAction) => void>()
  await renderPage(
    <PictureStage
      url="blob:picture"
      type="selfie"
      view={initialView}
      dispatch={dispatch}
      onFailed={() => {}}
    />,
  )
  const stage = screen.getByRole('region', { name: '書類の画像' })
  /** Touches at `touches`, with a finger lifted at `lifted`. Returns whether the browser's act is prevented. */
  const touch = (type: 'touchmove' | 'touchend', touches: Finger[], lifted: Finger[] = []) => {
    const event = new Event(type, { bubbles: true, cancelable: true })
    act(() => void stage.dispatchEvent(Object.assign(event, { touches, changedTouches: lifted })))
    return event.defaultPrevented
  }
  return { dispatch, touch }
}

interface Finger {
  clientX: number
  clientY: number
}

const at = (clientX: number, clientY = 0): Finger => ({ clientX, clientY })

test('moving two fingers apart zooms the document by their distance, and not the page', async () => {
  const { dispatch, touch } = await showStage()
  expect(touch('touchmove', [at(0)]), 'one finger scrolls').toBe(false)
  expect(touch('touchmove', [at(0), at(100)])).toBe(true)
  expect(touch('touchmove', [at(0), at(150)])).toBe(true)
  touch('touchend', [at(0)], [at(150)])
  // The next pinch starts with its own distance.
  touch('touchmove', [at(0), at(20)])
  touch('touchmove', [at(0), at(10)])
  expect(dispatch.mock.calls).toEqual([[{ kind: 'zoomBy', factor: 1.5 }], [{ kind: 'zoomBy', factor: 0.5 }]])
})

test('a double tap zooms the document in or back, and not the page', async () => {
  const { dispatch, touch } = await showStage()
  expect(touch('touchend', [], [at(50)])).toBe(false)
  expect(dispatch).not.toHaveBeenCalled()
  expect(touch('touchend', [], [at(52)])).toBe(true)
  expect(dispatch.mock.calls).toEqual([[{ kind: 'toggleZoom' }]])
})
