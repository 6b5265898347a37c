import { dayInJapan } from '@kyc/contract/dates.ts'
import type { NamedActor } from '../features/access/actor.ts'
import { personalOf } from '../features/access/scope.ts'
import { sendInquiry } from '../features/inquiries/send-inquiry.ts'
import { inviteMember } from '../features/organisations/invite-member.ts'
import { createLink } from '../features/performer-links/create-link.ts'
import { documentsPage } from '../features/performer-links/documents-page.ts'
import { openLink } from '../features/performer-links/open-link.ts'
import { createPerformer } from '../features/performers/create-performer.ts'
import { deletePerformer } from '../features/performers/delete-performer.ts'
import { addNote } from '../features/review/add-note.ts'
import { createSubjectRequest } from '../features/subjects/create-request.ts'
import type { Services } from '../services.ts'
import { type DemoActor, demoActors } from './actors.ts'
import { createDemoCampaign } from './campaign.ts'
import { demoRequest, demoUpload } from './demo-request.ts'
import { getPerformer } from './find-performer.ts'
import { createTransfers } from './transfers.ts'

type Actors = Readonly<Record<DemoActor, NamedActor>>

/** The record that waits for its documents by a link, and the one that was deleted. */
export const exampleNames = {
  draft: { lastName: '架空', firstName: 'ゆき', lastNameRoman: 'KAKU', firstNameRoman: 'YUKI' },
  sealed: { lastName: '退会', firstName: '例子', lastNameRoman: 'TAIKAI', firstNameRoman: 'REIKO' },
} as const

/**
 * One example of each thing that the stories lack: a draft with an opened link, a sealed record, a note, a request of a
 * data subject, a campaign, transfers, an invitation and an inquiry. The inquiry comes last and marks the others as
 * complete: after an interrupted first start without it, the next start creates all of them again.
 * @param services with a clock shortly before the first start
 */
export async function createExamples(services: Services, actors: Actors): Promise<void> {
  const [found] = await services.db.selectFrom('inquiry').select('id').limit(1).execute()
  if (found) return
  const { id: performerId } = await getPerformer(services.db, 'otsuyama-jiro')
  const producer = { actor: actors.seisaku, request: demoRequest(demoActors.seisaku.ip) }
  const office = { actor: actors.admin, request: demoRequest(demoActors.admin.ip) }
  const register = async (fields: Readonly<Record<string, string>>) =>
    (
      await createPerformer(services, {
        ...producer,
        query: { draft: 'true' },
        upload: demoUpload(fields, []),
      })
    ).body.id
  const draft = await register(exampleNames.draft)
  const { body: created } = await createLink(services, {
    ...producer,
    performerId: draft,
    body: { language: 'ja' },
  })
  // Without an address, the reply has the link.
  const token = new URLSearchParams(new URL(created.url ?? '').hash.slice(1)).get('token') ?? ''
  await openLink(services, documentsPage, { token, actor: undefined, request: demoRequest('198.51.100.33') })
  const sealed = await register(exampleNames.sealed)
  await deletePerformer(services, { actor: actors.superadmin, id: sealed, ip: demoActors.superadmin.ip })
  const text = '再提出の写真は照明が改善されている。有効期限だけを確認する。'
  await addNote(services, { ...office, performerId, text })
  const received = dayInJapan(services.clock.now())
  const details = '保管されている書類の一覧と、閲覧した人を知りたいとのこと。電話で本人を確認済み。'
  const body = { kind: 'disclosure', receivedOn: received, details } as const
  await createSubjectRequest(services, { ...office, performerId, body })
  await createDemoCampaign(services, actors.seisaku, demoActors.seisaku.ip)
  await createTransfers(services, actors)
  await inviteMember(services, {
    caller: actors.seisaku,
    id: personalOf(actors.seisaku.id),
    body: { email: 'newcomer@example.com', name: '制作 四郎', role: 'staff' },
    request: producer.request,
  })
  await sendInquiry(
    services,
    {
      name: '見本 太郎',
      email: 'visitor@example.com',
      subject: '料金について',
      message: '出演者が50名ほどの制作会社です。料金と、導入までの流れを教えてください。',
    },
    { actor: undefined, request: demoRequest('198.51.100.20') },
  )
}
