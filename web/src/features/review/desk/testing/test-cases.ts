// The desk loads these on demand: importing them here transforms them before the tests.
import '../../rejection/Rejection.tsx'
import '../../ReviewViewer.tsx'
import '../QueueFilter.tsx'
import type { User } from '@kyc/contract/accounts.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { ReviewCase, ReviewClaim } from '@kyc/contract/review.ts'

export const submitted = (type: DocumentType, status: PerformerDocument['status'] = 'pending') =>
  ({
    id: `${type}-1`,
    performerId: 'p1',
    type,
    version: 1,
    status,
    mimeType: 'image/jpeg',
    pages: null,
    ownWork: false,
    resubmission: 0,
    uploaded_at: '2026-11-18T00:12:00Z',
    idKind: null,
    expiresOn: null,
    noExpiry: false,
  }) as PerformerDocument // the fields that the desk reads

export const others: ReviewClaim = { by: '審査 三郎', mine: false, until: '2099-01-01T00:00:00Z' }
export const own: ReviewClaim = { by: '管理 太郎', mine: true, until: '2099-01-01T00:00:00Z' }

export const counts = {
  waiting: 2,
  underThreeDays: 2,
  threeToSixDays: 0,
  sevenDaysOrMore: 0,
  resubmitted: 0,
  mine: 0,
}

export const performer = (id: string) => ({
  id,
  name: id === 'p1' ? '山田 花子' : `出演者 ${id}`,
  lastName: '山田',
  firstName: '花子',
  lastNameRoman: 'YAMADA',
  firstNameRoman: 'HANAKO',
  date_of_birth: null,
  idKind: null,
  otherNames: null,
  nationality: null,
  caseClosed: null,
  organisation: { id: 'o1', name: '東都映像' },
})

export const waiting = (id: string, claim: ReviewClaim | null = null) => ({
  id,
  name: `出演者 ${id}`,
  claim,
  pending: ['selfie' as const],
  pendingSince: '2026-11-18T00:12:00Z',
  resubmitted: false,
})

/** The reviewer of the desk. */
export const admin = { id: 'u1', name: '管理 太郎', role: 'admin' } as User // the fields that components read
export const superadmin = { ...admin, role: 'superadmin' } as User

/** What the server of a test stores of the open case. */
export interface CaseOnServer {
  documents: PerformerDocument[]
  claim: ReviewClaim | null
  notes: { id: string; text: string }[]
}

/** A line of the queue. */
export type Waiting = Pick<ReviewCase, 'id' | 'name' | 'claim' | 'pending' | 'pendingSince' | 'resubmitted'>
