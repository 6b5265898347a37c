import { partnerModeLabels } from '@kyc/contract/labels.ts'
import type { PartnerMode } from '@kyc/contract/partners.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { instantText } from './instant-text.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendToSuperadmins } from './send-letter.ts'

interface StoppedCallbacks {
  readonly partnerName: string
  readonly reason: 'gone' | 'failing'
  /** The webhook that has stopped; if absent, all deliveries to the partner have stopped. */
  readonly webhook?: PartnerMode
}

const reasons = {
  gone: '提携先のサーバーから、送信先が廃止されたという応答（410）がありました。',
  failing: '提携先への送信が5日間続けて失敗しました。',
} as const satisfies Record<StoppedCallbacks['reason'], string>

/** Notifies all superadmins that deliveries to a partner have stopped (D35). */
export function mailCallbacksStopped(
  services: MailServices,
  tx: Tx,
  { partnerName, reason, webhook }: StoppedCallbacks,
): Promise<void> {
  return sendToSuperadmins(services, tx, {
    subject: '提携先への送信を停止しました',
    parts: [
      `${reasons[reason]}この提携先への送信を停止しています。`,
      {
        facts: [
          ['提携先', partnerName],
          ...(webhook ? [['停止したもの', `${partnerModeLabels[webhook]}のWebhook`] as const] : []),
          ['日時', instantText(services.clock.now())],
        ],
      },
      '停止しているあいだは送られずに保管されます。提携先に送信先を確認し、提携先の画面から送信を再開してください。',
      { link: linkTo(services, '/partners'), label: '提携先の画面を開く' },
    ],
  })
}
