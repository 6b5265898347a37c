import { type IdKindTexts, idKindTextsJa } from './id-kind-texts-ja.ts'

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
export const idKindTexts = { ja: idKindTextsJa, en } as const
