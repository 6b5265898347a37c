import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { CompareDialog } from './CompareDialog.tsx'
import { VersionsDialog } from './VersionsDialog.tsx'

const user = userEvent.setup()

const versions = [3, 2, 1].map(
  (version) =>
    ({
      id: `d${version}`,
      performerId: 'p1',
      type: 'idFront',
      version,
      status: version === 3 ? 'pending' : 'rejected',
      mimeType: 'image/jpeg',
      pages: null,
      checks: ['readable'],
      uploaded_at: '2026-11-20T00:00:00Z',
    }) as PerformerDocument, // the fields that the dialog reads
)

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('/versions') ? Response.json(versions) : new Response(new Blob(['picture'])),
  )
})
afterEach(() => vi.unstubAllGlobals())

const show = (version: number) =>
  renderPage(<CompareDialog performerId="p1" type="idFront" version={version} onClose={() => {}} />)
const picture = (version: number) => screen.findByRole('img', { name: `身分証明書表面 第${version}版` })

test('a version lies over the one before it; the arrow keys move the border between them', async () => {
  await show(3)
  expect(await picture(2)).toBeDefined()
  const upper = (await picture(3)).parentElement
  expect(upper?.style.clipPath).toBe('inset(0 0 0 50%)')
  const border = screen.getByRole('slider', { name: '版の境目' })
  fireEvent.keyDown(border, { key: 'ArrowRight' })
  expect(upper?.style.clipPath).toBe('inset(0 0 0 51%)')
  expect(border.getAttribute('aria-valuetext')).toBe('左から51%まで第2版')
  fireEvent.keyDown(border, { key: 'Home' })
  expect(upper?.style.clipPath).toBe('inset(0 0 0 0%)')
})

test('any two versions can be compared, with the watermark above both (D22)', async () => {
  await show(3)
  await user.selectOptions(await screen.findByLabelText('左側の版'), '第1版（差し戻し）')
  expect(await picture(1)).toBeDefined()
  expect(screen.queryByRole('img', { name: '身分証明書表面 第2版' })).toBeNull()
  expect(screen.getAllByText(/^制作 花子 \d{4}\//)[0]).toBeDefined()
})

test('the first version has no version to be compared with', async () => {
  await show(1)
  expect(await screen.findByText('比較できる版がありません。')).toBeDefined()
})

test('the submission history opens the comparison of every version but the first', async () => {
  await renderPage(<VersionsDialog performerId="p1" type="idFront" onView={() => {}} onClose={() => {}} />)
  const compare = await screen.findByRole('button', { name: '第2版を前の版と比較' })
  expect(screen.queryByRole('button', { name: '第1版を前の版と比較' })).toBeNull()
  // The dialog suspends until its code is loaded, and React continues only in an awaited act.
  await act(async () => compare.click())
  expect(await picture(1)).toBeDefined()
})
