import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { ImportBar } from './ImportBar.tsx'
import { ImportTable } from './ImportTable.tsx'
import { ageText, errorTexts } from './left-lines.ts'
import type { CheckedRow, CheckedSheet } from './use-import.ts'

const row = (number: number, result: Partial<CheckedRow['result']> = {}): CheckedRow => ({
  row: number,
  line: { lastName: '見本', firstName: `${number}番`, external_id: `A-${number}` },
  result: { state: 'new', errors: [], differs: [], performerId: null, same: [], ...result },
})
const invalid = row(3, { state: 'invalid', errors: [{ field: 'email', message: '有効なものを。' }] })
const none: ReadonlySet<number> = new Set()
const rows = [
  row(2),
  invalid,
  row(4, { state: 'differs', performerId: 'p1', differs: ['nationality'] }),
  row(5, { state: 'existing', performerId: 'p2' }),
  row(6, { same: [{ id: 'p3', name: '見本 花子' }] }),
]

test('each line shows its errors, differences and likely duplicates; lines without any can be hidden (D80)', async () => {
  const onTake = vi.fn()
  await renderPage(<ImportTable rows={rows} taken={none} registered={new Set([2])} onTake={onTake} />)
  expect(screen.getByText('メールアドレス：有効なものを。')).toBeTruthy()
  expect(screen.getByText('登録しました')).toBeTruthy()
  // A likely duplicate is registered only on request.
  expect(screen.getByText('登録しません')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: '別の方として登録する' }))
  expect(onTake).toHaveBeenCalledWith(6, true)
  expect(screen.getByText(/と違う項目：国籍。登録済みの内容は変わりません。/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '見本 花子' }).getAttribute('href')).toBe('/performers/p3')
  await userEvent.click(screen.getByRole('checkbox', { name: '確認が必要な行だけを表示（3行）' }))
  expect(screen.getAllByRole('row')).toHaveLength(4)
})

const sheet: CheckedSheet = { id: 'i', filename: '名簿.csv', rows, ignored: [], registrationsLeft: 500 }
async function showBar(part: Partial<CheckedSheet>) {
  const start = vi.fn()
  const importing = { start, taken: new Set([6]), importing: false, importError: null, sent: 0 }
  await renderPage(<ImportBar sheet={{ ...sheet, ...part }} importing={importing} />)
  return { start, button: screen.getByRole<HTMLButtonElement>('button', { name: /下書きで登録/ }) }
}

test.each([
  ['errors only', { rows: [invalid] }, '新しく登録する行がありません。'],
  ['no new line', { rows: rows.slice(3, 4) }, '新しく登録する行がありません。'],
  ['more lines than the quota of the day', { rows: [row(2), row(3)], registrationsLeft: 1 }, 'あと1名まで'],
])('a file with %s is not imported, and the bar states why', async (_, part, reason) => {
  const { button } = await showBar(part)
  expect(button.disabled).toBe(true)
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    reason,
  )
})

test('the valid lines of a file can be imported even if other lines are invalid', async () => {
  const { button, start } = await showBar({})
  expect(button.textContent).toBe('2名を下書きで登録')
  await userEvent.click(button)
  expect(start).toHaveBeenCalledOnce()
})

test('errors name field and value, or list the accepted kinds of ID; a remark states an age under 20', () => {
  const year = new Date().getFullYear()
  const errors = [{ field: 'idKind' as const, message: '身分証の種類を選択してください。' }]
  const refused = row(7, { state: 'invalid', errors })
  expect(errorTexts({ ...refused, line: { idKind: '健康保険証' } })[0]).toMatch(
    /^「健康保険証」は使えません。運転免許証、.*のどれかを入力してください。$/,
  )
  expect(errorTexts({ ...invalid, line: { email: 'a@' } })).toEqual(['メールアドレス「a@」：有効なものを。'])
  const nameless = row(9, { errors: [{ field: 'lastName', message: '姓を入力してください。' }] })
  expect(errorTexts({ ...nameless, line: {} })).toEqual(['姓を入力してください。'])
  const born = (age: number) => ageText({ ...row(8), line: { date_of_birth: `${year - age - 1}-01-01` } })
  expect(born(12)).toMatch(/^満1[23]歳：18歳未満の方は承認できません。$/)
  expect(born(18)).toBe('満19歳です。')
  expect(born(30)).toBeUndefined()
})
