import type { AuditEntry } from '@kyc/contract/audit.ts'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ActionLabel } from './action-icons.tsx'
import { entryTitle, resourceHref, resourceText } from './entry-text.ts'

const entry: AuditEntry = {
  id: '0198c5a0-0000-7000-8000-000000000001',
  createdAt: '2026-11-20T05:05:09.000Z',
  userId: null,
  user: null,
  action: 'update',
  resourceType: 'video',
  resourceId: '0198c5a0-0000-7000-8000-000000000002',
  resourceName: null,
  performerId: null,
  ipAddress: null,
  details: {},
  unreadable: false,
}

test('the entry of a video links to the video, that of a performer or document to the performer', () => {
  const performerId = '0198c5a0-0000-7000-8000-000000000003'
  expect(resourceHref(entry)).toBe(`/videos/${entry.resourceId}`)
  expect(resourceHref({ ...entry, performerId })).toBe(`/videos/${entry.resourceId}`)
  const document = { ...entry, resourceType: 'document', resourceId: `${performerId}/idFront` } as const
  expect(resourceHref({ ...document, performerId })).toBe(`/performers/${performerId}`)
  expect(resourceHref(document)).toBeUndefined()
  expect(resourceHref({ ...entry, resourceType: 'user' })).toBeUndefined()
})

test('the entries of a deleted performer link to its sealed record, for superadmins only (D17)', () => {
  const deleted = { ...entry, resourceType: 'performer' } as const
  expect(resourceHref(deleted, true)).toBe(`/sealed/${entry.resourceId}`)
  expect(resourceHref(deleted)).toBeUndefined()
})

test('an action or resource type that a newer release has added is shown by its identifier', () => {
  const newer = { ...entry, action: 'withdraw' as 'update', resourceType: 'contract' as 'video' }
  expect(resourceText(newer).kind).toBe('contract')
  expect(entryTitle(newer.action, newer.resourceType)).toBe('contractのwithdraw')
  const { container } = render(<ActionLabel action={newer.action} />)
  expect(container.textContent).toBe('withdraw')
})
