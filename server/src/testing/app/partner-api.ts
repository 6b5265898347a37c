import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { type PartnerScope, partnerScopes } from '@kyc/contract/partner-api-vocabulary.ts'
import { createApiKey } from '@kyc/contract/partner-keys.ts'
import type { PartnerMode } from '@kyc/contract/partners.ts'
import { partnerCalls } from './partner-calls.ts'
import type { TestAccount, TestApp } from './test-app.ts'
import { TestClient, type TestReply } from './test-client.ts'

/** A partner's server with one key. */
export interface PartnerServer {
  readonly partnerId: string
  readonly keyId: string
  readonly secret: string
  call(endpoint: Endpoint, options?: CallOptions): Promise<TestReply>
}

interface CallOptions {
  /** Of the record that the path names: its `{id}` or `{reference}`. */
  readonly id?: string
  readonly stop?: string
  readonly search?: string
  readonly json?: unknown
  readonly headers?: Record<string, string>
}

interface Stage {
  readonly app: TestApp
  readonly superadmin: TestAccount
}

/** Calls that tests of the partner API share. `stage` is evaluated at each call, since hooks create it. */
export function partnerServers(stage: () => Stage) {
  const { created } = partnerCalls(stage)
  const withKey = async (
    partnerId: string,
    mode: PartnerMode = 'live',
    scopes: readonly PartnerScope[] = partnerScopes,
  ): Promise<PartnerServer> => {
    const { app, superadmin } = stage()
    const body = { mode, scopes: [...scopes] }
    const { key, secret } = await superadmin.send(createApiKey, { params: { id: partnerId }, body })
    return { partnerId, keyId: key.id, secret, call: (...input) => callPartnerApi(app.url, secret, ...input) }
  }
  return {
    withKey,
    async newServer(mode: PartnerMode = 'live', scopes?: readonly PartnerScope[]): Promise<PartnerServer> {
      const { partner } = await created()
      return withKey(partner.id, mode, scopes)
    },
  }
}

export function callPartnerApi(
  url: string,
  secret: string | undefined,
  { method, path }: Endpoint,
  { id = '', stop = 'none', search = '', json, headers = {} }: CallOptions = {},
): Promise<TestReply> {
  const authorization = secret === undefined ? {} : { authorization: `Bearer ${secret}` }
  const address = path.replace(/\{(id|reference)\}/, id).replace('{stop}', stop)
  return new TestClient(url).call(method, `/api${address}${search}`, {
    json,
    headers: { ...authorization, ...headers },
  })
}

/** A body that each call accepts. */
export const partnerBodies: Readonly<Record<string, object>> = {
  'partnerApi.createSession': { user_id: 'member-1', callback_url: 'https://partner.example.com/callback' },
  'partnerApi.nameTitle': { share_id: '01900000-0000-7000-8000-000000000000' },
  'partnerApi.publishTitle': { published_on: '2026-10-01' },
  'partnerApi.setWebhook': { url: 'https://partner.example.com/events' },
  'partnerApi.createRequest': { kind: 'provider', title: 'NO-SUCH-TITLE' },
}
