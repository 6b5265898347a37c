import { dayInJapan } from '@kyc/contract/dates.ts'
import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import { statementAudience } from '@kyc/contract/share-vocabulary.ts'
import type { issueStatement as endpoint } from '@kyc/contract/statements.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { requireEditable } from '../access/visible-to.ts'
import { aboutShare, aboutVideo } from '../audit/about.ts'
import { readFactsOf } from '../videos/facts/facts-repository.ts'
import { titleOf } from '../videos/facts/title-facts.ts'
import { getVideoRow } from '../videos/get-video.ts'
import { lockVideo } from '../videos/videos-repository.ts'
import { readSharedRecords } from './get-shared.ts'
import type { ShareServices } from './share-services.ts'
import type { ShareCall } from './share-video.ts'
import { lockShared } from './shares-repository.ts'
import { signStatement } from './sign-statement.ts'

type Issued = ReplyOf<typeof endpoint>

/**
 * Signs what the records of a shared video say now (D113). A concurrent end of the share waits for the transaction, or
 * has ended the share before, and then the call is refused. `id` of the call is that of the share.
 */
export function issueStatement(services: ShareServices, { actor, id, request }: ShareCall): Promise<Issued> {
  return inTransaction(services.db, async (tx) => {
    const shared = await lockShared(tx, actor, id, services.clock.now())
    requireEditable(shared)
    const { video_id: videoId, channel_id: channelId } = shared
    const subject = {
      sub: id,
      title: shared.title,
      product_number: shared.product_number,
      organisation: shared.owner_name,
      recipient: shared.recipient_name,
      channel: shared.channel,
      records: await readSharedRecords(tx, { videoId, channelId, day: dayInJapan(services.clock.now()) }),
    }
    const { jti, ...issued } = await signStatement(services, tx, subject, statementAudience)
    const details = { change: 'statement_issued', statement: jti }
    await services.audit.record(
      tx,
      { actor, request },
      'share',
      aboutVideo(shared.video_id, shared.owner_id),
      {
        ...details,
        recipient: shared.recipient_name,
        actingFor: shared.recipient_name,
      },
    )
    await services.audit.record(tx, { actor, request }, 'share', aboutShare(id, shared.recipient_id), {
      ...details,
      title: shared.title,
    })
    return issued
  })
}

/** Signs what the records of a video of the own organisation say now. */
export function issueOwnStatement(
  services: ShareServices,
  { actor, id, request }: ShareCall,
): Promise<Issued> {
  return inTransaction(services.db, async (tx) => {
    if (!(await lockVideo(tx, actor, id))) throw new Problem('VIDEO_NOT_FOUND')
    const video = await getVideoRow(tx, actor, id)
    const { facts } = await readFactsOf(tx, id)
    const day = dayInJapan(services.clock.now())
    const subject = {
      sub: id,
      title: video.title,
      product_number: titleOf(facts).productNumber,
      organisation: video.owner_name,
      ...{ recipient: null, channel: null },
      records: await readSharedRecords(tx, { videoId: id, channelId: null, day }),
    }
    const { jti, ...issued } = await signStatement(services, tx, subject, statementAudience)
    const details = { change: 'statement_issued', statement: jti }
    await services.audit.record(tx, { actor, request }, 'share', aboutVideo(id, video.owner_id), details)
    return issued
  })
}
