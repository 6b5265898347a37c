import { render, screen } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

// Replaces pdf.js, which needs a worker of the browser.
const { workers, loading } = vi.hoisted(() => ({ workers: { started: 0, running: 0 }, loading: vi.fn() }))
vi.mock('pdfjs-dist', () => ({
  GlobalWorkerOptions: {},
  VerbosityLevel: {},
  PDFWorker: class {
    constructor() {
      workers.started += 1
      workers.running += 1
    }
    destroy() {
      workers.running -= 1
    }
  },
  getDocument: () => ({ promise: loading() }),
}))

// Test files of one worker share modules. Resets them, since other files load them with the real pdf.js.
vi.resetModules()
const { usePdf } = await import('./pdf-document.ts')
await import('./open-pdf.ts') // loaded on first use
afterAll(() => vi.resetModules())

beforeEach(() => {
  workers.started = 0
  loading.mockImplementation(async () => ({ loadingTask: { destroy: async () => {} } }))
})

function Pdf({ blob }: { blob: Blob }) {
  return <p>{usePdf(blob).kind}</p>
}

const [first, second] = [new Blob(['1']), new Blob(['2'])]

test('documents that are open at a time share one worker, which ends with the last of them', async () => {
  const { rerender, unmount } = render([<Pdf key={1} blob={first} />, <Pdf key={2} blob={second} />])
  await vi.waitFor(() => expect(screen.getAllByText('ready')).toHaveLength(2))
  expect(workers.started).toBe(1)
  rerender([<Pdf key={1} blob={first} />])
  await vi.waitFor(() => expect(screen.getAllByText('ready')).toHaveLength(1))
  expect(workers.running).toBe(1)
  unmount()
  await vi.waitFor(() => expect(workers.running).toBe(0))
})

test('a document that cannot be opened leaves no worker behind', async () => {
  loading.mockRejectedValue(new Error('no PDF'))
  const { unmount } = render(<Pdf blob={first} />)
  await screen.findByText('failed')
  expect(workers.running).toBe(0)
  unmount()
})
