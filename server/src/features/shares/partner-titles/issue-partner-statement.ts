import { dayInJapan } from '@kyc/contract/dates.ts'
import type { getTitleStatement as endpoint } from '@kyc/contract/partner-shares.ts'
import { statementAudience, testStatementAudience } from '@kyc/contract/share-vocabulary.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { aboutVideo } from '../../audit/about.ts'
import type { PartnerCall } from '../../partners/api/partner-binding.ts'
import { readSharedRecords } from '../get-shared.ts'
import { type SignedStatement, signStatement } from '../sign-statement.ts'
import { getTestTitle } from './test-titles.ts'
import type { TitleServices } from './title-services.ts'
import { holdTitle } from './titles-repository.ts'

type Call = PartnerCall<typeof endpoint>

/**
 * Signs what the records of a title say now, for its partner. A concurrent end of the share waits for the transaction,
 * or has ended the share before, and then the call is refused.
 */
export async function issuePartnerStatement(
  services: TitleServices,
  call: Call,
): Promise<{ body: { statement: string; expires_at: string } }> {
  const { statement, expiresAt } =
    call.caller.mode === 'test' ? await issueTest(services, call) : await issueLive(services, call)
  return { body: { statement, expires_at: expiresAt } }
}

function issueLive(
  services: TitleServices,
  { caller: { partner }, params, request }: Call,
): Promise<SignedStatement> {
  return inTransaction(services.db, async (tx) => {
    const row = await holdTitle(tx, partner.id, params.reference)
    const { video_id: videoId, channel_id: channelId } = row
    const day = dayInJapan(services.clock.now())
    const subject = {
      ...{ sub: row.id, title: row.title, product_number: row.product_number },
      ...{ organisation: row.owner_name, recipient: partner.name, channel: row.channel },
      records: await readSharedRecords(tx, { videoId, channelId, day }),
    }
    const issued = await signStatement(services, tx, subject, statementAudience)
    const details = { change: 'statement_issued', statement: issued.jti, partnerName: partner.name }
    await services.audit.record(
      tx,
      { actor: null, request },
      'share',
      aboutVideo(videoId, row.owner_id),
      details,
    )
    return issued
  })
}

/** Signs a test statement. Its audience is one that no verifier of titles accepts. */
async function issueTest(
  services: TitleServices,
  { caller: { partner }, params }: Call,
): Promise<SignedStatement> {
  const { id, title, product_number, organisation, channel, records } = await getTestTitle(
    services.db,
    partner.id,
    params.reference,
  )
  const subject = { sub: id, title, product_number, organisation, recipient: partner.name, channel, records }
  return signStatement(services, services.db, subject, testStatementAudience)
}
