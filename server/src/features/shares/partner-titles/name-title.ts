import {
  type nameTitle as endpoint,
  type PartnerTitle,
  titleReference,
} from '@kyc/contract/partner-shares.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutVideo } from '../../audit/about.ts'
import type { PartnerCall } from '../../partners/api/partner-binding.ts'
import { readTitle } from './get-title.ts'
import { nameTestTitle } from './test-titles.ts'
import type { TitleServices } from './title-services.ts'
import { lockOffer, setReference } from './titles-repository.ts'

/** Gives a shared title the partner's own id (D112). A repeat changes nothing; another id replaces it. */
export async function nameTitle(
  services: TitleServices,
  call: PartnerCall<typeof endpoint>,
): Promise<{ body: PartnerTitle }> {
  const { reference } = call.params
  const [issue] = titleReference.safeParse(reference).error?.issues ?? []
  if (issue) throw fieldProblem('reference', issue.message)
  const { mode, partner } = call.caller
  if (mode === 'test') return { body: await nameTestTitle(services, call) }
  const body = await inTransaction(services.db, async (tx) => {
    const row = await lockOffer(tx, partner.id, call.body.share_id)
    if (row.reference !== reference) {
      await refuseUsed(() => setReference(tx, row.id, reference))
      const origin = { actor: null, request: call.request }
      await services.audit.record(tx, origin, 'update', aboutVideo(row.video_id, row.owner_id), {
        change: 'title_named',
        partnerName: partner.name,
        externalId: reference,
      })
    }
    return readTitle(services, tx, { ...row, reference })
  })
  return { body }
}

/** Refuses a used reference. Only the unique index detects a concurrent use. */
async function refuseUsed(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const isUsed =
      error instanceof Error && 'constraint' in error && error.constraint === 'video_share_reference'
    throw isUsed ? new Problem('TITLE_REFERENCE_USED', { cause: error }) : error
  }
}
