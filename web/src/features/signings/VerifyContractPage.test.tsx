import type { PublishedContractKeys } from '@kyc/contract/contract-keys.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryKey } from '../../api/queries.ts'
import { history, renderPage } from '../../testing/render.tsx'
import { VerifyContractPage } from './VerifyContractPage.tsx'

const keys: PublishedContractKeys = { certificates: [], logKeys: [] }

afterEach(() => vi.unstubAllGlobals())

async function open(address: string) {
  history.push(address)
  await renderPage(<VerifyContractPage />, {
    path: '/verify-contract',
    fetched: [[queryKey('contractKeys.get'), keys]],
  })
}

test('a file that is no signed contract is refused, in the language of the page, and is sent nowhere', async () => {
  const calls = vi.fn(async () => Response.json(keys))
  vi.stubGlobal('fetch', calls)
  await open('/verify-contract')
  const file = new File(['not a PDF'], 'contract.pdf', { type: 'application/pdf' })
  await userEvent.upload(await screen.findByLabelText('ここにPDFをドロップ、またはファイルを選択'), file)
  await screen.findByText('この契約書は、正しいものと確認できません。')
  screen.getByText('contract.pdf')
  screen.getByText('締結された契約書のファイルではないか、構造が変更されています。', { exact: false })
  await userEvent.click(screen.getByRole('button', { name: 'English' }))
  await screen.findByText('This contract could not be verified.')
  for (const [, init] of calls.mock.calls as unknown as [string, RequestInit | undefined][])
    expect(init?.body).toBeUndefined()
})
