import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { ImportBar } from './ImportBar.tsx'
import { ImportTable } from './ImportTable.tsx'
import type { CheckedRow, CheckedSheet } from './use-import.ts'

const row = (number: number, result: Partial<CheckedRow['result']> = {}): CheckedRow => ({
  row: number,
  line: { lastName: '見本', firstName: `${number}番`, external_id: `A-${number}` },
  result: { state: 'new', errors: [], differs: [], performerId: null, same: [], ...result },
})
const invalid = row(3, { state: 'invalid', errors: [{ field: 'email', message: '有効なものを。' }] })
const rows = [
  row(2),
  invalid,
  row(4, { state: 'differs', performerId: 'p1', differs: ['nationality'] }),
  row(5, { state: 'existing', performerId: 'p2' }),
  row(6, { same: [{ id: 'p3', name: '見本 花子' }] }),
]

test('each line shows its errors, differences and likely duplicates; the others can be hidden (D80)', async () => {
  await renderPage(<ImportTable rows={rows} />)
  expect(screen.getByText('メールアドレス：有効なものを。')).toBeTruthy()
  expect(screen.getByText(/と違う項目：国籍。登録済みの内容は変わりません。/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '見本 花子' }).getAttribute('href')).toBe('/performers/p3')
  await userEvent.click(screen.getByRole('checkbox', { name: '確認が必要な行だけを表示（3行）' }))
  expect(screen.getAllByRole('row')).toHaveLength(4)
})

const sheet: CheckedSheet = { id: 'i', filename: '名簿.csv', rows, ignored: [], registrationsLeft: 500 }
async function showBar(part: Partial<CheckedSheet>) {
  const start = vi.fn()
  const importing = { start, importing: false, importError: null, sent: 0 }
  await renderPage(<ImportBar sheet={{ ...sheet, ...part }} importing={importing} />)
  return { start, button: screen.getByRole<HTMLButtonElement>('button', { name: /下書きで登録/ }) }
}

test.each([
  ['an error', {}, 'エラーの行を直して'],
  ['no new line', { rows: rows.slice(3, 4) }, '新しく登録する行がありません。'],
  ['more lines than the quota of the day', { rows: [row(2), row(3)], registrationsLeft: 1 }, 'あと1名まで'],
])('a file with %s is not imported, and the bar states why', async (_, part, reason) => {
  const { button } = await showBar(part)
  expect(button.disabled).toBe(true)
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    reason,
  )
})

test('a file without errors is imported', async () => {
  const { button, start } = await showBar({ rows: rows.filter((each) => each !== invalid) })
  expect(button.textContent).toBe('2名を下書きで登録')
  await userEvent.click(button)
  expect(start).toHaveBeenCalledOnce()
})
