import type { Tx } from '../../platform/db/transaction.ts'
import type { Letter } from './letter.ts'
import type { MailServices } from './mail-services.ts'
import { sendLetter } from './send-letter.ts'

/** Mails every admin and superadmin who may receive mails, in `tx`. */
export async function sendToOffice(services: MailServices, tx: Tx, letter: Letter): Promise<void> {
  const office = await tx
    .selectFrom('account')
    .select('id')
    .where('role', 'in', ['admin', 'superadmin'])
    .where('disabled_at', 'is', null)
    .execute()
  for (const { id } of office) await sendLetter(services, tx, id, letter)
}
