import * as contract from '@kyc/contract/partner-shares.ts'
import { listPublications } from '@kyc/contract/publications.ts'
import { expect, test } from 'vitest'
import { moveRecords } from '../../../testing/app/move-records.ts'
import { foundCompany } from '../../../testing/app/organisations.ts'
import { partnerTitleStage } from '../../../testing/app/partner-title-stage.ts'
import { share } from '../../../testing/app/share-calls.ts'

const { app, call, events, name, publish, read, stage, stop, superadmin, titles } = partnerTitleStage()

test('a title that a partner publishes is still stopped at the partner after it has moved to another organisation', async () => {
  await name()
  await titles.complete()
  await publish()
  const next = await app.signedIn('user', '移転先 次郎')
  const to = await foundCompany(app, next)
  const [row] = await app.sql<{ from: string }>('SELECT owner_id AS from FROM video WHERE id = $1', [
    stage.video.id,
  ])
  await moveRecords(
    { first: superadmin, second: await app.signedIn('superadmin') },
    { from: row?.from ?? '', to, performers: [stage.performer], videos: [stage.video.id] },
  )
  stage.owner = next
  stage.shareId = await share(next, stage.video.id, stage.server.partnerId)
  await name()
  expect((await read()).publication).not.toBeNull()
  await stop()
  expect((await read()).stops).toHaveLength(1)
  expect((await events()).map(([type]) => type)).toContain('takedown.stopped')
  await call(contract.unpublishTitle)
  const { publications } = await next.send(listPublications, { params: { id: stage.video.id } })
  expect(publications).toMatchObject([{ endedOn: expect.any(String) }])
})
