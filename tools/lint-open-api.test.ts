import { endpoint } from '@kyc/contract/endpoint.ts'
import { endpoints } from '@kyc/contract/endpoints.ts'
import { describePartnerApi } from '@kyc/server/features/partners/api/register-partner-api.ts'
import { openApi } from '@kyc/server/platform/http/pages/open-api.ts'
import { expect, it } from 'vitest'
import { lintOpenApi } from './lint-open-api.ts'

it('the description of the product is valid, and one without servers and security is not', async () => {
  expect(await lintOpenApi()).toEqual([])
  expect(await lintOpenApi(describePartnerApi('https://kyc.example.jp'))).toEqual([])
  const { servers: _, ...description } = openApi(endpoints.slice(0, 1), 'https://kyc.example.jp')
  expect((await lintOpenApi(description)).join()).toContain('no-empty-servers')
})

it('a protected call lists 401, 403 and 429, and a public one has no security', () => {
  const call = (who: 'anyone' | 'user') =>
    endpoint({
      name: 'x.y',
      method: 'POST',
      path: '/x',
      summary: 'X',
      problems: [],
      who,
      readsOnly: true,
      reply: { kind: 'empty', status: 204 },
    })
  const described = (who: 'anyone' | 'user') =>
    (
      openApi([call(who)], 'https://kyc.example.jp').paths as Record<string, { post: Record<string, object> }>
    )['/api/x']?.post
  const secured = described('user')
  expect(Object.keys(secured?.responses ?? {})).toEqual(expect.arrayContaining(['204', '401', '403', '429']))
  expect(Object.keys(described('anyone')?.responses ?? {})).not.toContain('401')
  expect([secured?.security, described('anyone')?.security]).toEqual([[{ session: [] }], []])
})
