import type { Tx } from '../../platform/db/transaction.ts'
import type { Letter } from './letter.ts'
import { writeMail } from './letter.ts'
import type { MailServices } from './mail-services.ts'

/** Writes to the holder of an account, in `tx`. A disabled account gets no mail. */
export async function sendLetter(
  { mails }: MailServices,
  tx: Tx,
  accountId: string,
  letter: Letter,
  options?: { notBefore?: Date },
): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .select(['email', 'name'])
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (account)
    await mails.send(tx, writeMail({ address: account.email, name: account.name }, letter), options)
}

/** Writes to every superadmin whose account is enabled, in `tx`. */
export async function sendToSuperadmins(services: MailServices, tx: Tx, letter: Letter): Promise<void> {
  const superadmins = await tx.selectFrom('account').select('id').where('role', '=', 'superadmin').execute()
  for (const { id } of superadmins) await sendLetter(services, tx, id, letter)
}

/** A page of ours. `secret` goes into the fragment, which browsers send to nobody. */
export function linkTo({ config }: MailServices, path: string, secret?: string): URL {
  const url = new URL(path, config.publicUrl)
  if (secret !== undefined) url.hash = `token=${encodeURIComponent(secret)}`
  return url
}
