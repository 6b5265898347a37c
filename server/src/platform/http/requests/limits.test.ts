import { limits } from '@kyc/contract/limits.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownLimits } from '../../../testing/doubles/own-limits.ts'
import { silentLog } from '../../log.ts'
import { cleanFilename } from '../replies/file-name.ts'
import { watchTransfer } from '../uploads/transfer-watch.ts'
import { bareAddress, networkOf, proxyCheck } from './addresses.ts'
import { CallLimit, RateLimit } from './rate-limit.ts'

describe('a transfer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function watched(
    bytesPerSecond: (second: number) => number,
    peerIsDue: (second: number) => boolean = () => true,
  ) {
    let second = 0
    let bytes = 0
    let expired: number | undefined
    const stop = watchTransfer({ moved: () => bytes, peerIsDue: () => peerIsDue(second) }, () => {
      expired = second
    })
    return (seconds: number) => {
      for (let end = second + seconds; second < end && expired === undefined; ) {
        bytes += bytesPerSecond(second)
        second++
        vi.advanceTimersByTime(1000)
      }
      stop()
      return expired
    }
  }

  it('ends after 30 s without a byte', () => {
    expect(watched((second) => (second < 5 ? 10_000_000 : 0))(100)).toBe(35)
  })

  it('ends when it stays below 50 KB a second', () => {
    expect(watched(() => limits.uploadBytesPerSecond / 10)(100)).toBe(34)
  })

  it('continues at the minimum rate, but no longer than 15 minutes', () => {
    expect(watched(() => limits.uploadBytesPerSecond)(899)).toBeUndefined()
    expect(watched(() => limits.uploadBytesPerSecond)(1000)).toBe(900)
  })

  it('does not count the time in which the server is the slow side', () => {
    expect(
      watched(
        () => 0,
        () => false,
      )(600),
    ).toBeUndefined()
  })
})

describe('a rate limit', () => {
  it('counts by key in windows of a minute and returns the time to the next', () => {
    let now = 0
    const limit = new RateLimit(2, () => now)
    for (const key of ['a', 'a', 'b']) limit.take(key)
    now = 45_500
    expect(() => limit.take('a')).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED', details: { retryAfterSeconds: 15 } }),
    )
    limit.take('b')
    now = 60_000
    limit.take('a')
  })
})

describe('the limit of calls', () => {
  const limited = expect.objectContaining({ code: 'RATE_LIMITED' })

  it('refuses unknown sessions of a network before they are queried', () => {
    const limit = new CallLimit(2, ownLimits(), silentLog())
    for (const session of ['unknown 1', 'unknown 2']) {
      limit.check(session, '192.0.2.1')
      limit.take(session, '192.0.2.1', undefined)
    }
    expect(() => limit.check('unknown 3', '192.0.2.1')).toThrow(limited)
    limit.check('unknown 3', '192.0.2.2')
  })

  it('admits a known session from a network that is over its limit, up to the limit of its account', () => {
    const limit = new CallLimit(2, ownLimits(), silentLog())
    limit.take('session', '192.0.2.1', 'account')
    for (const _ of [1, 2]) limit.take('unknown', '192.0.2.1', undefined)
    limit.check('session', '192.0.2.1')
    limit.take('other session', '192.0.2.3', 'account')
    expect(() => limit.check('session', '192.0.2.1')).toThrow(limited)
  })
})

it.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['192.0.2.1', '192.0.2.1'],
  ['unknown', null],
  ['192.0.2.300:1', null],
  ['', null],
])('the address in %s is %s', (text, address) => {
  expect(bareAddress(text)).toBe(address)
})

it('a proxy that sends a port is a proxy', () => {
  const isProxy = proxyCheck(['10.0.0.0/8', 'fd00::/8'])
  expect(['10.1.2.3:80', '::ffff:10.1.2.3', '[fd00::1]:80', '11.0.0.1', 'x'].map(isProxy)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [null, 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('a long file name keeps its extension', () => {
  const name = cleanFilename(`${'長'.repeat(300)}.jpeg`)
  expect([name.length, name.endsWith('長.jpeg')]).toEqual([200, true])
})
