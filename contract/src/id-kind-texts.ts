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

const ja: IdKindTexts = {
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

const en: IdKindTexts = {
  title: 'Kind of ID',
  hint: 'The kind determines which sides you submit',
  kinds: {
    drivers_license: "Driver's license",
    driving_record: 'Driving record certificate',
    my_number_card: 'My Number Card',
    passport: 'Passport',
    residence_card: 'Residence card',
    special_permanent_resident: 'Special permanent resident certificate',
  },
  sides: { both: 'Front and back', front: 'Front only', page: 'Photo page only' },
  refusedTitle: 'Documents that are not accepted',
  refused: {
    health_insurance: {
      label: 'Health insurance card',
      reason: 'It has no photo and has not been valid since December 2025.',
    },
    eligibility_certificate: { label: 'Eligibility certificate', reason: 'It has no photo.' },
    pension_book: { label: 'Pension book', reason: 'It has no photo.' },
    notification_card: {
      label: 'Notification card',
      reason: 'It has no photo and shows the individual number.',
    },
    student_card: { label: 'Student card', reason: 'It is not issued by a public authority.' },
  },
  backNever: 'The back of a My Number Card shows the individual number, so we never take it.',
  frontOnly: 'For a passport, the page with the photo is enough.',
}

/** The texts of the choice, also in English for the page of the performer. */
export const idKindTexts = { ja, en } as const
