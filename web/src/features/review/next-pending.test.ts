import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { expect, test } from 'vitest'
import { nextPending, withNewest } from './next-pending.ts'

function doc(type: DocumentType, status: PerformerDocument['status'], version = 1): PerformerDocument {
  return { id: `${type} ${version}`, type, status, version } as PerformerDocument // the fields that are used
}

const [agreement, front, selfie] = [
  doc('agreementFile', 'pending'),
  doc('idFront', 'pending'),
  doc('selfie', 'pending'),
]
const all = [agreement, front, selfie]

test('the next pending document follows in order, and after the last one comes the first', () => {
  expect(nextPending(all, all, [front])).toBe(selfie)
  expect(nextPending(all, all, [selfie])).toBe(agreement)
  expect(nextPending(all, all, [front, selfie])).toBe(agreement)
})

test('documents that were decided meanwhile, and the decided one itself, are skipped', () => {
  const current = [doc('agreementFile', 'verified'), front, doc('selfie', 'rejected')]
  expect(nextPending(all, current, [front])).toBeUndefined()
  expect(nextPending(all, [agreement, front, doc('selfie', 'verified')], [front])).toBe(agreement)
})

test('a newer version takes the place of the older one once', () => {
  const newer = doc('idFront', 'pending', 2)
  expect(withNewest(all, newer)).toEqual([agreement, newer, selfie])
  expect(withNewest([agreement, newer], newer)).toEqual([agreement, newer])
})
