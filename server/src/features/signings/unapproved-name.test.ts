import { updateOrganisation } from '@kyc/contract/organisation-members.ts'
import { expect, test } from 'vitest'
import { signingStage } from '../../testing/app/signing-stage.ts'

const stage = signingStage()
const { app, made } = stage

test('a name that the office has not approved reaches no performer by a mail that a member causes (D115)', async () => {
  const { id } = await stage.send()
  const [organisation] = await app.sql<{ version: number }>(
    'SELECT version FROM organisation WHERE id = $1',
    [made.owner.accountId],
  )
  await made.owner.send(updateOrganisation, {
    params: { id: made.owner.accountId },
    body: { name: '警視庁サイバー課 未払い請求窓口', kind: 'producer', version: organisation?.version ?? 1 },
  })
  const approved = await app.sql('SELECT FROM organisation WHERE id = $1 AND approved_at IS NOT NULL', [
    made.owner.accountId,
  ])
  expect(approved).toHaveLength(0)
  expect((await made.owner.delete(`/api/signings/${id}`)).status).toBe(204)
  const texts = (await stage.mails()).map(({ text }) => text).join('\n')
  expect(texts).toContain('（運営者が名称を確認中の組織）')
  expect(texts).not.toContain('未払い請求窓口')
})
