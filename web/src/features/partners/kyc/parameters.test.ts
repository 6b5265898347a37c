import { describe, expect, test } from 'vitest'
import {
  localeText,
  openingOf,
  parameterFaults,
  parametersOf,
  parameterWarnings,
  warningTexts,
  webAddress,
} from './parameters.ts'

const good = {
  user_id: 'user_20881',
  callback_url: 'https://partner.example/callback',
  api_key: 'key-0123456789',
  redirect_url: '',
  company_id: 'partner',
  session_id: 'sess_1',
  locale: 'ja',
  signed_at: '',
  signature: '',
}

describe('the URL parameters', () => {
  test('default to empty, and the language to Japanese', () => {
    expect(parametersOf({})).toMatchObject({ user_id: '', callback_url: '', api_key: '', locale: 'ja' })
    expect(parametersOf({ user_id: 'a', locale: 'en' })).toMatchObject({ user_id: 'a', locale: 'en' })
    expect(parametersOf({ locale: '' })).toMatchObject({ locale: 'ja' })
  })

  test('are null if the URL has only the id of a KYC session; with further parameters, a new KYC session is opened', () => {
    expect(parametersOf({ kyc: 'id', step: 'auth' })).toBeNull()
    expect(parametersOf({ kyc: 'id', user_id: 'a' })).toMatchObject({ user_id: 'a' })
  })
})

describe('errors of the parameters (spec §5, D55)', () => {
  test.each([
    [{}, []],
    [{ user_id: '' }, ['user_id が指定されていません']],
    [{ callback_url: '' }, ['callback_url が指定されていません']],
    [{ api_key: '' }, ['api_key が指定されていません']],
    [{ callback_url: 'not a url' }, ['callback_url が正しいURLではありません']],
    [{ callback_url: '/callback' }, ['callback_url が正しいURLではありません']],
    [{ user_id: '利用者1' }, ['user_id に使用できない文字が含まれています（半角英数字、_、- のみ）']],
    [{ user_id: 'a b' }, ['user_id に使用できない文字が含まれています（半角英数字、_、- のみ）']],
    [{ user_id: 'a\n' }, ['user_id に使用できない文字が含まれています（半角英数字、_、- のみ）']],
    [{ api_key: '123456789' }, ['api_key は10文字以上で指定してください']],
    [{ api_key: '1234567890' }, []],
    [{ user_id: 'Az09_-' }, []],
  ])('are all found for %j', (wrong, faults) => {
    expect(parameterFaults({ ...good, ...wrong })).toEqual(faults)
  })

  test('are all reported together', () => {
    expect(parameterFaults({ ...good, user_id: '', callback_url: 'x', api_key: 'short' })).toEqual([
      'user_id が指定されていません',
      'callback_url が正しいURLではありません',
      'api_key は10文字以上で指定してください',
    ])
  })
})

test('a callback without https is a warning, not an error', () => {
  const parameters = { ...good, callback_url: 'http://partner.example/callback' }
  expect(parameterFaults(parameters)).toEqual([])
  expect(parameterWarnings(parameters)).toEqual(['callback_not_https'])
  expect(parameterWarnings(good)).toEqual([])
  expect(parameterWarnings({ ...good, callback_url: 'x' })).toEqual([])
  expect(warningTexts(['callback_not_https', 'referrer_foreign'])).toEqual([
    'callback_url は https を推奨します',
    '不正なリファラーからのアクセスです',
  ])
})

test('the request that opens a KYC session has only the origin of the referrer, and null for empty parameters', () => {
  expect(openingOf(good, 'https://partner.example/members?name=hanako')).toEqual({
    ...good,
    redirect_url: null,
    signed_at: null,
    signature: null,
    referrer: 'https://partner.example',
  })
  expect(openingOf(good, '').referrer).toBeNull()
})

test('a language is shown with its Japanese name, an unknown one by its code only', () => {
  expect(localeText('ja')).toBe('日本語（ja）')
  expect(localeText('en')).toBe('英語（en）')
  expect(localeText('!')).toBe('!')
  expect(localeText('zz')).toBe('zz')
})

test('the page redirects only to absolute URLs with http or https', () => {
  expect(webAddress('https://partner.example/done?status=success')).toBe(
    'https://partner.example/done?status=success',
  )
  expect(webAddress('http://localhost:9/done')).toBe('http://localhost:9/done')
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '/done', '', null]) {
    expect(webAddress(url)).toBeNull()
  }
})
