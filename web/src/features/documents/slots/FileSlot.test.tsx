import type { IdKind } from '@kyc/contract/document-vocabulary.ts'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { FileSlot } from './FileSlot.tsx'
import type { SlotState } from './slot-state.ts'

const message = '身分証明書裏面：サポートされていないファイル形式です（JPG, PNGのみ使用可能）'

async function show(state: SlotState, idKind: IdKind | null = null) {
  const [onChoose, onClear] = [vi.fn<(file: File) => void>(), vi.fn<() => void>()]
  await renderPage(
    <FileSlot type="idBack" idKind={idKind} state={state} onChoose={onChoose} onClear={onClear} />,
  )
  return { onChoose, onClear }
}

test('a refused file keeps its name, and its message followed by the cause describes the input', async () => {
  const fault = { message, cause: '中身が空です。' }
  const { onChoose, onClear } = await show({ kind: 'refused', name: '裏面.jpg', fault })
  screen.getByText('裏面.jpg')
  screen.getByText('選び直してください')
  const input = screen.getByLabelText<HTMLInputElement>('身分証明書裏面')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ')
  const text = described.map((id) => document.getElementById(id)?.textContent).join(' ')
  expect(text).toContain(`${message}中身が空です。`)
  const other = new File(['x'], 'other.jpg', { type: 'image/jpeg' })
  await userEvent.upload(input, other)
  expect(onChoose).toHaveBeenCalledWith(other)
  await userEvent.click(screen.getByRole('button', { name: '身分証明書裏面を取り除く' }))
  expect(onClear).toHaveBeenCalledOnce()
})

test('hints about a picture are shown at an accepted file', async () => {
  await show({ kind: 'ready', file: new File(['x'], 'back.jpg'), hints: ['dark', 'cropped'] })
  screen.getByText(/^画像が暗いようです。/)
  screen.getByText(/^書類の端が切れているようです。/)
  expect(screen.getByLabelText('身分証明書裏面').getAttribute('aria-invalid')).toBeNull()
})

test('only the input of a required type is required', async () => {
  await show({ kind: 'empty' })
  expect(screen.getByLabelText<HTMLInputElement>('身分証明書裏面').required).toBe(false)
  await renderPage(
    <FileSlot type="agreementFile" state={{ kind: 'empty' }} onChoose={() => {}} onClear={() => {}} />,
  )
  expect(screen.getByLabelText<HTMLInputElement>('出演同意書').required).toBe(true)
})

test('a picture can be redacted, and a kind of ID with a part to hide suggests hiding it', async () => {
  const file = new File(['x'], 'back.jpg')
  await show({ kind: 'ready', file }, 'drivers_license')
  screen.getByText('臓器提供の意思の欄が写っているときは、隠してください。')
  // The click loads the code of the dialog.
  await act(async () => screen.getByRole('button', { name: '身分証明書裏面の一部を隠す' }).click())
  await screen.findByRole('dialog', { name: '見せたくない部分を隠す' })
})

test('a PDF cannot be redacted, and a kind of ID without a part to hide suggests nothing', async () => {
  await renderPage(
    <FileSlot
      type="agreementFile"
      state={{ kind: 'ready', file: new File(['x'], 'a.pdf') }}
      onChoose={() => {}}
      onClear={() => {}}
    />,
  )
  expect(screen.queryByRole('button', { name: /隠す/ })).toBeNull()
  await show({ kind: 'ready', file: new File(['x'], 'back.jpg') }, 'residence_card')
  screen.getByRole('button', { name: '身分証明書裏面の一部を隠す' })
  expect(screen.queryByText(/隠してください/)).toBeNull()
})
