import { roleLabels } from '@kyc/contract/role-labels.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { instantText } from './instant-text.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendToSuperadmins } from './send-letter.ts'

/** What one account viewed or downloaded, or received in lists (D120): distinct records within the hour. */
type BulkViews = { readonly accountId: string } & (
  | { readonly performers: number; readonly documents: number }
  | { readonly listed: number }
)

/** Alerts all superadmins that one account opens unusually many records (D38). */
export async function mailBulkViews(services: MailServices, tx: Tx, views: BulkViews): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .select(['email', 'role'])
    .where('id', '=', views.accountId)
    .executeTakeFirstOrThrow()
  await sendToSuperadmins(services, tx, {
    subject: '多数の記録が閲覧されています',
    parts: [
      'listed' in views
        ? '1つのアカウントが、1時間以内に多数の出演者を一覧または監査ログで表示しました。'
        : '1つのアカウントが、1時間以内に多数の出演者または書類を表示またはダウンロードしました。',
      {
        facts: [
          ['アカウント', `${account.email ?? 'メールアドレスなし'}（${roleLabels[account.role]}）`, 'exact'],
          ...countsOf(views),
          ['日時', instantText(services.clock.now())],
        ],
      },
      '業務によるものか、本人に確認してください。不審な場合は、ユーザーの画面でこのアカウントを無効にしてください。同じアカウントについてのお知らせは、1時間に1回までです。',
      { link: linkTo(services, '/audit-logs'), label: '監査ログを開く' },
    ],
  })
}

function countsOf(views: BulkViews): [string, string][] {
  if ('listed' in views) return [['一覧の出演者', `${views.listed}名`]]
  return [
    ['出演者', `${views.performers}名`],
    ['書類', `${views.documents}件`],
  ]
}
