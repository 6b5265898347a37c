import { dateTimeInWords } from '@kyc/contract/dates.ts'
import { type TakedownKind, type TakedownWay, takedownKinds } from '@kyc/contract/takedown-vocabulary.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Letter } from './letter.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendLetter } from './send-letter.ts'
import { sendToOffice } from './send-to-office.ts'

interface ReceivedTakedown {
  readonly id: string
  readonly number: string
  readonly kind: TakedownKind
  readonly way: TakedownWay
  /** The owner of the title. */
  readonly ownerId: string
  /** The number of titles that were derived from the title. */
  readonly derived: number
}

/** Mails those in charge that a title is stopped. The mail names neither the person nor the title (D108). */
export async function mailTakedown(
  services: MailServices,
  tx: Tx,
  received: ReceivedTakedown,
): Promise<void> {
  await sendToThoseInCharge(services, tx, received.ownerId, letterOf(services, received))
}

/**
 * Mails the accounts of `mailTakedown` that an open request is due within a day, or late. Skips accounts with the daily
 * mail about what is due if the request is due within a day, because their daily mail has it. A late request does not
 * wait for the next morning.
 */
export async function mailTakedownDue(
  services: MailServices,
  tx: Tx,
  due: {
    readonly id: string
    readonly number: string
    readonly kind: TakedownKind
    readonly owner_id: string | null
    readonly due_at: Date
    readonly isLate: boolean
  },
): Promise<void> {
  await sendToThoseInCharge(
    services,
    tx,
    due.owner_id,
    {
      subject: due.isLate ? '公開停止の申し出が期限を過ぎています' : '公開停止の申し出の期限が近づいています',
      parts: [
        due.isLate
          ? '次の申し出への対応が、期限を過ぎても完了していません。'
          : '次の申し出への対応の期限まで、あと1日です。',
        {
          facts: [
            ['受付番号', due.number],
            ['種類', takedownKinds[due.kind].label],
            ['期限', dateTimeInWords(due.due_at.toISOString())],
          ],
        },
        { link: linkTo(services, `/takedowns/${due.id}`), label: '申し出を開く' },
      ],
    },
    !due.isLate,
  )
}

/**
 * Mails every member of the organisation and the office at once, whatever they have chosen for other mails and also
 * while the organisation is disabled: publication must stop.
 */
async function sendToThoseInCharge(
  services: MailServices,
  tx: Tx,
  owner: string | null,
  letter: Letter,
  isInDailyMail = false,
): Promise<void> {
  const members =
    owner === null
      ? []
      : await tx
          .selectFrom('membership')
          .innerJoin('account', 'account.id', 'membership.account_id')
          .select('account.id')
          .where('organisation_id', '=', owner)
          .where('left_at', 'is', null)
          .where('account.role', '=', 'user')
          .where('account.due_mails', 'in', wanting(isInDailyMail))
          .orderBy('account.id')
          .execute()
  for (const { id } of members) await sendLetter(services, tx, id, letter)
  await sendToOffice(services, tx, letter, wanting(isInDailyMail))
}

/** The values of `due_mails` of the accounts to mail. Skips accounts with the daily mail if it contains the same. */
function wanting(isInDailyMail: boolean): boolean[] {
  return isInDailyMail ? [false] : [false, true]
}

/** Mails the office about a request of the public form whose title the office has to find. */
export async function mailUnknownTitle(
  services: MailServices,
  tx: Tx,
  { id, number, kind }: Pick<ReceivedTakedown, 'id' | 'number' | 'kind'>,
): Promise<void> {
  await sendToOffice(services, tx, {
    subject: '公開停止の申し出を受け付けました',
    parts: [
      '公開フォームから申し出が届きました。作品を特定できなかったため、まだ何も停止していません。内容を確認し、作品を指定してください。',
      {
        facts: [
          ['受付番号', number],
          ['種類', takedownKinds[kind].label],
        ],
      },
      { link: linkTo(services, `/takedowns/${id}`), label: '申し出を開く' },
    ],
  })
}

function letterOf(services: MailServices, { id, number, kind, way, derived }: ReceivedTakedown): Letter {
  return {
    subject: '公開停止の申し出を受け付けました',
    parts: [
      way === 'page'
        ? '出演者ご本人が、専用ページで作品の契約を解除しました（任意解除）。解除はすでに効力を生じています。理由をお尋ねになることはできません。'
        : '作品の公開停止の申し出を受け付けました。',
      'この作品と、この作品から作られた動画は、すべての公開先で新しく公開できません。公開中の公開先に停止を依頼し、停止したことを記録してください。',
      {
        facts: [
          ['受付番号', number],
          ['種類', takedownKinds[kind].label],
          ...(derived > 0 ? [['この作品から作られた動画', `${derived}件`] as const] : []),
        ],
      },
      { link: linkTo(services, `/takedowns/${id}`), label: '申し出を開く' },
    ],
  }
}
