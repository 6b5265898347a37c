import { limits } from '@kyc/contract/limits.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo } from './send-letter.ts'
import { sendToOffice } from './send-to-office.ts'

/** Mails the office that a performer has asked for the disclosure of its data (D77). */
export function mailDisclosureRequest(
  services: MailServices,
  tx: Tx,
  { performerId }: { readonly performerId: string },
): Promise<void> {
  return sendToOffice(services, tx, {
    subject: '開示の請求がありました',
    about: [performerId],
    parts: [
      `出演者ご本人が、専用ページから、保管している情報の開示を請求しました。受付日から${limits.subjectRequest.dueDays}日以内に回答してください。`,
      { link: linkTo(services, '/subject-requests'), label: '開示等の請求の一覧を開く' },
    ],
  })
}
