import { expect, test } from 'vitest'
import { percent, secondsLeft, uploadProgress } from './upload-progress.ts'

const files = [
  { key: 'agreementFile', size: 400 },
  { key: 'idFront', size: 3000 },
  { key: 'selfie', size: 1000 },
] as const

test('the byte position shows which files are sent, in progress or waiting', () => {
  const progress = uploadProgress(files, { loaded: 500 + 400 + 1500, total: 500 + 4400 })
  expect(progress.sent).toEqual({ agreementFile: 400, idFront: 1500, selfie: 0 })
  expect(progress).toMatchObject({ done: 1, sentBytes: 1900, totalBytes: 4400 })
})

test('fields and boundaries do not count as bytes of a file', () => {
  expect(uploadProgress(files, { loaded: 200, total: 4900 })).toMatchObject({ sentBytes: 0, done: 0 })
  expect(uploadProgress(files, { loaded: 4900, total: 4900 })).toMatchObject({ sentBytes: 4400, done: 3 })
})

test('the time left is estimated from the speed so far, but not in the first second', () => {
  const progress = uploadProgress(files, { loaded: 2200, total: 4400 })
  expect(secondsLeft(progress, 500)).toBeUndefined()
  expect(secondsLeft(progress, 4000)).toBe(4)
})

test('percentages are integers and reach 100 only at the end', () => {
  expect(percent(999, 1000)).toBe(99)
  expect(percent(1000, 1000)).toBe(100)
  expect(percent(0, 0)).toBe(100)
})
