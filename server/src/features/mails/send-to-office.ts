import type { Tx } from '../../platform/db/transaction.ts'
import type { Letter } from './letter.ts'
import type { MailServices } from './mail-services.ts'
import { sendLetter } from './send-letter.ts'

/** Mails every admin and superadmin who may receive mails, in `tx`; with `dueMails`, those with one of these settings. */
export async function sendToOffice(
  services: MailServices,
  tx: Tx,
  letter: Letter,
  dueMails: readonly boolean[] = [false, true],
): Promise<void> {
  const office = await tx
    .selectFrom('account')
    .select('id')
    .where('role', 'in', ['admin', 'superadmin'])
    .where('disabled_at', 'is', null)
    .where('due_mails', 'in', [...dueMails])
    .execute()
  for (const { id } of office) await sendLetter(services, tx, id, letter)
}
