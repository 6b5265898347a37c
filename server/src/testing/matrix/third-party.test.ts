import { endpoints } from '@kyc/contract/endpoints.ts'
import { expect, test } from 'vitest'
import { insertShare, insertVideo } from '../app/factories.ts'
import { insertMember } from '../app/organisations.ts'
import { useStage } from '../app/test-app.ts'
import { insertCompany } from './matrix-callers.ts'
import { callEndpoint, unknownId } from './matrix-calls.ts'

const { app, owner, member } = useStage(
  { owner: 'user', member: 'user' },
  { env: { RATE_API_PER_MINUTE: '100000' } },
)

test('an organisation with which a title is shared gets the reply of an unknown id for title, performers and owner everywhere else (D113)', async () => {
  const [from, to] = [await insertCompany(app), await insertCompany(app)]
  await insertMember(app.sql, from, owner.accountId, 'representative')
  await insertMember(app.sql, to, member.accountId, 'representative')
  // The title, its performer and the appearance have one id, which fits each parameter of a path.
  const video = await insertVideo(app, from, owner.accountId)
  const share = await insertShare(app, { videoId: video, recipient: to })
  expect((await member.get(`/api/shared-videos/${share}`)).status).toBe(200)
  const ofRecords = endpoints.filter(({ path }) => path.includes('{id}'))
  expect(ofRecords.length).toBeGreaterThan(100)
  const unknowns = new Map<string, number>()
  for (const endpoint of ofRecords) {
    const unknown = await callEndpoint(member, endpoint, unknownId)
    unknowns.set(endpoint.name, unknown.status)
    for (const id of [video, from]) {
      const reply = await callEndpoint(member, endpoint, id)
      expect([endpoint.name, reply.status, codeOf(reply.json)]).toEqual([
        endpoint.name,
        unknown.status,
        codeOf(unknown.json),
      ])
    }
  }
  // The id of the share opens nothing but the share.
  for (const endpoint of ofRecords.filter(({ path }) => !path.startsWith('/shared-videos/'))) {
    const reply = await callEndpoint(member, endpoint, share)
    expect([endpoint.name, reply.status]).toEqual([endpoint.name, unknowns.get(endpoint.name)])
  }
})

test('no list of the recipient has the title, its performers or their documents (D113)', async () => {
  const [from, to] = [await insertCompany(app), await insertCompany(app)]
  await insertMember(app.sql, to, member.accountId, 'representative')
  const video = await insertVideo(app, from, owner.accountId)
  await insertShare(app, { videoId: video, recipient: to })
  const lists = endpoints.filter(
    ({ method, path, query, reply, who }) =>
      who === 'user' &&
      method === 'GET' &&
      !path.includes('{') &&
      query &&
      'organisation' in query.shape &&
      reply.kind === 'json',
  )
  expect(lists.length).toBeGreaterThan(5)
  for (const { path } of lists) {
    const reply = await member.get(`/api${path}?organisation=${to}`)
    expect([path, JSON.stringify(reply.json)]).not.toEqual([path, expect.stringContaining(video)])
    expect([path, (await member.get(`/api${path}?organisation=${from}`)).status]).toEqual([path, 404])
  }
})

function codeOf(json: unknown): unknown {
  return (json as { code?: unknown } | undefined)?.code
}
