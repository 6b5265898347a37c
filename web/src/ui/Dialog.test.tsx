import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../testing/render.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog, DialogCancel } from './Dialog.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'

const user = userEvent.setup()

/** Length of the history before the test. */
let entries = 0

beforeEach(async () => {
  await visit('/before')
  await visit('/')
  entries = window.history.length
})

function Page() {
  const [open, setOpen] = useState(false)
  const [nested, setNested] = useState(false)
  const [text, setText] = useState('')
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        開く
      </button>
      {open && (
        <Dialog
          title="編集"
          unsaved={text !== ''}
          onClose={() => setOpen(false)}
          footer={
            <>
              <DialogCancel />
              <button type="button" onClick={() => setOpen(false)}>
                保存
              </button>
            </>
          }
        >
          <input aria-label="氏名" value={text} onChange={(event) => setText(event.currentTarget.value)} />
          <button type="button" onClick={() => setNested(true)}>
            確認
          </button>
          <button type="button" onClick={() => history.push('/other')}>
            移動
          </button>
        </Dialog>
      )}
      {nested && (
        <ConfirmDialog title="確認" confirm="実行" onClose={() => setNested(false)} onConfirm={() => {}}>
          実行しますか？
        </ConfirmDialog>
      )}
    </main>
  )
}

function PageWithInput({ content }: { content: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <main>
      <input aria-label="住所" />
      <button type="button" onClick={() => setOpen(true)}>
        開く
      </button>
      {open && (
        <Dialog title="書類の確認" onClose={() => setOpen(false)}>
          {content}
        </Dialog>
      )}
    </main>
  )
}

const dialog = (name: string) => screen.queryByRole('dialog', { name })

test('a dialog adds no second banner to the page', async () => {
  await renderPage(<Page />)
  await user.click(screen.getByRole('button', { name: '開く' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('編集')
  expect(dialog.querySelector('header')).toBeNull()
})

test('browser back closes the topmost dialog and focuses its opener, then leaves the page', async () => {
  await renderPage(<Page />)
  await user.click(screen.getByText('開く'))
  await user.click(screen.getByText('確認'))
  await settled()
  await back()
  expect(dialog('確認')).toBeNull()
  expect(dialog('編集')).not.toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('確認')))
  await back()
  expect(dialog('編集')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('開く')))
  await back()
  expect(history.location.pathname).toBe('/before')
})

test('back passes over the history entry of dialogs that were closed in another way', async () => {
  await renderPage(<Page />)
  for (let times = 0; times < 2; times += 1) {
    await user.click(screen.getByText('開く'))
    await settled()
    await user.click(screen.getByText('保存'))
    await settled()
  }
  expect(window.history.length, 'all dialogs share one entry').toBe(entries + 1)
  await back()
  expect(history.location.pathname).toBe('/before')
})

test('back from the page that a dialog opened leads to the page of the dialog, and then before it', async () => {
  await renderPage(<Page />)
  await user.click(screen.getByText('開く'))
  await settled()
  await user.click(screen.getByText('移動'))
  await settled()
  expect(history.location.pathname).toBe('/other')
  await back()
  expect(history.location.pathname).toBe('/')
  expect(screen.queryByRole('dialog')).toBeNull()
  await back()
  expect(history.location.pathname).toBe('/before')
})

test('a page that replaces the page of a dialog replaces both entries', async () => {
  await renderPage(<Page />)
  await user.click(screen.getByText('開く'))
  await settled()
  history.replace('/other')
  await settled()
  expect(history.location.pathname).toBe('/other')
  await back()
  expect(history.location.pathname).toBe('/before')
})

test('Esc closes only the topmost dialog', async () => {
  await renderPage(<Page />)
  await user.click(screen.getByText('開く'))
  await user.click(screen.getByText('確認'))
  await settled()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(dialog('確認')).toBeNull())
  expect(dialog('編集')).not.toBeNull()
})

const ways: [string, () => Promise<unknown>][] = [
  ['×', () => user.click(screen.getByRole('button', { name: '閉じる' }))],
  ['Esc', () => user.keyboard('{Escape}')],
  ['a click outside', () => user.click(overlay())],
  ['キャンセル', () => user.click(screen.getByRole('button', { name: 'キャンセル' }))],
  ['browser back', () => back()],
]

test.each(ways)('%s asks before it discards input', async (_name, close) => {
  await renderPage(<Page />)
  await user.click(screen.getByText('開く'))
  await user.type(screen.getByLabelText('氏名'), '山田')
  await settled()
  await close()
  await user.click(await screen.findByRole('button', { name: '編集を続ける' }))
  await settled()
  expect(screen.getByLabelText('氏名')).toHaveProperty('value', '山田')
  await close()
  await user.click(await screen.findByRole('button', { name: '破棄する' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await settled()
  await back()
  expect(history.location.pathname).toBe('/before')
})

test.each(ways)('%s closes a dialog without input at once', async (_name, close) => {
  await renderPage(<Page />)
  await user.click(screen.getByText('開く'))
  await settled()
  await close()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a dialog whose content throws shows a message and does not remove the page or its input', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {}) // React logs each error that a boundary catches
  let broken = true
  const Content = () => {
    if (broken) throw new Error('a fault of the content')
    return '書類'
  }
  await renderPage(<PageWithInput content={<Content />} />)
  await user.type(screen.getByLabelText('住所'), '東京都')
  await user.click(screen.getByText('開く'))
  expect((await screen.findByRole('alert')).textContent).toContain('画面の一部を表示できませんでした')
  expect(screen.getByLabelText('住所')).toHaveProperty('value', '東京都')
  broken = false
  await user.click(screen.getByRole('button', { name: '再試行' }))
  expect(screen.getByText('書類')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '閉じる' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('住所')).toHaveProperty('value', '東京都')
})

test('a page with unsaved work asks before browser back leaves it, and back closes the question', async () => {
  await renderPage(
    <LeaveGuard title="入力内容の破棄" cancel="入力に戻る" losesWork={() => true}>
      失われます。
    </LeaveGuard>,
  )
  await back()
  await screen.findByRole('dialog', { name: '入力内容の破棄' })
  await settled()
  await back()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(history.location.pathname).toBe('/')
  await back()
  await user.click(await screen.findByRole('button', { name: '破棄して移動' }))
  await settled()
  expect(history.location.pathname).toBe('/before')
})

test('a page with unsaved work opens a link after the confirmation, with one history entry', async () => {
  await renderPage(
    <LeaveGuard title="入力内容の破棄" cancel="入力に戻る" losesWork={() => true}>
      失われます。
    </LeaveGuard>,
  )
  history.push('/other')
  await user.click(await screen.findByRole('button', { name: '破棄して移動' }))
  await settled()
  expect(history.location.pathname).toBe('/other')
  await back()
  expect(history.location.pathname).toBe('/')
})

async function visit(path: string): Promise<void> {
  history.push(path)
  await settled()
}

function overlay(): Element {
  const element = document.querySelector('.mantine-Modal-overlay')
  if (!element) throw new Error('no overlay')
  return element
}

/** Traversals and their events are asynchronous. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 60))
}

async function back(): Promise<void> {
  window.history.back()
  await settled()
}
