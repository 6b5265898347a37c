import type { Tx } from '../../platform/db/transaction.ts'
import { instantText } from './instant-text.ts'
import type { MailServices } from './mail-services.ts'
import { onRequest } from './on-request.ts'
import { linkTo, sendLetter } from './send-letter.ts'

interface MemberInvitationMail {
  readonly accountId: string
  readonly organisation: string
  /** Name of the inviting account. */
  readonly invitedBy: string
  readonly expiresAt: Date
}

/** Mails an existing account that it may join an organisation. */
export function mailMemberInvitation(
  services: MailServices,
  tx: Tx,
  { accountId, organisation, invitedBy, expiresAt }: MemberInvitationMail,
): Promise<void> {
  return sendLetter(services, tx, accountId, {
    subject: '組織へのご招待',
    parts: [
      '本人確認管理システムの組織に招待されています。ログインして、参加するかどうかを選択してください。',
      {
        facts: [
          ['依頼元', organisation],
          ['招待した人', invitedBy],
          ['有効期限', instantText(expiresAt)],
        ],
      },
      { link: linkTo(services, '/organisation'), label: '招待を確認する' },
      ...onRequest(services, '招待'),
    ],
  })
}
