import type { IdKind, refusedIdKinds } from './document-vocabulary.ts'
import { idKindLabels } from './labels.ts'
import { problems } from './problems.ts'

type RefusedIdKind = (typeof refusedIdKinds)[number]

/** The words of the choice of a kind of ID. */
export interface IdKindTexts {
  readonly title: string
  readonly hint: string
  readonly kinds: Readonly<Record<IdKind, string>>
  /** The sides that a kind requires. */
  readonly sides: Readonly<Record<'both' | 'front' | 'page', string>>
  readonly refusedTitle: string
  readonly refused: Readonly<Record<RefusedIdKind, { readonly label: string; readonly reason: string }>>
  /** Why a slot takes no file. */
  readonly backNever: string
  readonly frontOnly: string
}

export const idKindTextsJa: IdKindTexts = {
  title: '身分証の種類',
  hint: '種類によって、提出する面が変わります',
  kinds: idKindLabels,
  sides: { both: '表面と裏面', front: '表面だけ', page: '顔写真のページだけ' },
  refusedTitle: '使えない書類',
  refused: {
    health_insurance: { label: '健康保険証', reason: '顔写真がなく、2025年12月に使えなくなりました。' },
    eligibility_certificate: { label: '資格確認書', reason: '顔写真がありません。' },
    pension_book: { label: '年金手帳', reason: '顔写真がありません。' },
    notification_card: { label: '通知カード', reason: '顔写真がなく、個人番号が書かれています。' },
    student_card: { label: '学生証', reason: '公的な身分証ではありません。' },
  },
  backNever: problems.ID_BACK_CLOSED.title,
  frontOnly: 'パスポートは、顔写真のページを「身分証明書表面」に提出するだけで足ります。',
}
