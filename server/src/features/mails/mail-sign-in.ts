import { minute } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { browserOf } from './browser-of.ts'
import { instantText } from './instant-text.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendLetter } from './send-letter.ts'

/** Notifies the account of its lockout after failed sign-ins (D28). Called once per lockout. */
export function mailLockout(
  services: MailServices,
  tx: Tx,
  { accountId }: { accountId: string },
): Promise<void> {
  const { failures, duration } = limits.lockout
  const now = services.clock.now()
  return sendLetter(services, tx, accountId, {
    subject: 'ログインを一時的に制限しました',
    parts: [
      `お使いのアカウントへのログインが続けて${failures}回失敗したため、${duration / minute}分間、パスワードによるログインを制限しています。`,
      {
        facts: [
          ['日時', instantText(now)],
          ['制限が終わる時刻', instantText(new Date(now.getTime() + duration))],
        ],
      },
      'これまでにログインしたことのあるブラウザからは、制限中もログインできます。',
      'ご自身の操作でない場合は、パスワードの再設定をおすすめします。',
      { link: linkTo(services, '/password-reset'), label: 'パスワードを再設定する' },
    ],
  })
}

/** Notifies the account of a sign-in from a browser that has not signed in to it before. */
export function mailNewDevice(
  services: MailServices,
  tx: Tx,
  { accountId, request }: { accountId: string; request: Pick<RequestInfo, 'ip' | 'userAgent'> },
): Promise<void> {
  return sendLetter(services, tx, accountId, {
    subject: '新しいブラウザからのログイン',
    parts: [
      'お使いのアカウントに、これまで使われていないブラウザからログインがありました。',
      {
        facts: [
          ['日時', instantText(services.clock.now())],
          ['ブラウザ', browserOf(request.userAgent)],
          ['IPアドレス', request.ip ?? '不明', 'exact'],
        ],
      },
      'ご自身のログインであれば、対応は不要です。お心当たりのない場合は、すぐにパスワードを再設定し、管理者にご連絡ください。',
      { link: linkTo(services, '/password-reset'), label: 'パスワードを再設定する' },
    ],
  })
}
