import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { OtherNamesField } from './OtherNamesField.tsx'
import { otherNamesOf } from './other-names-value.ts'

let value = ''
function Form() {
  const [names, setNames] = useState('')
  value = names
  const field = { id: 'names', label: '別名', hint: undefined, error: undefined, readOnly: false }
  return <OtherNamesField {...field} value={names} onChange={setNames} />
}

test('lines can be added, filled and removed by keyboard, and the focus follows', async () => {
  const user = userEvent.setup()
  await renderPage(<Form />)
  screen.getByRole('button', { name: '別名を追加' }).focus()
  await user.keyboard('{Enter}')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('別名 1の名前')
  await user.keyboard('さくら')
  await user.tab()
  await user.keyboard('20200401')
  await user.click(screen.getByRole('button', { name: '別名を追加' }))
  await user.selectOptions(screen.getByRole('combobox', { name: '別名 2の種類' }), '旧名')
  await user.type(screen.getByRole('textbox', { name: '別名 2の名前' }), '佐藤')
  expect(otherNamesOf(value)).toEqual([
    { kind: 'stage', name: 'さくら', from: '2020-04-01', until: null },
    { kind: 'former', name: '佐藤', from: null, until: null },
  ])
  screen.getByRole('button', { name: '別名 1を削除' }).focus()
  await user.keyboard('{Enter}')
  expect(otherNamesOf(value).map(({ name }) => name)).toEqual(['佐藤'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '別名を追加' }))
  await user.click(screen.getByRole('button', { name: '別名 1を削除' }))
  expect(value).toBe('')
})
