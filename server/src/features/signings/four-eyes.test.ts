import { day } from '@kyc/contract/durations.ts'
import { listPapers } from '@kyc/contract/papers.ts'
import { openPerformerPage } from '@kyc/contract/performer-page.ts'
import { sendSigning } from '@kyc/contract/signings.ts'
import { expect, test } from 'vitest'
import { anonymousBrowser } from '../../testing/app/anonymous-browser.ts'
import { samplePdf } from '../../testing/app/sample-files.ts'
import { signingStage } from '../../testing/app/signing-stage.ts'
import type { TestAccount } from '../../testing/app/test-app.ts'

const stage = signingStage({}, { REVIEW_FOUR_EYES: 'on' })
const { app, admin, made, clock } = stage

/** A signed contract of which `by` made the draft or uploaded the PDF, and which a member sent. */
async function signedAfter(by: TestAccount, act: 'drafted' | 'uploaded'): Promise<void> {
  const drafted = await (act === 'drafted' ? by : made.owner).post(stage.draftPath(), stage.draftBody())
  const { id } = drafted.json as { id: string } // of the contract's reply
  if (act === 'uploaded') {
    const form = new FormData()
    form.append('file', new Blob([samplePdf(2)]), '契約書.pdf')
    const path = `/api/signings/${id}/papers/contract`
    const own = await by.call('PUT', path, { form, headers: { 'idempotency-key': id } })
    expect(own.status, JSON.stringify(own.json)).toBe(200)
  }
  await made.owner.send(sendSigning, { params: { id }, body: stage.offerOf(await stage.show(id)) })
  const token = await stage.newestToken()
  const client = await anonymousBrowser(app)
  const opened = await client.send(openPerformerPage, { body: { token } })
  const on = { client, id: opened.id, signing: id, token }
  await stage.receiveSheet(on)
  await stage.read(on)
  await stage.talk(id)
  clock.moveTo(new Date(clock.now().getTime() + day))
  await stage.done(stage.sign(on))
  await stage.copy(on)
}

test.each(['drafted', 'uploaded'] as const)(
  'a reviewer who %s what a member sent and the performer signed reviews neither contract nor sheet (D6)',
  async (act) => {
    await signedAfter(admin, act)
    const other = await app.signedIn('admin')
    for (const [reader, ownWork] of [
      [admin, true],
      [other, false],
    ] as const)
      expect(await reader.send(listPapers, { params: { id: made.video.id } })).toMatchObject([
        { type: 'contract', ownWork },
        { type: 'explanationSheet', ownWork },
      ])
  },
)
