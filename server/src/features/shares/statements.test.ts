import { statementAudience, statementType } from '@kyc/contract/share-vocabulary.ts'
import { endShare } from '@kyc/contract/shares.ts'
import { issueOwnStatement, issueStatement, statementClaims } from '@kyc/contract/statements.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { allEntries } from '../../testing/app/audit-export.ts'
import { foundCompany, insertMember } from '../../testing/app/organisations.ts'
import { sealLog } from '../../testing/app/seal-log.ts'
import { distributor, share, sharedVideo } from '../../testing/app/share-calls.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { titleCalls } from '../../testing/app/title-calls.ts'
import { videoCalls } from '../../testing/app/video-calls.ts'

const clock = new TestClock('2026-09-15T00:00:00Z')
const { app, admin } = useStage({ admin: 'admin' }, { overrides: { clock } })
// Filled by the hook.
const stage = {} as { owner: TestAccount; video: Video; member: TestAccount; recipient: string; id: string }
const videos = videoCalls(() => ({ app, owner: stage.owner, admin }))
const titles = titleCalls(() => ({ app, ...stage }))

beforeEach(async () => {
  stage.owner = await app.signedIn('user', '登録 太郎')
  await foundCompany(app, stage.owner)
  stage.video = await videos.make('証明の見本')
  await videos.add(stage.video, [await titles.approved()])
  const other = await distributor(app)
  Object.assign(stage, { member: other.member, recipient: other.id })
  stage.id = await share(stage.owner, stage.video.id, other.id)
})

/** Verifies as a third party does: with the published keys and a maintained library alone. */
async function verify(statement: string, at = clock.now()) {
  const keys = (await (await fetch(`${app.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet
  const { payload, protectedHeader } = await jwtVerify(statement, createLocalJWKSet(keys), {
    audience: statementAudience,
    typ: statementType,
    currentDate: at,
  })
  return { claims: statementClaims.parse(payload), protectedHeader }
}

test('the keys of the JWKS alone verify a statement: facts, blockers, the time, the checkpoint, and that it is no statement of legality', async () => {
  await titles.complete()
  await sealLog(app)
  const { statement, expiresAt } = await stage.member.send(issueStatement, { params: { id: stage.id } })
  const { claims, protectedHeader } = await verify(statement)
  expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'title-statement+jwt' })
  const { records } = await sharedVideo(stage.member, stage.id)
  expect(claims).toMatchObject({
    sub: stage.id,
    title: '証明の見本',
    organisation: '見本制作',
    recipient: '例題配信',
    channel: null,
    state: 'complete',
    records,
  })
  expect(claims.exp - claims.iat).toBe(24 * 60 * 60)
  expect(expiresAt).toBe('2026-09-16T00:00:00.000Z')
  expect(claims.checkpoint).toContain('\nsealed ')
  expect(claims.notice).toContain('適法であることを示すものでも、法律上の助言でもありません')
})

test('a statement names what the records lack, expires after 24 hours, and is refused once a letter of it differs', async () => {
  const { statement } = await stage.member.send(issueStatement, { params: { id: stage.id } })
  const { claims } = await verify(statement)
  expect([claims.state, claims.records.blockers.length > 0]).toEqual(['missing', true])
  await expect(verify(statement, new Date('2026-09-16T00:00:01Z'))).rejects.toThrow(errors.JWTExpired)
  const [head, body = '', signature] = statement.split('.')
  const changed = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as { state: string }
  changed.state = 'complete'
  const forged = [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
  await expect(verify(forged)).rejects.toThrow(errors.JWSSignatureVerificationFailed)
})

test('after the end of a share no statement is issued, and each one issued is in both logs with its number', async () => {
  const { statement } = await stage.member.send(issueStatement, { params: { id: stage.id } })
  const { claims } = await verify(statement)
  await stage.owner.send(endShare, { params: { id: stage.video.id, shareId: stage.id } })
  const path = `/api/shared-videos/${stage.id}/statements`
  expect(refusalOf(await stage.member.post(path))).toEqual([404, 'SHARE_NOT_FOUND'])
  const own = await allEntries(stage.owner, `?resourceId=${stage.video.id}&action=share`)
  const theirs = await allEntries(stage.member, '?resourceType=shared_video&action=share')
  for (const [entries, by] of [
    [own, '例題配信'],
    [theirs, '配信 花子'],
  ] as const)
    expect(
      entries.filter(({ details }) => details.statement === claims.jti).map(({ user }) => user?.name),
    ).toEqual([by])
})

test('the owner gets a statement of its own video, and a viewer none', async () => {
  const { statement } = await stage.owner.send(issueOwnStatement, { params: { id: stage.video.id } })
  const { claims } = await verify(statement)
  expect(claims).toMatchObject({ sub: stage.video.id, recipient: null, organisation: '見本制作' })
  const viewer = await app.signedIn('user')
  await insertMember(app.sql, stage.owner.accountId, viewer.accountId, 'viewer')
  await insertMember(app.sql, stage.recipient, viewer.accountId, 'viewer')
  for (const path of [
    `/api/videos/${stage.video.id}/statements`,
    `/api/shared-videos/${stage.id}/statements`,
  ])
    expect(refusalOf(await viewer.post(path))).toEqual([403, 'ORGANISATION_ROLE'])
})
