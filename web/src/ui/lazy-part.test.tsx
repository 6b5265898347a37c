import { act, configure, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { lazyPart } from './lazy-part.tsx'

configure({ asyncUtilTimeout: 4000 })
const user = userEvent.setup()
/** In `act`, which renders the part when its code has loaded. */
const click = (text: string) => act(() => user.click(screen.getByText(text)))

const missing = new TypeError('Failed to fetch dynamically imported module')

/** React logs each error that a boundary catches. */
const logged = vi.spyOn(console, 'error').mockImplementation(() => {})

function Dialog({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" onClick={onClose}>
      開いている書類
    </button>
  )
}

function Page({ part: Part }: { part: (props: { onClose: () => void }) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <input aria-label="氏名" />
      <button type="button" onClick={() => setOpen(true)}>
        表示
      </button>
      {open && <Part onClose={() => setOpen(false)} />}
    </>
  )
}

test('a part is loaded when it is first rendered, and tried twice', async () => {
  const load = vi.fn().mockRejectedValueOnce(missing).mockResolvedValue(Dialog)
  await renderPage(<Page part={lazyPart(load) as never} />)
  expect(load).not.toHaveBeenCalled()
  await click('表示')
  expect(await screen.findByText('開いている書類')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a missing part is replaced by a message, and the input of the page remains', async () => {
  const load = vi.fn().mockRejectedValue(missing)
  await renderPage(<Page part={lazyPart(load) as never} />)
  await user.type(screen.getByLabelText('氏名'), '試験')
  await click('表示')
  expect((await screen.findByRole('alert')).textContent).toContain('画面の一部を表示できませんでした')
  expect(screen.getByLabelText('氏名')).toHaveProperty('value', '試験')
  expect(logged).toHaveBeenCalled()

  load.mockResolvedValue(Dialog)
  await click('再読み込み')
  expect(await screen.findByText('開いている書類')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the message of a dialog can be closed, and the next opening loads the code again', async () => {
  const load = vi.fn().mockRejectedValue(missing)
  await renderPage(<Page part={lazyPart(load) as never} />)
  await click('表示')
  await screen.findByRole('alert')
  await click('閉じる')
  expect(screen.queryByRole('alert')).toBeNull()
  load.mockResolvedValue(Dialog)
  await click('表示')
  expect(await screen.findByText('開いている書類')).toBeTruthy()
})

test('a part that throws while rendering does not remove the page', async () => {
  const Broken = () => {
    throw new Error('a fault of the part')
  }
  await renderPage(<Page part={lazyPart(async () => Broken) as never} />)
  await click('表示')
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByLabelText('氏名')).toBeTruthy()
})

test('a preview shows its icon while its code loads and if it is missing', async () => {
  const Preview = lazyPart<{ icon: string }>(() => Promise.reject(missing), {
    loading: ({ icon }) => icon,
    failed: ({ icon }) => `${icon}のみ`,
  })
  await act(async () => void render(<Preview icon="PDF" />))
  expect(screen.getByText('PDF')).toBeTruthy()
  expect(await screen.findByText('PDFのみ')).toBeTruthy()
})

test('code that is loaded ahead is rendered without another request', async () => {
  const load = vi.fn().mockResolvedValue(() => '本文')
  const Part = lazyPart(load)
  await Part.preload()
  render(<Part />)
  expect(screen.getByText('本文')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})
