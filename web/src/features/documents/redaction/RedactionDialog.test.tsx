import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { setSingleKeys } from '../../../ui/single-keys.ts'
import type { ShrinkJob } from '../slots/shrink-worker.ts'
import { RedactionDialog, type RedactionDialogProps } from './RedactionDialog.tsx'
import { redactionTexts } from './redaction-texts.ts'

const jobs: ShrinkJob[] = []

/** Replaces the browser's worker, which this environment lacks: returns an empty picture for each job. */
class AcceptingWorker extends EventTarget {
  postMessage(job: ShrinkJob) {
    jobs.push(job)
    queueMicrotask(() =>
      this.dispatchEvent(new MessageEvent('message', { data: { kind: 'done', blob: new Blob() } })),
    )
  }
  terminate() {}
}

beforeEach(() => {
  jobs.length = 0
  vi.stubGlobal('Worker', AcceptingWorker)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  // This environment has no layout and no pointer capture.
  HTMLElement.prototype.setPointerCapture = () => {}
  HTMLElement.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100)
})

async function open(props: Partial<RedactionDialogProps> = {}) {
  const [onDone, onCancel] = [vi.fn<(file: File) => void>(), vi.fn<() => void>()]
  const file = new File(['x'], 'back.png', { type: 'image/png' })
  await renderPage(
    <RedactionDialog
      file={file}
      kind="drivers_license"
      type="idBack"
      onDone={onDone}
      onCancel={onCancel}
      {...props}
    />,
  )
  return { onDone, onCancel, file }
}

const boxes = () => screen.queryAllByRole('button', { name: /^隠す部分/ })
const places = () =>
  boxes().map(({ style }) =>
    [style.left, style.top, style.width, style.height].map((text) => Math.round(Number.parseFloat(text))),
  )

test('the tool suggests a box for the kind of ID; boxes are edited by keyboard alone and burnt into the picture', async () => {
  const { onDone, file } = await open()
  screen.getByText('臓器提供の意思の欄が写っているときは、隠してください。')
  const [suggested] = boxes()
  await waitFor(() => expect(document.activeElement).toBe(suggested))
  await userEvent.keyboard('{ArrowUp}{Shift>}{ArrowLeft}{/Shift}')
  expect(places()).toEqual([[2, 59, 95, 38]])
  await userEvent.keyboard('n')
  expect(boxes()).toHaveLength(2)
  expect(document.activeElement).toBe(boxes()[1])
  await userEvent.keyboard('{Delete}')
  expect(boxes()).toHaveLength(1)
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(boxes()).toHaveLength(2)
  screen.getByText('2か所を隠します')
  await userEvent.click(screen.getByRole('button', { name: '隠して保存' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(jobs[0]?.picture).toBe(file)
  expect(jobs[0]?.boxes).toHaveLength(2)
  const done = onDone.mock.calls[0]?.[0]
  expect([done?.name, done?.type]).toEqual(['back.jpg', 'image/jpeg'])
})

test('without a suggested part, the picture has the focus from the start and after the last box is removed', async () => {
  await open({ kind: null, type: 'idFront' })
  const stage = screen.getByRole('region', { name: '隠す前の画像' })
  await waitFor(() => expect(document.activeElement).toBe(stage))
  await userEvent.keyboard('n')
  expect(document.activeElement).toBe(boxes()[0])
  await userEvent.keyboard('{Delete}')
  expect(document.activeElement).toBe(stage)
  await userEvent.keyboard('n')
  expect(boxes()).toHaveLength(1)
})

test('a drag on the picture draws a box, on a box moves it, on a corner resizes it', async () => {
  await open({ kind: null, type: 'idFront' })
  expect(screen.getByRole('button', { name: '隠して保存' })).toHaveProperty('disabled', true)
  const stage = screen.getByAltText('隠す前の画像').parentElement as HTMLElement // the picture is in the stage
  drag(stage, [10, 10], [11, 10])
  expect(boxes()).toHaveLength(0)
  drag(stage, [10, 20], [50, 60])
  expect(places()).toEqual([[10, 20, 40, 40]])
  const box = boxes()[0] as HTMLElement // just drawn
  drag(box, [20, 30], [30, 25])
  expect(places()).toEqual([[20, 15, 40, 40]])
  drag(box.querySelector('[data-corner="nw"]') as HTMLElement, [20, 15], [40, 45]) // each box has four corners
  expect(places()).toEqual([[40, 45, 20, 10]])
  await userEvent.click(screen.getByRole('button', { name: '元に戻す' }))
  expect(places()).toEqual([[20, 15, 40, 40]])
})

function drag(element: HTMLElement, [x, y]: [number, number], [toX, toY]: [number, number]) {
  const pointer = { pointerId: 1, isPrimary: true, button: 0 }
  fireEvent.pointerDown(element, { ...pointer, clientX: x, clientY: y })
  fireEvent.pointerMove(element, { ...pointer, clientX: (x + toX) / 2, clientY: (y + toY) / 2 })
  fireEvent.pointerMove(element, { ...pointer, clientX: toX, clientY: toY })
  fireEvent.pointerUp(element, { ...pointer, clientX: toX, clientY: toY })
}

test('N adds no box while single keys are switched off, and closing asks before added boxes are lost', async () => {
  const { onCancel } = await open()
  setSingleKeys(false)
  await userEvent.keyboard('n')
  expect(boxes()).toHaveLength(1)
  setSingleKeys(true)
  await userEvent.keyboard('n')
  await userEvent.click(screen.getByRole('button', { name: 'キャンセル' }))
  expect(onCancel).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: '破棄する' }))
  expect(onCancel).toHaveBeenCalledOnce()
})

test('the English tool has no Japanese text', async () => {
  await open({ texts: redactionTexts.en })
  await userEvent.click(screen.getByRole('button', { name: 'Add box' }))
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  screen.getByText('Discard your changes?')
  const dialogs = screen.getAllByRole('dialog', { hidden: true })
  expect(dialogs.map(({ innerHTML }) => innerHTML).join('')).not.toMatch(
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u,
  )
})
