import type { KycSession } from '@kyc/contract/kyc.ts'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { ProviderNotConfigured } from '../../sign-in/provider/provider.ts'
import { linkAccount, registrationOf, signInMessage } from './kyc-sign-in.ts'

const session: KycSession = {
  id: '0190a000-0000-7000-8000-000000000001',
  partner: { name: '見本配信株式会社', test: true },
  user_id: 'user_1',
  session_id: 'sess_1',
  company_id: 'mihon',
  locale: 'ja',
  warnings: [],
  expiresAt: '2026-11-20T05:35:00.000Z',
  redirectUrl: null,
}
const account = {
  idToken: 'secret',
  currentToken: async () => 'secret',
  uid: 'uid-1',
  email: 'a@example.com',
  displayName: null,
  photoUrl: null,
  createdAt: 'Fri, 20 Nov 2026 05:05:00 GMT',
}

test('the registration of an account has the field names of spec §3 and no token', () => {
  expect(registrationOf(session, account, new Date('2026-11-20T05:06:00Z'))).toEqual({
    firebase_uid: 'uid-1',
    sharegram_user_id: 'user_1',
    session_id: 'sess_1',
    company_id: 'mihon',
    locale: 'ja',
    email: 'a@example.com',
    display_name: null,
    photo_url: null,
    created_at: '2026-11-20T05:05:00.000Z',
    updated_at: '2026-11-20T05:06:00.000Z',
    kycSession: session.id,
  })
})

test('a failed registration is only logged (spec §7)', async () => {
  vi.stubGlobal('isSecureContext', false)
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  await linkAccount(session, account)
  expect(log.mock.calls).toEqual([['sharegram-register', 'INSECURE_CONNECTION']])
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('failures of the provider, the server and the configuration have their own messages', () => {
  const notSetUp = '動画サービスのアカウントでのログインは設定されていません。管理者にご連絡ください。'
  expect(signInMessage(Object.assign(new Error(), { code: 'auth/invalid-credential' }))).toBe(
    '認証情報が無効です。正しい情報を入力してください。',
  )
  expect(signInMessage(new ProviderNotConfigured())).toBe(notSetUp)
  expect(signInMessage(new ApiError({ code: 'PROVIDER_NOT_CONFIGURED', title: 'x' }))).toBe(notSetUp)
  expect(signInMessage(new ApiError({ code: 'RATE_LIMITED', title: '操作が多すぎます。' }))).toBe(
    '操作が多すぎます。',
  )
})
