import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import { day } from '@kyc/contract/durations.ts'
import { countOrRefuse } from '../../platform/attempts/attempt-repository.ts'
import { pseudonym } from '../../platform/crypto/pseudonym.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { foldEmail } from '../accounts/fold-email.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'

/** Limits what a record and an address receive in a day. */
export async function countSending(
  { pseudonymKey }: Pick<PerformerLinkServices, 'pseudonymKey'>,
  tx: Tx,
  { id }: { readonly id: string },
  email: string | undefined,
): Promise<void> {
  const { links } = attemptLimits
  const ruleOf = (failures: number) => ({ failures, window: day, duration: day })
  await countOrRefuse(tx, { bucket: `links-for:${id}`, rule: ruleOf(links.performer) })
  if (email === undefined) return
  const address = pseudonym(pseudonymKey, foldEmail(email))
  await countOrRefuse(tx, { bucket: `link-mails:${address}`, rule: ruleOf(links.address) })
}
