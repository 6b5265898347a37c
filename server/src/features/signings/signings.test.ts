import { randomUUID } from 'node:crypto'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { day } from '@kyc/contract/durations.ts'
import { linkActorLabel } from '@kyc/contract/link-labels.ts'
import { listPapers } from '@kyc/contract/papers.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import { enteredFacts } from '@kyc/contract/signing-vocabulary.ts'
import * as signings from '@kyc/contract/signings.ts'
import { contractFacts } from '@kyc/contract/title-vocabulary.ts'
import { describe, expect, test } from 'vitest'
import { samplePdf } from '../../testing/app/sample-files.ts'
import { begin, signingFacts, signingStage } from '../../testing/app/signing-stage.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { isReplay } from '../../testing/app/uploads.ts'
import { checkStoredFiles } from '../documents/check-stored-files.ts'
import { reconcile } from '../documents/reconcile.ts'

const stage = signingStage()
const { app, admin, clock, made } = stage

test('a contract goes from the draft to the receipt of the copy, each act with its time and its fact', async () => {
  const draft = await stage.draft()
  expect(draft).toMatchObject({
    state: 'draft',
    facts: signingFacts,
    email: null,
    sentAt: null,
    createdBy: '制作 太郎',
    obstacles: ['talk', 'sheet', 'read'],
    contractTemplate: { id: 'neutral-contract-ja' },
  })
  const sent = await made.owner.send(signings.sendSigning, {
    params: { id: draft.id },
    body: stage.offerOf(draft),
  })
  expect(sent).toMatchObject({ state: 'sent', sentAt: begin.toISOString(), sentBy: '制作 太郎' })
  expect(sent.email).toMatch(/^.{1,2}.*@/)
  expect(sent.email).not.toBe(made.email)
})

test('the performer opens, receives, reads, signs and gets the copy', async () => {
  const on = await stage.open()
  expect(await stage.show(on.signing)).toMatchObject({ state: 'opened', openedAt: begin.toISOString() })
  const sheet = await stage.fetchPaper(on, 'explanationSheet')
  expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  await stage.receiveSheet(on)
  expect(await stage.factsOf()).toMatchObject({
    sheet: { receivedOn: dayInJapan(begin), explainedOn: null, proof: 'performer' },
  })
  await stage.read(on)
  expect(await stage.show(on.signing)).toMatchObject({ state: 'read', obstacles: ['talk', 'waiting'] })
  expect((await stage.talk(on.signing)).status).toBe(200)
  expect((await stage.factsOf())?.sheet).toMatchObject({
    explainedOn: '2026-09-15',
    explainedBy: '制作 花子',
    minutes: 40,
    language: '日本語',
    proof: 'performer',
  })
  const [logged] = await admin.send(listAuditLogs, { query: { resourceId: made.video.id, limit: 1 } })
  expect(logged).toMatchObject({
    user: { name: '制作 太郎' },
    details: { before: { sheet: { minutes: null } }, after: { sheet: { minutes: 40 } } },
  })
  expect(await stage.refusal(stage.step(on, 'code'))).toEqual([409, 'SIGNING_NOT_YET'])
  clock.moveTo(new Date(begin.getTime() + day))
  const strokes = [
    [
      [0.1, 0.2],
      [0.3, 0.4],
    ],
  ]
  await stage.done(stage.sign(on, { strokes }))
  expect(await stage.show(on.signing)).toMatchObject({ state: 'signed', copyVersion: null, obstacles: [] })
  expect((await stage.factsOf())?.contract).toEqual({
    offeredOn: '2026-09-15',
    signedOn: '2026-09-16',
    receivedOn: null,
    named: [...contractFacts],
    partnerIds: [],
    voidClauses: [],
    proof: 'performer',
  })
  expect(
    await stage.refusal(on.client.get(`/api/performer-page/${on.id}/signings/${on.signing}/copy`)),
  ).toEqual([409, 'SIGNING_STATE'])
  await stage.copy(on)
  expect(await stage.refusal(stage.step(on, 'receipt'))).toEqual([409, 'SIGNING_STATE'])
  const copy = await on.client.get(`/api/performer-page/${on.id}/signings/${on.signing}/copy`)
  expect([copy.status, copy.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect(copy.headers.get('content-disposition')).toMatch(/^attachment/)
  clock.moveTo(new Date(begin.getTime() + 2 * day))
  const session = await stage.done(stage.step(on, 'receipt'))
  expect(session.signings).toMatchObject([{ state: 'copyReceived', copyReady: true }])
  expect((await stage.factsOf())?.contract).toMatchObject({ receivedOn: '2026-09-17', proof: 'performer' })
  expect(await stage.show(on.signing)).toMatchObject({ state: 'copyReceived', copyVersion: 1 })
  const papers = await made.owner.send(listPapers, { params: { id: made.video.id } })
  expect(papers).toMatchObject([
    { type: 'contract', status: 'pending', version: 1, uploadedBy: '制作 太郎' },
    { type: 'explanationSheet', status: 'pending', version: 1, uploadedBy: '制作 太郎' },
  ])
  for await (const fault of checkStoredFiles(app.services, () => undefined)) expect(fault).toBeUndefined()
  await reconcile(app.services)
})

test('each act has an entry of its own, which names the link for the acts of the performer', async () => {
  await stage.received()
  const entries = await admin.send(listAuditLogs, { query: { resourceId: made.performer, limit: 50 } })
  const acts = entries.map(({ user, details }) => [details.change, user?.name ?? null])
  expect(acts.toReversed().filter(([change]) => change)).toEqual([
    ['signing_drafted', '制作 太郎'],
    ['signing_sent', '制作 太郎'],
    ['page_opened', linkActorLabel],
    ['signing_sheet', linkActorLabel],
    ['signing_read', linkActorLabel],
    ['signing_talk', '制作 太郎'],
    ['signing_signed', linkActorLabel],
    ['signing_copy', null],
    ['signing_received', linkActorLabel],
  ])
  const acted = entries.filter(({ details }) => String(details.change).startsWith('signing_'))
  expect(acted.every(({ details }) => details.videoId === made.video.id)).toBe(true)
  expect(JSON.stringify(entries)).not.toContain(made.email)
})

describe('a draft', () => {
  test.each(enteredFacts)('without %s is refused, and the refusal names the fact', async (fact) => {
    const body = stage.draftBody()
    for (const facts of [
      { ...body.facts, [fact]: '' },
      { ...body.facts, [fact]: undefined },
    ]) {
      const reply = await made.owner.post(stage.draftPath(), { ...body, facts })
      expect(refusalOf(reply)).toEqual([400, 'INVALID_INPUT'])
      expect(reply.json).toMatchObject({ errors: [{ field: `facts.${fact}` }] })
    }
  })

  test('is made once for one key, and its own PDF once for one file', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const create = () => made.owner.call('POST', stage.draftPath(), { json: stage.draftBody(), headers })
    const [first, second] = [await create(), await create()]
    expect([first.status, second.json]).toEqual([201, first.json])
    const { id } = first.json as Signing // the server parses its replies by the contract
    const upload = () => {
      const form = new FormData()
      form.append('file', new Blob([samplePdf(3)]), '自社の契約書.pdf')
      return made.owner.call('PUT', `/api/signings/${id}/papers/contract`, { form })
    }
    const [stored, again] = [await upload(), await upload()]
    expect(stored.json).toMatchObject({ contractTemplate: null, sheetTemplate: { id: 'neutral-sheet-ja' } })
    expect([stored.status, isReplay(again), again.json]).toEqual([200, true, stored.json])
    const shown = await made.owner.get(`/api/signings/${id}/papers/contract`)
    expect(shown.bytes.equals(samplePdf(3))).toBe(true)
    await reconcile(app.services)
  })

  test('that is made again with its key after it was sent is the same draft, and nothing is stored for it', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const create = (body: object = stage.draftBody()) =>
      made.owner.call('POST', stage.draftPath(), { json: body, headers })
    const first = await create()
    const draft = first.json as Signing // the server parses its replies by the contract
    expect((await made.owner.post(`/api/signings/${draft.id}/send`, stage.offerOf(draft))).status).toBe(200)
    const intents = await app.sql('SELECT FROM upload_intent')
    const again = await create()
    expect([again.status, isReplay(again), again.json]).toEqual([201, true, first.json])
    expect(await app.sql('SELECT FROM upload_intent')).toHaveLength(intents.length)
    expect(refusalOf(await create(stage.draftBody('en')))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await stage.refusal(made.owner.post(stage.draftPath(), stage.draftBody()))).toEqual([
      409,
      'SIGNING_OPEN',
    ])
  })

  test('is replaced by the next one, and deleted with its files', async () => {
    const first = await stage.draft()
    const second = await stage.draft()
    const listed = await made.owner.send(signings.listSignings, { params: { id: made.video.id } })
    expect(listed.map(({ id }) => id)).toEqual([second.id])
    expect(await stage.refusal(made.owner.get(`/api/signings/${first.id}`))).toEqual([
      404,
      'SIGNING_NOT_FOUND',
    ])
    expect((await made.owner.delete(`/api/signings/${second.id}`)).status).toBe(204)
    expect(await app.sql('SELECT FROM signing_paper WHERE performer_id = $1', [made.performer])).toEqual([])
    await reconcile(app.services)
  })
})
