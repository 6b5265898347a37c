import { holdPerformer } from '@kyc/contract/legal-holds.ts'
import { getTakedown } from '@kyc/contract/takedowns.ts'
import { expect, test } from 'vitest'
import { insertTakedown, registerPerformer } from '../../testing/app/factories.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { eraseNotices } from './erase-notices.ts'

const { app, owner, superadmin } = useStage({ owner: 'user', superadmin: 'superadmin' })

test('a legal hold keeps the text and the proof of a closed request about the performer (D116)', async () => {
  const { id: performer } = await registerPerformer(owner)
  const id = await insertTakedown(app, owner.accountId, owner.accountId)
  await app.sql('UPDATE takedown SET performer_id = $2 WHERE id = $1', [id, performer])
  const form = new FormData()
  form.append('file', new Blob([await samplePng()]), '解除の通知.png')
  const reply = await owner.call('POST', `/api/takedowns/${id}/evidence`, {
    form,
    headers: { 'idempotency-key': id },
  })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  await superadmin.send(holdPerformer, { params: { id: performer }, body: { reason: '係争中' } })
  await app.sql(
    "UPDATE takedown SET state = 'unfounded', closed_at = now() - interval '31 years', received_at = now() - interval '31 years' WHERE id = $1",
    [id],
  )
  await eraseNotices(app.services)
  const { evidence } = await owner.send(getTakedown, { params: { id } })
  expect(evidence.map(({ filename }) => filename)).toEqual(['解除の通知.png'])
})
