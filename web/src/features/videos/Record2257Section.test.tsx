import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Record2257Section } from './Record2257Section.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the producer is saved with the version that was edited, not with that of a live update', async () => {
  const producer = { name: 'Sample Films', address: '1-2-3 Shibuya, Tokyo' }
  let record = { producer, custodian: null, producedOn: [], version: 1 }
  const sent: unknown[] = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path.includes('/auth/')) return Response.json({ csrfToken: 'token' })
    if (method !== 'GET') sent.push(JSON.parse(String(body)))
    return Response.json(record)
  })
  let queries: QueryClient | undefined
  const Page = () => {
    queries = useQueryClient()
    return <Record2257Section video={{ id: 'v1', organisation: { id: 'o1' } }} />
  }
  await renderPage(<Page />)
  await userEvent.click(await screen.findByRole('button', { name: '一次制作者を変更' }))
  await userEvent.type(await screen.findByRole('textbox', { name: '名称' }), ' Inc.')
  record = { ...record, producer: { ...producer, address: '9-9-9 Ginza, Tokyo' }, version: 2 }
  await act(async () => queries?.invalidateQueries())
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent).toEqual([{ ...producer, name: 'Sample Films Inc.', version: 1 }]))
})
