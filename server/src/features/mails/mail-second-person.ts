import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { instantText } from './instant-text.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendToSuperadmins } from './send-letter.ts'

interface DestructionEvent {
  readonly event: 'requested' | 'confirmed' | 'stopped'
  readonly performerId: string
  /** The account that acted. */
  readonly actor: string
  /** When a confirmed destruction takes effect. */
  readonly effectiveAt?: Date
}

const destructionTexts = {
  requested: {
    subject: '封印した記録の破棄が申請されました',
    text: '保存期限前の破棄が申請されました。ほかの最高管理者が承認すると、24時間後に破棄されます。',
  },
  confirmed: {
    subject: '封印した記録の破棄が承認されました',
    text: '保存期限前の破棄が承認されました。次の日時に破棄され、元に戻せません。それまでは、どの最高管理者も中止できます。',
  },
  stopped: {
    subject: '封印した記録の破棄が中止されました',
    text: '承認された破棄が中止されました。記録は保管されます。',
  },
} as const

/** Informs all superadmins about each step of an early destruction (D116), without anything about the person. */
export async function mailDestruction(
  services: MailServices,
  tx: Tx,
  { event, performerId, actor, effectiveAt }: DestructionEvent,
): Promise<void> {
  const { subject, text } = destructionTexts[event]
  const { name } = await nameOf(tx, actor)
  await sendToSuperadmins(services, tx, {
    subject,
    parts: [
      text,
      {
        facts: [
          ['記録ID', performerId],
          ['操作した人', name],
          ...(effectiveAt ? [['破棄の予定', instantText(effectiveAt)] as const] : []),
        ],
      },
      '心当たりがない場合は、すぐにほかの最高管理者に連絡し、破棄を中止してください。',
      { link: linkTo(services, `/sealed/${performerId}`), label: '封印した記録を開く' },
    ],
  })
}

interface WithheldPictures {
  readonly actor: string
  readonly performerId: string
  readonly type: DocumentType
  readonly undoUntil: Date
}

/** Informs all superadmins, who alone can undo it, that pictures were withheld, without anything about the person. */
export async function mailWithheld(
  services: MailServices,
  tx: Tx,
  { actor, performerId, type, undoUntil }: WithheldPictures,
): Promise<void> {
  const { name } = await nameOf(tx, actor)
  await sendToSuperadmins(services, tx, {
    subject: '書類の画像が消されました',
    parts: [
      '書類の一部が黒く塗りつぶされたか、裏面が削除されました。元の画像は次の期限まで残り、最高管理者が元に戻せます。期限を過ぎると自動で破棄され、元に戻せません。',
      {
        facts: [
          ['記録ID', performerId],
          ['書類', documentTypeLabels[type]],
          ['操作した人', name],
          ['元に戻せる期限', instantText(undoUntil)],
        ],
      },
      '心当たりがない場合は、すぐに元に戻すか、記録を保全してください。',
      { link: linkTo(services, `/performers/${performerId}`), label: '記録を開く' },
    ],
  })
}

/** Informs all superadmins that rows of a destruction were found that no decision in the log explains (D119). */
export async function mailVoidedDestruction(
  services: MailServices,
  tx: Tx,
  performerId: string,
): Promise<void> {
  await sendToSuperadmins(services, tx, {
    subject: '【重要】監査ログにない破棄の申請を取り消しました',
    parts: [
      '次の記録に、破棄の承認または保全の解除がデータベースにだけあり、監査ログにありませんでした。記録は破棄せず、申請を取り消しました。データベースへの不正な書き込みの疑いがあります。',
      { facts: [['記録ID', performerId]] },
      'すぐに運用の担当者に連絡してください。',
      { link: linkTo(services, `/sealed/${performerId}`), label: '封印した記録を開く' },
    ],
  })
}

/** Informs all superadmins that one of them has ended a legal hold, without anything about the person. */
export async function mailHoldEnded(
  services: MailServices,
  tx: Tx,
  { actor, page }: { readonly actor: string; readonly page: string },
): Promise<void> {
  const { name } = await nameOf(tx, actor)
  await sendToSuperadmins(services, tx, {
    subject: '記録の保全が解除されました',
    parts: [
      '次の記録の保全が解除されました。保存期限を過ぎた記録と、取り消しの期限を過ぎた画像は、解除の24時間後から自動で破棄されます。',
      {
        facts: [
          ['操作した人', name],
          ['日時', instantText(services.clock.now())],
        ],
      },
      '心当たりがない場合は、すぐに保全してください。',
      { link: linkTo(services, page), label: '記録を開く' },
    ],
  })
}

interface TransferEvent {
  readonly event: 'requested' | 'done'
  /** The account that acted. */
  readonly actor: string
  readonly from: string
  readonly to: string
  /** Null for a merge. */
  readonly records: object | null
}

/** Informs all superadmins about the request and the confirmation of a move or merge. */
export async function mailTransfer(
  services: MailServices,
  tx: Tx,
  { event, actor, from, to, records }: TransferEvent,
): Promise<void> {
  const kind = records ? '記録の移行' : '組織の統合'
  const { name } = await nameOf(tx, actor)
  await sendToSuperadmins(services, tx, {
    subject: event === 'requested' ? `${kind}が申請されました` : `${kind}が承認されました`,
    parts: [
      event === 'requested'
        ? `${kind}が申請されました。ほかの最高管理者が承認すると、すぐに実行されます。`
        : `${kind}が承認され、実行されました。`,
      {
        facts: [
          ['元の組織', from],
          ['移行先の組織', to],
          ['操作した人', name],
          ['日時', instantText(services.clock.now())],
        ],
      },
      '心当たりがない場合は、すぐにほかの最高管理者に連絡してください。',
      { link: linkTo(services, '/organisations'), label: '組織を開く' },
    ],
  })
}

export interface SuperadminEvent {
  readonly event: 'requested' | 'added' | 'enabled' | 'removed' | 'factor_reset'
  readonly accountId: string
  /** The account that acted; null for the command line and the provider's claims. */
  readonly actor: string | null
}

const superadminTexts = {
  requested: {
    subject: '最高管理者の追加が申請されました',
    text: '次のアカウントを最高管理者にする（または、無効にした最高管理者を有効に戻す）申請があります。ほかの最高管理者が承認すると、最高管理者になります。',
  },
  added: { subject: '最高管理者が追加されました', text: '次のアカウントが最高管理者になりました。' },
  enabled: {
    subject: '最高管理者のアカウントが有効になりました',
    text: '無効だった最高管理者のアカウントが、有効に戻りました。',
  },
  removed: {
    subject: '最高管理者が減りました',
    text: '次のアカウントは、最高管理者ではなくなったか、無効になりました。',
  },
  factor_reset: {
    subject: '最高管理者の二段階認証が解除されました',
    text: '次の最高管理者の二段階認証が、別の最高管理者によって解除されました。',
  },
} as const

/** Informs all superadmins about each change of who they are, also the one who is about to be removed. */
export async function mailSuperadmin(
  services: MailServices,
  tx: Tx,
  { event, accountId, actor }: SuperadminEvent,
): Promise<void> {
  const { subject, text } = superadminTexts[event]
  const { name, email } = await nameOf(tx, accountId)
  const by = actor === null ? 'コマンドまたは動画サービス' : (await nameOf(tx, actor)).name
  await sendToSuperadmins(
    services,
    tx,
    {
      subject,
      parts: [
        text,
        {
          facts: [
            ['氏名', name],
            ['メールアドレス', email ?? 'なし', 'exact'],
            ['操作した人', by],
            ['日時', instantText(services.clock.now())],
          ],
        },
        '心当たりがない場合は、すぐにほかの最高管理者に連絡し、ユーザーの画面で確認してください。',
        { link: linkTo(services, '/users'), label: 'ユーザーを開く' },
      ],
    },
    event === 'removed' ? undefined : accountId,
  )
}

function nameOf(tx: Tx, id: string): Promise<{ name: string; email: string | null }> {
  return tx.selectFrom('account').select(['name', 'email']).where('id', '=', id).executeTakeFirstOrThrow()
}
