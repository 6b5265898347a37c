import { expect, it } from 'vitest'
import { Environment } from '../settings/environment.ts'
import { readClamd } from './clamd-settings.ts'

function read(url: string) {
  const env = new Environment({ CLAMD_URL: url })
  return { address: readClamd(env), faults: env.faults }
}

it.each([
  ['tcp://scanner:3311', { host: 'scanner', port: 3311 }],
  ['tcp://[::1]', { host: '::1', port: 3310 }],
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['', null],
])('CLAMD_URL=%s is read', (url, address) => {
  expect(read(url)).toEqual({ address, faults: [] })
})

it.each([
  'http://scanner:3310',
  'tcp://',
  'tcp://scanner:3310/x',
  'tcp://user@scanner:3310',
  'unix://scanner/clamd.ctl',
  'scanner:3310',
])('rejects CLAMD_URL=%s', (url) => {
  expect(read(url)).toEqual({ address: null, faults: [expect.stringContaining('CLAMD_URL must be')] })
})
