import { expect, test } from 'vitest'
import { securityHeaders } from '../http/replies/security-headers.ts'
import type { FirebaseSettings } from './firebase-settings.ts'
import { providerSources } from './provider-sources.ts'

const project = { apiKey: 'key', authDomain: 'kyc.firebaseapp.com', projectId: 'kyc' }

function policyOf(settings: FirebaseSettings | null): string {
  const publicUrl = new URL('https://kyc.example.com')
  return securityHeaders({ publicUrl }, providerSources(settings)).page('nonce')
}

test('pages may reach the sources of the provider only', () => {
  const access = { kind: 'google', credentials: 'application-default' } as const
  const policy = policyOf({ ...project, access })
  expect(policy).toContain("script-src 'self' 'nonce-nonce' https://apis.google.com;")
  expect(policy).toContain(
    "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com;",
  )
  expect(policy).toContain('frame-src https://kyc.firebaseapp.com;')
})

test('with the emulator or without a provider, pages may reach their own origin only', () => {
  expect(policyOf({ ...project, access: { kind: 'emulator', host: undefined } })).toContain(
    "frame-src 'self';",
  )
  expect(policyOf(null)).toContain("frame-src 'none';")
  for (const settings of [null, { ...project, access: { kind: 'emulator', host: undefined } } as const])
    expect(policyOf(settings)).not.toMatch(/https:/)
})
