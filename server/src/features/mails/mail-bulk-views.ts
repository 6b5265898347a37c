import { roleLabels } from '@kyc/contract/role-labels.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { instantText } from './instant-text.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendToSuperadmins } from './send-letter.ts'

interface BulkViews {
  /** The account that viewed or downloaded. */
  readonly accountId: string
  /** Distinct performers within the hour. */
  readonly performers: number
  /** Distinct documents within the hour. */
  readonly documents: number
}

/** Alerts all superadmins that one account opens unusually many records (D38). */
export async function mailBulkViews(
  services: MailServices,
  tx: Tx,
  { accountId, performers, documents }: BulkViews,
): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .select(['email', 'role'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await sendToSuperadmins(services, tx, {
    subject: '多数の記録が閲覧されています',
    parts: [
      '1つのアカウントが、1時間以内に多数の出演者または書類を表示またはダウンロードしました。',
      {
        facts: [
          ['アカウント', `${account.email ?? 'メールアドレスなし'}（${roleLabels[account.role]}）`, 'exact'],
          ['出演者', `${performers}名`],
          ['書類', `${documents}件`],
          ['日時', instantText(services.clock.now())],
        ],
      },
      '業務によるものか、本人に確認してください。不審な場合は、ユーザーの画面でこのアカウントを無効にしてください。同じアカウントについてのお知らせは、1時間に1回までです。',
      { link: linkTo(services, '/audit-logs'), label: '監査ログを開く' },
    ],
  })
}
