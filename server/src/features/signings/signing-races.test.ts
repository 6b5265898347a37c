/** @module-tag long */

import { expect, test } from 'vitest'
import { whileLocked } from '../../testing/app/performer-links.ts'
import { sealLog } from '../../testing/app/seal-log.ts'
import { type OnPage, signingStage } from '../../testing/app/signing-stage.ts'
import type { TestReply } from '../../testing/app/test-client.ts'
import { makeCopy } from './copy/make-copy.ts'

const stage = signingStage()
const { app, made } = stage

interface Outcome {
  readonly signed: boolean
  readonly refused: boolean
  readonly revoked: boolean
  readonly questions: number
  readonly jobs: number
  readonly entries: number
}

/** What is stored of the signing, and the jobs of its copy. */
async function outcomeOf({ signing }: OnPage): Promise<Outcome | undefined> {
  const [row] = await app.sql<Outcome>(
    `SELECT signed_at IS NOT NULL AS signed, refused_at IS NOT NULL AS refused, revoked_at IS NOT NULL AS revoked,
      (SELECT count(*)::int FROM signing_question WHERE signing_id = $1) AS questions,
      (SELECT count(*)::int FROM outbox WHERE queue = 'signed-copy' AND data->>'signingId' = $1::text) AS jobs,
      (SELECT count(*)::int FROM audit_event e WHERE e.id = s.signed_entry) AS entries
    FROM signing s WHERE id = $1`,
    [signing],
  )
  return row
}

const statuses = (replies: readonly TestReply[]) => replies.map(({ status }) => status)

/** Whether the contract of the appearance is signed by the performer. */
async function isContracted(): Promise<boolean> {
  return (await stage.factsOf())?.contract !== null
}

/** The body of a signature, with a code that was mailed. */
async function signatureOf(on: OnPage): Promise<object> {
  return { code: await stage.codeOf(on), contractSha256: await stage.shaOf(on) }
}

test('of two signatures at once exactly one signs, with one entry and one job', async () => {
  const on = await stage.ready()
  const body = await signatureOf(on)
  const sign = () => stage.step(on, 'signature', body)
  const replies = await whileLocked(app, made.performer, [sign, sign, sign])
  expect(statuses(replies).toSorted()).toEqual([200, 409, 409])
  expect(await outcomeOf(on)).toMatchObject({ signed: true, jobs: 1, entries: 1 })
})

test.each(['revocation', 'refusal', 'question'] as const)(
  'of a signature and a %s at once exactly one succeeds, and nothing is half done',
  async (other) => {
    const on = await stage.ready()
    const body = await signatureOf(on)
    const acts = {
      revocation: () => made.owner.delete(`/api/signings/${on.signing}`),
      refusal: () => stage.step(on, 'refusal'),
      question: () => stage.step(on, 'questions', { text: '撮影の場所はどこですか。' }),
    }
    const sign = () => stage.step(on, 'signature', body)
    const [signed, changed] = await whileLocked(app, made.performer, [sign, acts[other]])
    const outcome = await outcomeOf(on)
    const succeeded = [signed, changed].map((reply) => (reply?.status ?? 0) < 300)
    expect(succeeded.toSorted()).toEqual([false, true])
    const isSigned = succeeded[0] === true
    expect(outcome).toEqual({
      signed: isSigned,
      refused: !isSigned && other === 'refusal',
      revoked: !isSigned && other === 'revocation',
      questions: !isSigned && other === 'question' ? 1 : 0,
      jobs: isSigned ? 1 : 0,
      entries: isSigned ? 1 : 0,
    })
    expect(await isContracted()).toBe(isSigned)
  },
)

test('two receipts of the sheet at once make one paper', async () => {
  const on = await stage.open()
  await stage.fetchPaper(on, 'explanationSheet')
  const receive = () => stage.step(on, 'sheet')
  expect(statuses(await whileLocked(app, made.performer, [receive, receive]))).toEqual([200, 200])
  const papers = await app.sql("SELECT FROM paper WHERE performer_id = $1 AND type = 'explanationSheet'", [
    made.performer,
  ])
  expect(papers).toHaveLength(1)
})

test('two runs of the job at once make one copy, and no object is left without a row', async () => {
  const on = await stage.signed()
  await sealLog(app)
  const run = () => makeCopy(app.services, on.signing)
  await Promise.all([run(), run()])
  await run()
  const papers = await app.sql("SELECT FROM paper WHERE performer_id = $1 AND type = 'contract'", [
    made.performer,
  ])
  expect(papers).toHaveLength(1)
  const intents = await app.sql("SELECT FROM upload_intent WHERE state = 'pending'")
  expect(intents).toEqual([])
})

test('two drafts sent at once become one offer', async () => {
  const draft = await stage.draft()
  const send = () => made.owner.post(`/api/signings/${draft.id}/send`, stage.offerOf(draft))
  expect(statuses(await whileLocked(app, made.performer, [send, send]))).toEqual([200, 200])
  expect((await stage.mails()).filter(({ text }) => text.includes('/my#'))).toHaveLength(1)
})
