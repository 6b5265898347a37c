import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
// The panes load this dialog on demand: importing it here transforms it before the tests.
import '../../documents/viewer/CompareDialog.tsx'
import { TestReview } from '../testing/TestReview.tsx'
import { CasePanes } from './CasePanes.tsx'

const user = userEvent.setup()

const document = (type: DocumentType, version = 1) =>
  ({
    id: `${type}-${version}`,
    performerId: 'p1',
    type,
    version,
    status: 'pending',
    mimeType: 'image/jpeg',
    pages: null,
  }) as PerformerDocument // the fields that the panes read
const documents = [document('idFront', 2), document('idBack'), document('selfie'), document('selfieWithId')]

let requested: string[]

beforeEach(() => {
  requested = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string) => {
    requested.push(path)
    if (path.endsWith('/versions')) return Response.json([document('idFront', 2), document('idFront', 1)])
    return new Response(new Blob(['picture'], { type: 'image/jpeg' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const performer = { id: 'p1', name: '山田 花子' } as Performer // the fields that the panes read

function Desk() {
  return (
    <TestReview performer={performer} documents={documents}>
      {({ state }) => (
        <>
          <CasePanes aside={<p>経緯</p>} />
          <output>{[...state.displayed].join(' ')}</output>
        </>
      )}
    </TestReview>
  )
}

const pane = (name: string) => within(screen.getByRole('region', { name }))
const picture = (name: string) => pane(name).findByRole('img', { name })
const press = async (name: string, tool: string) =>
  user.click(within(pane(name).getByRole('toolbar')).getByRole('button', { name: tool }))

test('every document of the case is displayed with its number, its state and the watermark (D21, D22)', async () => {
  await renderPage(<Desk />)
  for (const [number, name] of [
    [1, '身分証明書表面'],
    [2, '本人写真'],
    [3, '身分証明書を持った本人写真'],
    [4, '身分証明書裏面'],
  ]) {
    const shown = pane(String(name))
    fireEvent.load(await picture(String(name)))
    expect(shown.getByRole('button', { name: `${number} ${name}` })).toBeDefined()
    expect(shown.getByText('審査中')).toBeDefined()
    expect(shown.getAllByText(/^制作 花子 \d{4}\//)[0]).toBeDefined()
  }
  expect(screen.getByText('経緯')).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('idFront-2 selfie-1 selfieWithId-1 idBack-1')
  expect(requested.filter((path) => path.includes('size=screen'))).toHaveLength(4)
})

test('a strip that is selected becomes the large document, with its tools', async () => {
  await renderPage(<Desk />)
  expect(pane('身分証明書裏面').queryByRole('toolbar')).toBeNull()
  await user.click(screen.getByRole('button', { name: '4 身分証明書裏面' }))
  expect(pane('身分証明書裏面').getByRole('toolbar')).toBeDefined()
  expect(pane('身分証明書表面').queryByRole('toolbar')).toBeNull()
})

test('the tools act on their own document, and the zoom on portrait and ID once both are joined', async () => {
  await renderPage(<Desk />)
  const [idFront, selfie] = [await picture('身分証明書表面'), await picture('本人写真')]
  await press('身分証明書表面', 'コントラスト（100%）')
  await user.click(screen.getByRole('button', { name: '2 本人写真' }))
  await press('本人写真', '右へ回転')
  await press('本人写真', '明るさ（100%）')
  expect([selfie.style.rotate, selfie.style.filter]).toEqual(['90deg', 'brightness(1.25)'])
  expect([idFront.style.rotate, idFront.style.filter]).toEqual(['0deg', 'contrast(1.5)'])
  await press('身分証明書表面', '拡大')
  expect(pane('本人写真').getByText('100%')).toBeDefined()
  await press('本人写真', '拡大と位置を連動')
  await press('身分証明書表面', '拡大')
  expect(pane('本人写真').getByText('125%')).toBeDefined()
})

test('the magnifier enlarges the picture with its watermark, from the full rendition', async () => {
  await renderPage(<Desk />)
  await picture('身分証明書表面')
  const { length: before } = pane('身分証明書表面').getAllByText(/^制作 花子 \d{4}\//)
  await press('身分証明書表面', '拡大鏡')
  expect(pane('身分証明書表面').getAllByText(/^制作 花子 \d{4}\//)).toHaveLength(before * 2)
  await user.keyboard('{ArrowRight}{ArrowUp}')
  const lens = (await picture('身分証明書表面')).parentElement?.lastElementChild as HTMLElement // of this picture
  expect([lens.style.left, lens.style.top]).toEqual(['54%', '46%'])
  await vi.waitFor(() =>
    expect(requested).toContain('/api/performers/p1/documents/idFront?size=full&version=2'),
  )
})

test('in a narrow window a document loads when its tab is selected, and stays (D21)', async () => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: true }))
  await renderPage(<Desk />)
  fireEvent.load(await picture('身分証明書表面'))
  expect(requested).toEqual(['/api/performers/p1/documents/idFront?size=screen&version=2'])
  await user.click(screen.getByRole('button', { name: '2 本人写真' }))
  expect(await picture('本人写真')).toBeDefined()
  expect(await picture('身分証明書表面')).toBeDefined()
  expect(requested).toHaveLength(2)
})

test('a resubmitted document has a tool that compares it with its version before', async () => {
  await renderPage(<Desk />)
  const tool = (name: string) => pane(name).queryByRole('button', { name: '前の版と比較' })
  // The dialog suspends on its code, which React continues only in an awaited act.
  await act(async () => tool('身分証明書表面')?.click())
  expect(await screen.findByRole('dialog', { name: '身分証明書表面の版を比較' })).toBeDefined()
  expect(tool('本人写真')).toBeNull()
})
