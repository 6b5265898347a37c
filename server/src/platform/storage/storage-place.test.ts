import { expect, it } from 'vitest'
import { Environment } from '../settings/environment.ts'
import { readPlace } from './storage-place.ts'

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
