import { type Hint, listHints } from '@kyc/contract/hints.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keyOf } from '../../api/queries.ts'
import { renderPage } from '../../testing/render.tsx'
import { PerformerHints } from './PerformerHints.tsx'

const show = (hints: readonly Hint[]) =>
  renderPage(<PerformerHints performerId="p1" />, {
    fetched: [[keyOf(listHints, { params: { id: 'p1' } }), hints]],
  })

test('hints link to records of the own organisation, and never name those of others (D65)', async () => {
  await show([
    { kind: 'similar_picture', documentType: 'selfie', performer: { id: 'p2', name: '見本 花子' } },
    { kind: 'same_person', documentType: null, performer: null },
  ])
  expect(screen.getByText('他の登録と一致の可能性（2件）')).toBeDefined()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'よく似た画像が提出されています（本人写真）：見本 花子',
    '氏名と生年月日が同じです：別の組織の登録',
  ])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/performers/p2'])
})

test('many records that share a file take one line', async () => {
  const names = ['一子', '二子', '三子', '四子', '五子']
  await show(
    names.map((name) => ({
      kind: 'same_file',
      documentType: 'agreementFile',
      performer: { id: name, name },
    })),
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '同じファイルが提出されています（出演同意書）：一子、二子、三子 ほか2件',
  ])
})

test('without hints nothing is shown', async () => {
  await show([])
  expect(screen.queryByText(/他の登録と一致の可能性/)).toBeNull()
})
