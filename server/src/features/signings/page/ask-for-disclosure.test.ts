import { listAuditLogs } from '@kyc/contract/audit.ts'
import { listPerformerRequests, respondToSubjectRequest } from '@kyc/contract/subjects.ts'
import { beforeEach, expect, test } from 'vitest'
import { boundPage } from '../../../testing/app/page-links.ts'
import { insertRecord } from '../../../testing/app/performer-rows.ts'
import { queuedMails } from '../../../testing/app/queued-mails.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import type { UsableLink } from '../../performer-links/link-repository.ts'
import { askForDisclosure } from './ask-for-disclosure.ts'
import { disclosureRequestedAt } from './disclosure-requested-at.ts'

const clock = new TestClock('2026-05-01T15:30:00Z')
const { app, admin } = useStage({ admin: 'admin' }, { overrides: { clock } })
let owner: TestAccount
let performer: string
let link: UsableLink

beforeEach(async () => {
  owner = await app.signedIn('user')
  performer = await insertRecord(app, owner)
  link = await boundPage(app, performer, owner.accountId)
})

const ask = () => askForDisclosure(app.services, { link, ip: null })
const requests = () => admin.send(listPerformerRequests, { params: { id: performer } })

test('a request is stored for the office, due in 30 days, with an entry of the performer and a mail', async () => {
  expect(await disclosureRequestedAt(app.services.db, performer)).toBeNull()
  const before = (await queuedMails(app.services, app.sql)).length
  await ask()
  expect(await requests()).toMatchObject([
    {
      kind: 'disclosure',
      receivedOn: '2026-05-02',
      dueOn: '2026-06-01',
      state: 'open',
      details: '出演者ご本人が、専用ページから開示を求めました。',
      handledBy: null,
    },
  ])
  expect(await disclosureRequestedAt(app.services.db, performer)).toEqual(clock.now())
  const [entry] = await admin.send(listAuditLogs, { query: { resourceType: 'subject_request' } })
  expect(entry).toMatchObject({
    action: 'create',
    performerId: performer,
    user: { name: '出演者本人（リンク）' },
    details: { after: { requestKind: 'disclosure', receivedOn: '2026-05-02' } },
  })
  const mails = (await queuedMails(app.services, app.sql)).slice(before)
  expect(mails.map(({ to }) => to)).toContain(admin.email)
  expect(mails.map(({ to }) => to)).not.toContain(owner.email)
})

test('a repeated call changes nothing before the answer, also at once; after it, another request is stored', async () => {
  await Promise.all([ask(), ask(), ask()])
  await ask()
  const [request, ...others] = await requests()
  expect(others).toEqual([])
  await admin.send(respondToSubjectRequest, {
    params: { id: request?.id ?? '' },
    body: { outcome: 'granted', response: '開示しました。' },
  })
  expect(await disclosureRequestedAt(app.services.db, performer)).toBeNull()
  await ask()
  expect(await requests()).toHaveLength(2)
})

test('a link that has ended stores nothing', async () => {
  await app.sql('UPDATE performer_link SET revoked_at = now() WHERE id = $1', [link.id])
  await expect(ask()).rejects.toMatchObject({ code: 'PERFORMER_LINK_ENDED' })
  expect(await requests()).toEqual([])
})
