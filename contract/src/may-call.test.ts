import { describe, expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'
import { mayCall } from './may-call.ts'

const call = { who: 'user', method: 'POST' } as const

describe('an auditor (D67)', () => {
  test.each([
    ['user', true],
    ['admin', true],
    ['superadmin', false],
  ] as const)('may call a GET for %s: %j', (who, expected) => {
    expect(mayCall('auditor', { who, method: 'GET' })).toBe(expected)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'may call a %s for users or admins only if its declaration names auditors',
    (method) => {
      expect(mayCall('auditor', { who: 'user', method })).toBe(false)
      expect(mayCall('auditor', { who: 'admin', method })).toBe(false)
    },
  )

  test('may call a POST that only reads, and one whose declaration names auditors', () => {
    expect(mayCall('auditor', { ...call, readsOnly: true })).toBe(true)
    expect(mayCall('auditor', { ...call, auditors: 'also' })).toBe(true)
  })

  test('may change only its own account, saved filters, session and openings', () => {
    const changing = endpoints.filter(
      (endpoint) => endpoint.who !== 'anyone' && endpoint.method !== 'GET' && mayCall('auditor', endpoint),
    )
    const reading = [
      'auth.refresh',
      'campaigns.check',
      'performers.check',
      'performers.checkImport',
      'videos.checkFacts',
    ]
    const names = changing.map(({ name }) => name).filter((name) => !reading.includes(name))
    const own = /^(account\.|savedFilters\.|auth\.(sessionRefresh|logout|stepUp)$)/
    expect(names.filter((name) => !own.test(name))).toEqual(['documents.giveOpeningReason'])
  })
})

test('only auditors may call an endpoint that is for auditors only', () => {
  const allowed = (['user', 'auditor', 'admin', 'superadmin'] as const).filter((role) =>
    mayCall(role, { ...call, auditors: 'only' }),
  )
  expect(allowed).toEqual(['auditor'])
})
