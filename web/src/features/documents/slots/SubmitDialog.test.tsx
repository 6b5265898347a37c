import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { problems } from '@kyc/contract/problems.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { SubmitDialog } from './SubmitDialog.tsx'

const user = userEvent.setup()

interface Sent {
  readonly path: string
  readonly key: string | undefined
}
const sent: Sent[] = []
/** The replies of the server, in order; then every upload succeeds. */
let replies: (object | undefined)[] = []

/** An XMLHttpRequest that sends at once and receives the next reply. */
class Xhr extends EventTarget {
  readonly upload = new EventTarget()
  readonly #headers: Record<string, string> = {}
  #path = ''
  status = 0
  response: Blob | undefined
  open(_: string, path: string) {
    this.#path = path
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name.toLowerCase()] = value
  }
  getResponseHeader() {
    return 'application/json'
  }
  abort() {}
  send() {
    sent.push({ path: this.#path.split('/').at(-1) ?? '', key: this.#headers['idempotency-key'] })
    const problem = replies.shift()
    this.status = problem ? 409 : 200
    this.response = new Blob([JSON.stringify(problem ?? {})], { type: 'application/json' })
    queueMicrotask(() => {
      for (const name of ['load', 'loadend']) this.dispatchEvent(new Event(name))
    })
  }
}

beforeEach(() => {
  sent.length = 0
  replies = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async () => Response.json({ csrfToken: 'token' }))
  vi.stubGlobal('XMLHttpRequest', Xhr)
  // This environment has no workers. Each one fails here: pictures get no hints, and the server reads codes.
  const Worker = class extends EventTarget {
    postMessage() {
      queueMicrotask(() => this.dispatchEvent(new Event('error')))
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', Worker)
})
afterEach(() => vi.unstubAllGlobals())

const rejected = (type: DocumentType) => ({
  type,
  current: {
    status: 'rejected',
    rejection: { codes: ['glare'], message: `${type}の直し方` },
  } as PerformerDocument, // the fields that the dialog reads
})
const problem = (code: 'CASE_CLOSED' | 'FILE_TYPE_UNSUPPORTED', field: string | null) => ({
  ...problems[code],
  type: '',
  code,
  field,
  errors: [],
  requestId: 'r1',
})

async function show(types: readonly DocumentType[]) {
  const onClose = vi.fn<() => void>()
  await renderPage(
    <SubmitDialog performerId="p1" slots={types.map(rejected)} idKind={null} onClose={onClose} />,
  )
  return onClose
}
const choose = async (label: string) => {
  const jpeg = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], `${label}.jpg`, { type: 'image/jpeg' })
  await user.upload(await screen.findByLabelText<HTMLInputElement>(label), jpeg)
  await screen.findByText(`${label}.jpg`)
}
const send = () => user.click(screen.getByRole('button', { name: '送信' }))

test('the dialog shows only rejected slots, with their reasons, and sends the chosen files one after the other', async () => {
  const onClose = await show(['idFront', 'selfie', 'selfieWithId'])
  const dialog = await screen.findByRole('dialog', { name: '差し戻された書類の再提出' })
  expect(within(dialog).getAllByText(/の直し方/)).toHaveLength(3)
  expect(screen.queryByLabelText('出演同意書')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '送信' }).disabled).toBe(true)
  await choose('身分証明書表面')
  await choose('本人写真')
  screen.getByText('2件を送信します')
  await send()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.map(({ path }) => path)).toEqual(['idFront', 'selfie'])
})

test('after a failure the sent files are not sent again, and the others stay chosen', async () => {
  const onClose = await show(['idFront', 'selfie', 'selfieWithId'])
  for (const label of ['身分証明書表面', '本人写真', '身分証明書を持った本人写真']) await choose(label)
  replies = [undefined, problem('CASE_CLOSED', null)]
  await send()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('本人写真')
  expect(alert.textContent).toContain(problems.CASE_CLOSED.title)
  screen.getByText('送信済み')
  expect(onClose).not.toHaveBeenCalled()
  await send()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.map(({ path }) => path)).toEqual(['idFront', 'selfie', 'selfie', 'selfieWithId'])
  // The same file has the same key (D20).
  expect(sent[1]?.key).toBe(sent[2]?.key)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
})

test('a refused file is shown at its slot, and the next ones are sent', async () => {
  const onClose = await show(['idFront', 'selfie'])
  for (const label of ['身分証明書表面', '本人写真']) await choose(label)
  replies = [problem('FILE_TYPE_UNSUPPORTED', 'file')]
  await send()
  await screen.findByText('送信済み')
  await screen.findByText('選び直してください')
  expect(onClose).not.toHaveBeenCalled()
  expect(sent.map(({ path }) => path)).toEqual(['idFront', 'selfie'])
})

test('the title of the dialog names the document if there is only one', async () => {
  await show(['selfie'])
  await screen.findByRole('dialog', { name: '本人写真の再提出' })
})
