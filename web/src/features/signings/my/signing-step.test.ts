import { expect, test } from 'vitest'
import { pageSigning } from '../../../testing/signings.ts'
import { stepOf } from './signing-step.ts'

const at = '2026-11-21T00:00:00.000Z'
const received = { sheetReceivedAt: at }
const read = { ...received, readAt: at }
const signed = { ...read, obstacles: [], signedAt: at }

test.each([
  ['before the sheet was received', {}, 'talk'],
  ['after its receipt', received, 'contract'],
  ['while something stops the signature', { ...read, obstacles: ['waiting'] }, 'wait'],
  ['while a question is open', { ...read, state: 'question', obstacles: ['question'] }, 'wait'],
  ['when nothing stops it', { ...read, obstacles: [] }, 'sign'],
  ['while the copy is made', signed, 'making'],
  ['when it can be downloaded', { ...signed, copyReady: true }, 'copy'],
  ['after its receipt', { ...signed, copyReady: true, copyReceivedAt: at }, 'done'],
  ['after a refusal', { ...read, state: 'refused' }, 'over'],
  ['after it was taken back', { state: 'revoked' }, 'over'],
  ['after its end', { state: 'expired' }, 'over'],
] as const)('%s, the step follows from what the server has stored', (_, part, step) => {
  expect(
    stepOf({ ...pageSigning, ...part, obstacles: [...('obstacles' in part ? part.obstacles : [])] }),
  ).toBe(step)
})
