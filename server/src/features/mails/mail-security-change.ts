import type { Tx } from '../../platform/db/transaction.ts'
import { instantText } from './instant-text.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendLetter } from './send-letter.ts'

const changes = {
  password_changed: 'パスワードが変更されました',
  password_reset: 'パスワードが再設定されました',
  totp_added: '認証アプリが追加されました',
  totp_removed: '認証アプリが削除されました',
  passkey_added: 'パスキーが追加されました',
  passkey_removed: 'パスキーが削除されました',
  recovery_codes_renewed: 'リカバリーコードが再発行されました',
  second_factor_reset: '管理者により二段階認証が解除されました',
  provider_linked: '動画サービスのアカウントと連携されました',
  recovery_code_used: 'リカバリーコードでログインされました',
} as const

export type SecurityChange = keyof typeof changes

/** Notifies the account that its password, second factors or account at the identity provider have changed. */
export function mailSecurityChange(
  services: MailServices,
  tx: Tx,
  { accountId, change }: { accountId: string; change: SecurityChange },
): Promise<void> {
  return sendLetter(services, tx, accountId, {
    subject: changes[change],
    parts: [
      `お使いのアカウントで、${changes[change]}。`,
      { facts: [['日時', instantText(services.clock.now())]] },
      { link: linkTo(services, '/account'), label: 'アカウントを確認する' },
      'お心当たりのない場合は、すぐにパスワードを再設定し、管理者にご連絡ください。',
      { link: linkTo(services, '/password-reset'), label: 'パスワードを再設定する' },
    ],
  })
}
