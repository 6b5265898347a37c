import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { afterEach, beforeEach, vi } from 'vitest'

/** The fields that a decision needs. */
export const selfie = (version: number) =>
  ({
    id: `d${version}`,
    performerId: 'p1',
    type: 'selfie',
    status: 'pending',
    version,
    filename: 'selfie.jpg',
    pages: null,
    idKind: null,
    expiresOn: null,
    noExpiry: false,
    ownWork: false,
    uploaded_at: '2026-11-20T00:00:00.000Z',
    resubmission: 0,
  }) as PerformerDocument
export const performer = {
  id: 'p1',
  version: 4,
  name: '山田 花',
  lastName: '山田',
  date_of_birth: null,
  idKind: null,
  otherNames: null,
  caseClosed: null,
} as Performer // as above
export const front = { ...selfie(1), id: 'f1', type: 'idFront' } as PerformerDocument // as above

interface SentDecision {
  readonly path: string
  readonly ifMatch: string | null
  readonly body: unknown
}

/** The decisions that a test of this file has sent. Every call succeeds. */
export function sentDecisions(): readonly SentDecision[] {
  const sent: SentDecision[] = []
  beforeEach(() => {
    sent.length = 0
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('fetch', async (path: string, { method, headers, body }: RequestInit) => {
      if (method === 'PUT' || path.endsWith('/rejections'))
        sent.push({ path, ifMatch: new Headers(headers).get('If-Match'), body: JSON.parse(String(body)) })
      return Response.json(path.endsWith('/rejections') ? [selfie(1)] : { ...selfie(1), csrfToken: 'token' })
    })
  })
  afterEach(() => vi.unstubAllGlobals())
  return sent
}
