import { expect, test } from 'vitest'
import {
  auditLogSearch,
  contactSearch,
  kycSearch,
  loginSearch,
  parseSearch,
  performerListSearch,
  sealedListSearch,
  stringifySearch,
} from './search.ts'

test('valid query parameters are kept, and invalid ones are dropped', () => {
  expect(performerListSearch(parseSearch('?status=pending&sort=name&expiring=true'))).toEqual({
    status: 'pending',
    sort: 'name',
    expiring: 'true',
  })
  expect(performerListSearch(parseSearch('?status=&sort=size&expiring=yes&unknown=1'))).toEqual({})
  expect(auditLogSearch(parseSearch('?startDate=2026-02-30&endDate=2026-11-20&action=login'))).toEqual({
    endDate: '2026-11-20',
    action: 'login',
  })
  expect(sealedListSearch(parseSearch('?filter=ending&cursor=c'))).toEqual({ filter: 'ending', cursor: 'c' })
  expect(sealedListSearch(parseSearch('?filter=all'))).toEqual({})
  expect(contactSearch({ topic: 'cancellation', subject: '勝手な件名' })).toEqual({ topic: 'cancellation' })
  expect(contactSearch({ topic: 'other' })).toEqual({})
  expect(loginSearch(parseSearch('?redirect=%2Fperformers%3Fstatus%3Dpending'))).toEqual({
    redirect: '/performers?status=pending',
  })
})

test('a search text is dropped from the query (D62)', () => {
  expect(parseSearch('?status=pending&search=%E5%B1%B1%E7%94%B0')).toEqual({ status: 'pending' })
})

test('query parameters are written without quotes, and empty values are omitted', () => {
  expect(stringifySearch({ status: 'pending', sort: '', cursor: undefined })).toBe('?status=pending')
  expect(stringifySearch({})).toBe('')
})

test('the parameters of a partner are kept unchanged for the page to validate', () => {
  expect(kycSearch(parseSearch('?user_id=%E5%90%8D&api_key=short&locale='))).toEqual({
    user_id: '名',
    api_key: 'short',
    locale: '',
  })
})
