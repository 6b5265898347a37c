import type { PublishedContractKeys } from '@kyc/contract/contract-keys.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../testing/render.tsx'
import { VerifyContractPage } from './VerifyContractPage.tsx'
import { ja } from './verify-texts-ja.ts'

const keys: PublishedContractKeys = { certificates: [], logKeys: [] }

beforeEach(() => vi.stubGlobal('isSecureContext', true))
afterEach(() => vi.unstubAllGlobals())

async function open() {
  history.push('/verify-contract')
  await renderPage(<VerifyContractPage />, { path: '/verify-contract' })
}

async function choose() {
  const file = new File(['not a PDF'], 'contract.pdf', { type: 'application/pdf' })
  await userEvent.upload(await screen.findByLabelText('ここにPDFをドロップ、またはファイルを選択'), file)
}

test('a file that is chosen before the keys of the system have arrived is verified with them', async () => {
  const reply = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => reply.promise)
  await open()
  await choose()
  await screen.findByText('確認しています', { exact: false })
  reply.resolve(Response.json(keys))
  await screen.findByText('この契約書は、正しいものと確認できません。')
})

test('keys that could not be loaded are fetched again with the next file', async () => {
  const replies = vi.fn(async () => new Response(null, { status: 500 }))
  vi.stubGlobal('fetch', replies)
  await open()
  await screen.findByText(ja.noKeys)
  replies.mockImplementation(async () => Response.json(keys))
  await choose()
  await screen.findByText('この契約書は、正しいものと確認できません。')
  expect(screen.queryByText(ja.noKeys)).toBeNull()
})

test('a file that is no signed contract is refused, in the language of the page, and is sent nowhere', async () => {
  const calls = vi.fn(async () => Response.json(keys))
  vi.stubGlobal('fetch', calls)
  await open()
  await choose()
  await screen.findByText('この契約書は、正しいものと確認できません。')
  screen.getByText('contract.pdf')
  screen.getByText('締結された契約書のファイルではないか、構造が変更されています。', { exact: false })
  await userEvent.click(screen.getByRole('button', { name: 'English' }))
  await screen.findByText('This contract could not be verified.')
  expect(calls).toHaveBeenCalled()
  for (const [, init] of calls.mock.calls as unknown as [string, RequestInit | undefined][])
    expect(init?.body ?? null).toBeNull()
})
