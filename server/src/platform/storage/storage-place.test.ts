import { expect, it } from 'vitest'
import { Environment } from '../settings/environment.ts'
import { overlap, readPlace } from './storage-place.ts'

it('reads a folder or a bucket', () => {
  const placeOf = (STORAGE_URL?: string) =>
    readPlace(new Environment({ STORAGE_URL }), 'STORAGE_URL', '/data')
  expect(placeOf()).toEqual({ kind: 'folder', path: '/data' })
  expect(placeOf('/srv/kyc')).toEqual({ kind: 'folder', path: '/srv/kyc' })
  expect(placeOf('s3://sample-bucket/kyc?region=ap-northeast-1')).toEqual({
    kind: 'bucket',
    bucket: 'sample-bucket',
    prefix: 'kyc/',
    region: 'ap-northeast-1',
  })
})

it.each(['gs://bucket/files', 's3://B', 's3://key:secret@bucket', 'file://elsewhere/files'])(
  'refuses %s in one sentence without credentials',
  (text) => {
    const env = new Environment({ STORAGE_URL: text })
    readPlace(env, 'STORAGE_URL', '/data')
    expect(env.faults).toEqual([expect.stringMatching(/^STORAGE_URL must .*\.$/)])
    expect(env.faults.join()).not.toContain('secret')
  },
)

it.each([
  ['/srv/kyc', '/srv/kyc', true],
  ['/srv/kyc', '/srv/kyc/log', true],
  ['/srv/kyc/..files', '/srv/kyc', true],
  ['/srv/kyc', '/srv/kyc-log', false],
  ['/srv/kyc', 's3://sample-bucket', false],
  ['s3://sample-bucket', 's3://sample-bucket/log', true],
  ['s3://sample-bucket/log/', 's3://sample-bucket/log', true],
  ['s3://sample-bucket/log', 's3://sample-bucket/log-2', false],
  ['s3://sample-bucket', 's3://sample-bucket?region=ap-northeast-1', true],
  ['s3://sample-bucket', 's3://sample-bucket?endpoint=https://s3.example.com', false],
  [
    's3://sample-bucket?endpoint=https://s3.example.com/',
    's3://sample-bucket?endpoint=https://s3.example.com',
    true,
  ],
])('whether %s and %s overlap is reported as %s', (one, other, expected) => {
  const [a, b] = [one, other].map((text) =>
    readPlace(new Environment({ STORAGE_URL: text }), 'STORAGE_URL', '/data'),
  )
  expect(a && b && [overlap(a, b), overlap(b, a)]).toEqual([expected, expected])
})
