import type { acknowledgeTitleStop as endpoint, PartnerTitle } from '@kyc/contract/partner-shares.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { PartnerCall } from '../../partners/api/partner-binding.ts'
import { recordAcknowledgement } from '../../takedowns/acknowledge-stop.ts'
import { readTitle } from './get-title.ts'
import { acknowledgeTestStop } from './test-titles.ts'
import type { TitleServices } from './title-services.ts'
import { getTitleRow, holdTitle, lockAskingTakedown } from './titles-repository.ts'

/**
 * Records that the partner has taken the title down, as an account does for a channel (D108). A repeat changes nothing.
 */
export async function acknowledgeTitleStop(
  services: TitleServices,
  call: PartnerCall<typeof endpoint>,
): Promise<{ body: PartnerTitle }> {
  const {
    caller: { mode, partner },
    params: { reference, stop },
    request,
  } = call
  if (mode === 'test') return { body: await acknowledgeTestStop(services, call) }
  const body = await inTransaction(services.db, async (tx) => {
    const row = await getTitleRow(tx, partner.id, reference)
    const takedown = await lockAskingTakedown(tx, row, stop)
    await recordAcknowledgement(services, tx, takedown, {
      ...{ stopId: stop, origin: { actor: null, request }, at: services.clock.now() },
      by: { partner: partner.id },
      details: { partnerName: partner.name },
    })
    // Locks the share last, because each act locks the request and the video before the share.
    return readTitle(services, tx, await holdTitle(tx, partner.id, reference))
  })
  return { body }
}
