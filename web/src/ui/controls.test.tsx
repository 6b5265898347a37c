import { IconCheck } from '@tabler/icons-react'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { ActionMenu } from './ActionMenu.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { CopyButton } from './CopyButton.tsx'
import './OpenedMenu.tsx'
import { setSingleKeys } from './single-keys.ts'
import { useKey } from './use-key.ts'

afterEach(() => {
  vi.useRealTimers()
  setSingleKeys(true)
})

function Page() {
  const [open, setOpen] = useState(false)
  const onSelect = () => setOpen(true)
  return (
    <main>
      <ActionMenu
        label="操作"
        title="操作"
        actions={[
          { label: '削除', icon: IconCheck, onSelect },
          { label: '変更できません', icon: IconCheck, onSelect, disabled: true },
        ]}
      />
      {open && (
        <ConfirmDialog title="削除" confirm="削除" onClose={() => setOpen(false)} onConfirm={() => {}}>
          削除しますか？
        </ConfirmDialog>
      )}
    </main>
  )
}

test('a menu opens with the first click; a dialog that it opens returns the focus to its button', async () => {
  const user = userEvent.setup()
  await renderPage(<Page />)
  // The code of the menu loads with the first click.
  await act(() => user.click(screen.getByRole('button', { name: '操作' })))
  await user.click(await screen.findByRole('menuitem', { name: '削除' }))
  const cancel = await screen.findByRole('button', { name: 'キャンセル' })
  await waitFor(() => expect(document.activeElement).toBe(cancel))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '操作' })))
})

test('a disabled action of a menu can be reached and does nothing', async () => {
  const user = userEvent.setup()
  await renderPage(<Page />)
  // The code of the menu loads with the first click.
  await act(() => user.click(screen.getByRole('button', { name: '操作' })))
  const item = await screen.findByRole('menuitem', { name: '変更できません' })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  await user.click(item)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the copy button shows the outcome for some seconds only', async () => {
  const user = userEvent.setup()
  await renderPage(<CopyButton value="秘密" />)
  await user.click(screen.getByRole('button', { name: 'コピー' }))
  await screen.findByText('コピーしました')
  await act(() => new Promise((resolve) => setTimeout(resolve, 3100)))
  expect(screen.queryByText('コピーしました')).toBeNull()
  expect(await navigator.clipboard.readText()).toBe('秘密')
})

function Keyed({ onKey }: { onKey: () => void }) {
  useKey('?', onKey)
  return null
}

test('shortcuts of one character do nothing after they were switched off', async () => {
  const user = userEvent.setup()
  const onKey = vi.fn()
  await renderPage(<Keyed onKey={onKey} />)
  await user.keyboard('?')
  setSingleKeys(false)
  await user.keyboard('?')
  expect(onKey).toHaveBeenCalledTimes(1)
})
