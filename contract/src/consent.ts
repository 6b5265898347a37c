import { limits } from './limits.ts'

// The consent of performers (D66). A separate module, so that only its pages load the wording.

/** The languages of the performer's page. */
export const linkLanguages = ['ja', 'en'] as const
export type LinkLanguage = (typeof linkLanguages)[number]

/** The version of the wording below. Increase it with every change: stored consents name the version. */
export const consentVersion = '2026-11-2'

const retentionYears = limits.retentionYears

/** What the performer consents to; `{organisation}` is the organisation that requests the documents. */
export const consentTexts = {
  ja: {
    title: '本人確認書類の提出についての同意',
    paragraphs: [
      '{organisation}は、あなたの本人確認と年齢確認を行い、その記録を保管するために、この画面で書類の提出をお願いしています。',
      'お預かりする情報は、身分証明書の画像、本人写真、出演同意書などの書類、身分証の種類、同意と提出の日時、接続元のIPアドレスです。マイナンバー（個人番号）は取得しません。',
      '提出された書類は、{organisation}のメンバーと、審査を行う本人確認管理システムの管理者が閲覧します。理由を記録した監査人が開くこともあります。閲覧とダウンロードはすべて記録されます。法令に基づく場合を除き、書類そのものをほかの人に提供しません。',
      `記録は、法令上の義務のため、最後の変更または公開の終了から少なくとも${retentionYears}年間保管し、その後に破棄します。書類は暗号化して保管します。`,
      'あなたは、情報の開示、訂正、削除、利用停止を求めることができます。提出は任意ですが、提出がない場合、本人確認を完了できません。',
    ],
    agree: '内容を確認し、上記に同意します',
  },
  en: {
    title: 'Consent to the submission of identity documents',
    paragraphs: [
      '{organisation} asks you to submit documents on this page in order to verify your identity and age and to keep a record of the verification.',
      'The data collected are the pictures of your ID, your photos, documents such as the performance agreement, the kind of ID, the times of consent and submission, and your IP address. Your Individual Number (My Number) is not collected.',
      'Your documents are seen by members of {organisation} and by the administrators of the identity verification system who review them. Auditors may open them after stating a reason. Every view and download is recorded. The documents themselves are not given to anyone else, except where the law requires it.',
      `As the law requires, the record is kept for at least ${retentionYears} years after the last change or the end of publication and is then destroyed. The documents are stored encrypted.`,
      'You may request disclosure, correction, deletion or suspension of use of your data. Submission is voluntary, but without it your identity cannot be verified.',
    ],
    agree: 'I have read the above and consent to it',
  },
} as const satisfies Record<LinkLanguage, { title: string; paragraphs: readonly string[]; agree: string }>

/** The paragraphs of the wording with the name of the organisation, as shown and as stored. */
export function consentParagraphs(language: LinkLanguage, organisation: string): string[] {
  return consentTexts[language].paragraphs.map((text) =>
    text.replaceAll('{organisation}', () => organisation),
  )
}

/** The whole wording of the current version, as it is stored with a consent. */
export function consentWording(language: LinkLanguage, organisation: string): string {
  const { title, agree } = consentTexts[language]
  return [title, ...consentParagraphs(language, organisation), agree].join('\n\n')
}
