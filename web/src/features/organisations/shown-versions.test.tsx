import type { Organisation } from '@kyc/contract/organisation-members.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../testing/render.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import { CustodianSection } from './CustodianSection.tsx'
import { useOrganisationRecord } from './organisation-queries.ts'
import { SigningSection } from './SigningSection.tsx'

// Dialogs that another account overtakes: the live update has shown its change, the dialog keeps what it showed.

const custodian = { name: 'Hanako Yamada', title: 'Manager', address: '1-2-3 Shibuya, Tokyo' }
let organisation: Organisation
let stored: { custodian: typeof custodian; version: number }
let sent: unknown[]
let queries: QueryClient

beforeEach(() => {
  sent = []
  history.replace('/')
  stored = { custodian, version: 1 }
  organisation = {
    id: 'o1',
    name: '東都映像',
    kind: 'producer',
    disabledReason: null,
    createdAt: '2026-11-20T05:05:00Z',
    legalName: '株式会社東都映像',
    contact: '03-0000-0000',
    signingWaitDays: 1,
    approvedAt: null,
    cancelledOn: null,
    version: 4,
    members: [],
    invitations: [],
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path.includes('/auth/')) return Response.json({ csrfToken: 'token' })
    if (method !== 'GET') sent.push(JSON.parse(String(body)))
    return Response.json(path.endsWith('/custodian') ? stored : organisation)
  })
})
afterEach(() => vi.unstubAllGlobals())

async function show(content: ReactNode) {
  const Page = () => {
    queries = useQueryClient()
    return content
  }
  await renderPage(<Page />)
}

const refused = { disabled: false, 'aria-describedby': undefined }
const liveUpdate = () => act(() => queries.invalidateQueries())
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('the names that an admin has read are approved, or none', async () => {
  await show(<ApproveDialog organisation={organisation} onClose={() => {}} />)
  await screen.findByText('株式会社東都映像')
  organisation = { ...organisation, legalName: '株式会社別会社', version: 5 }
  await liveUpdate()
  expect(screen.getByText('株式会社東都映像')).toBeTruthy()
  await press('承認する')
  await waitFor(() => expect(sent).toEqual([{ version: 4 }]))
})

test('the custodian is saved with the version that was edited', async () => {
  await show(<CustodianSection organisation={organisation} refused={refused} />)
  await press('2257の記録保管者を変更')
  await userEvent.type(await screen.findByRole('textbox', { name: '役職' }), ' B')
  stored = { custodian: { ...custodian, address: '9-9-9 Ginza, Tokyo' }, version: 2 }
  await liveUpdate()
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent).toEqual([{ ...custodian, title: 'Manager B', version: 1 }]))
})

test('the waiting days are saved with the version that was edited', async () => {
  const Section = () => {
    const { data } = useOrganisationRecord('o1')
    return data && <SigningSection organisation={data} refused={refused} />
  }
  await show(<Section />)
  await press('署名までの待ち日数を変更')
  await userEvent.type(await screen.findByRole('textbox', { name: '署名までの待ち日数' }), '0')
  organisation = { ...organisation, signingWaitDays: 5, version: 5 }
  await liveUpdate()
  await press('保存')
  await waitFor(() => expect(sent).toEqual([{ signingWaitDays: 10, version: 4 }]))
})
