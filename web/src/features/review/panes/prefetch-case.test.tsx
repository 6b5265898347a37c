import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { useDocumentBytes } from '../../documents/document-queries.ts'
import { caseQuery, usePrefetchCase } from './prefetch-case.ts'

let requested: string[]

const submitted = (id: string, type: DocumentType, status: 'pending' | 'verified') =>
  ({ id: `${id}-${type}`, performerId: id, type, version: 3, status }) as PerformerDocument // the fields in use

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  requested = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string) => {
    requested.push(path)
    const id = /cases\/(\w+)/.exec(path)?.[1]
    if (!id) return new Response(new Blob(['picture']))
    return Response.json({
      documents: [submitted(id, 'idFront', 'pending'), submitted(id, 'idBack', 'verified')],
    })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const user = userEvent.setup({ advanceTimers: (milliseconds) => vi.advanceTimersByTime(milliseconds) })

/** The case on screen, with the next one. */
function Desk() {
  const [[current, next], open] = useState<(string | undefined)[]>(['p1', 'p2'])
  const queries = useQueryClient()
  const [kept, setKept] = useState(0)
  usePrefetchCase(next)
  return (
    <>
      {current === 'p2' && <Case id="p2" />}
      <button type="button" onClick={() => open(['p2', 'p3'])}>
        次へ
      </button>
      <button type="button" onClick={() => open(['p1', undefined])}>
        終わり
      </button>
      <button
        type="button"
        onClick={() =>
          setKept(
            queries
              .getQueryCache()
              .getAll()
              .filter(({ state }) => state.data).length,
          )
        }
      >
        保持 {kept}
      </button>
    </>
  )
}

function Case({ id }: { id: string }) {
  const { data } = useQuery(caseQuery(id))
  const [doc] = data?.documents ?? []
  return doc ? <Picture doc={doc} /> : <p>なし</p>
}

function Picture({ doc }: { doc: PerformerDocument }) {
  const bytes = useDocumentBytes(doc, 'screen')
  return <p>{bytes.data ? '表示' : 'なし'}</p>
}

const ahead = (id: string) => [
  `/api/review/cases/${id}?prefetch=1`,
  `/api/performers/${id}/documents/idFront?size=screen&version=3&prefetch=1`,
  `/api/performers/${id}/documents/idBack?size=screen&version=3&prefetch=1`,
]

test('the next case and its documents, approved ones too, are fetched as a prefetch, and displayed without another call', async () => {
  await renderPage(<Desk />)
  await vi.waitFor(() => expect(requested).toEqual(ahead('p2')))
  await user.click(screen.getByRole('button', { name: '次へ' }))
  expect(screen.getByText('表示')).toBeDefined()
  await vi.waitFor(() => expect(requested).toEqual([...ahead('p2'), ...ahead('p3')]))
})

test('the prefetched case and documents are dropped when there is no next case', async () => {
  await renderPage(<Desk />)
  await vi.waitFor(() => expect(requested).toEqual(ahead('p2')))
  const kept = () => screen.getByRole('button', { name: /^保持/ })
  await user.click(kept())
  expect(kept().textContent).toBe('保持 3')
  await user.click(screen.getByRole('button', { name: '終わり' }))
  await vi.advanceTimersByTimeAsync(2000)
  await user.click(kept())
  expect(kept().textContent).toBe('保持 0')
})
