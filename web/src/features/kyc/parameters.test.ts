import { describe, expect, test } from 'vitest'
import {
  localeWords,
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
}

describe('the parameters of the address', () => {
  test('absent ones are empty, and the language is Japanese unless another is named', () => {
    expect(parametersOf({})).toMatchObject({ user_id: '', callback_url: '', api_key: '', locale: 'ja' })
    expect(parametersOf({ user_id: 'a', locale: 'en' })).toMatchObject({ user_id: 'a', locale: 'en' })
    expect(parametersOf({ locale: '' })).toMatchObject({ locale: 'ja' })
  })

  test('a KYC session alone has none; parameters beside a KYC session begin another one', () => {
    expect(parametersOf({ kyc: 'id', step: 'auth' })).toBeNull()
    expect(parametersOf({ kyc: 'id', user_id: 'a' })).toMatchObject({ user_id: 'a' })
  })
})

describe('what is wrong with them (spec §5, D55)', () => {
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
  ])('%j', (wrong, faults) => {
    expect(parameterFaults({ ...good, ...wrong })).toEqual(faults)
  })

  test('several faults are told together, one text for each', () => {
    expect(parameterFaults({ ...good, user_id: '', callback_url: 'x', api_key: 'short' })).toEqual([
      'user_id が指定されていません',
      'callback_url が正しいURLではありません',
      'api_key は10文字以上で指定してください',
    ])
  })
})

test('a callback without https is a warning and no fault', () => {
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

test('of the page before only its origin is told, and empty parameters are left out', () => {
  expect(openingOf(good, 'https://partner.example/members?name=hanako')).toEqual({
    ...good,
    redirect_url: null,
    referrer: 'https://partner.example',
  })
  expect(openingOf(good, '').referrer).toBeNull()
})

test('a language is told in words', () => {
  expect(localeWords('ja')).toBe('日本語（ja）')
  expect(localeWords('en')).toBe('英語（en）')
  expect(localeWords('!')).toBe('!')
  expect(localeWords('zz')).toBe('zz')
})

test('the browser is sent on to web pages only', () => {
  expect(webAddress('https://partner.example/done?status=success')).toBe(
    'https://partner.example/done?status=success',
  )
  expect(webAddress('http://localhost:9/done')).toBe('http://localhost:9/done')
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '/done', '', null]) {
    expect(webAddress(url)).toBeNull()
  }
})
