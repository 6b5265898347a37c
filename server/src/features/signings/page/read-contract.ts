import type { PageSession } from '@kyc/contract/page-session.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem } from '../../../platform/problem.ts'
import { recordLinkAct } from '../../performer-links/record-link-act.ts'
import { updateSigning } from '../signing-repository.ts'
import type { SigningServices } from '../signing-services.ts'
import { requireUnsigned } from '../signing-state.ts'
import { lockPageSigning, type PageSigningCall } from './lock-page-signing.ts'
import { presentPage } from './present-page.ts'

/** States that every page of the contract was shown, after the receipt of the sheet. A repeated call changes nothing. */
export function readContract(
  services: SigningServices,
  call: PageSigningCall,
  { pages }: { readonly pages: readonly number[] },
): Promise<PageSession> {
  return inTransaction(services.db, async (tx) => {
    const { link, row } = await lockPageSigning(services, tx, call)
    if (row.read_at === null) {
      const at = services.clock.now()
      requireUnsigned(row, at)
      if (row.sheet_received_at === null || row.contract_opened_at === null)
        throw new Problem('SIGNING_STATE')
      const shown = new Set(pages)
      const every = Array.from({ length: row.contract_pages }, (_, index) => index + 1)
      if (!every.every((page) => shown.has(page)))
        throw fieldProblem('pages', '契約書のすべてのページを最後まで表示してください。')
      await updateSigning(tx, row.id, { read_at: at })
      await recordLinkAct(services, tx, { link, actor: null, ip: call.ip }, 'signing_read', {
        videoId: row.video_id,
        sha256: row.contract_sha256.toString('hex'),
      })
    }
    return presentPage(services, tx, link)
  })
}
