import type { Tx } from '../../platform/db/transaction.ts'
import { instantText } from './instant-text.ts'
import type { Fact } from './letter.ts'
import type { MailServices } from './mail-services.ts'
import { onRequest } from './on-request.ts'
import { linkTo, sendLetter } from './send-letter.ts'

interface Invitation {
  readonly accountId: string
  readonly token: string
  readonly expiresAt: Date
  /** Name of the inviting account. */
  readonly invitedBy: string
  /** The organisation that the account may join; absent for an invitation by the office (D67). */
  readonly organisation?: string
}

/** Mails the link for choosing the password of a new account (D5, D31). */
export function mailInvitation(services: MailServices, tx: Tx, invitation: Invitation): Promise<void> {
  const { accountId, token, expiresAt, invitedBy, organisation } = invitation
  const facts: Fact[] = [
    ['招待した人', invitedBy],
    ['有効期限', instantText(expiresAt)],
  ]
  if (organisation !== undefined) facts.unshift(['依頼元', organisation])
  return sendLetter(services, tx, accountId, {
    subject: 'アカウントへのご招待',
    // The inviting account has typed it.
    anonymous: true,
    parts: [
      '本人確認管理システムのアカウントが用意されました。次のリンクからパスワードを設定して、利用を開始してください。',
      { facts },
      { link: linkTo(services, '/invite', token), label: 'パスワードを設定する' },
      'リンクは一度だけ使えます。',
      ...(organisation === undefined
        ? ['お心当たりのない場合は、このメールを破棄してください。']
        : onRequest(services, '招待')),
    ],
  })
}
