import { expect, test } from 'vitest'
import { parseBucketAddress } from './bucket-address.ts'

test('reads bucket, prefix, region and endpoint', () => {
  const endpoint = encodeURIComponent('http://127.0.0.1:9000')
  expect(
    parseBucketAddress(`s3://sample-bucket/kyc/log/?region=ap-northeast-1&endpoint=${endpoint}`),
  ).toEqual({
    bucket: 'sample-bucket',
    prefix: 'kyc/log/',
    region: 'ap-northeast-1',
    endpoint: 'http://127.0.0.1:9000',
  })
  expect(parseBucketAddress('s3://sample-bucket')).toEqual({ bucket: 'sample-bucket', prefix: '' })
})

test.each([
  ['another protocol', 'https://sample-bucket/log'],
  ['a name of capitals', 's3://B/log'],
  ['credentials', 's3://key:secret@sample-bucket/log'],
  ['a misspelt parameter', 's3://sample-bucket/log?regoin=x'],
  ['an endpoint without a protocol', 's3://sample-bucket?endpoint=localhost:9000'],
])('refuses %s without quoting it', (_, address) => {
  expect(parseBucketAddress(address)).toMatch(/^must .*\.$/)
  expect(parseBucketAddress(address)).not.toContain('secret')
})
