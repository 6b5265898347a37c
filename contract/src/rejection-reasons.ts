import type { RejectionCode } from './document-vocabulary.ts'
import { type PaperRejectionCode, paperRejectionReasons } from './paper-checks.ts'

/** D13: the reason, and the instruction to the owner for fixing it. */
export const rejectionReasons = {
  blurry: {
    label: '不鮮明',
    message: '画像が不鮮明です。ピントを合わせ、文字が読める大きさで撮影してください。',
  },
  cropped: {
    label: '一部が切れている',
    message: '書類の一部が切れています。四隅がすべて写るように撮影してください。',
  },
  glare: {
    label: '光の反射',
    message: '光が反射して読み取れません。照明を避け、少し角度をつけて撮影してください。',
  },
  expired: { label: '有効期限切れ', message: '有効期限が切れています。有効期限内の書類を提出してください。' },
  wrong_document: {
    label: '対象外の書類',
    message: 'この書類は対象外です。運転免許証、パスポートなど対象の書類を提出してください。',
  },
  not_original: {
    label: '原本ではない',
    message: '原本ではありません。コピーや画面ではなく、原本を撮影してください。',
  },
  name_mismatch: {
    label: '氏名不一致',
    message: '登録された氏名と書類の氏名が一致しません。登録内容または書類をご確認ください。',
  },
  birthdate_mismatch: {
    label: '生年月日不一致',
    message: '登録された生年月日と書類の生年月日が一致しません。登録内容または書類をご確認ください。',
  },
  face_unclear: {
    label: '顔が確認できない',
    message: '顔がはっきり確認できません。明るい場所で、正面から撮影してください。',
  },
  face_mismatch: {
    label: '顔が一致しない',
    message: '身分証明書の写真と本人写真を照合できません。ご本人の写真を提出してください。',
  },
  id_missing_in_selfie: {
    label: '自撮りに書類がない',
    message: '身分証明書が写っていません。顔の横に身分証明書を持って撮影してください。',
  },
  bad_masking: {
    label: 'マスキング不備',
    message: '隠すべき情報が見えているか、必要な情報が隠れています。隠す範囲をご確認ください。',
  },
  tampering: {
    label: '改ざんの疑い',
    message: '画像に加工の跡が見られるため、受け付けられません。',
  },
  under_age: {
    label: '年齢要件を満たさない',
    message: '年齢要件を満たしていません。18歳未満の方は登録できません。',
  },
  unsigned: {
    label: '署名・日付なし',
    message: '署名または日付がありません。署名と日付を記入した書類を提出してください。',
  },
  duplicate: {
    label: '重複',
    message: '同じ出演者がすでに登録されています。登録済みの内容をご確認ください。',
  },
  other: { label: 'その他', message: '' },
} as const satisfies Record<RejectionCode, { label: string; message: string }>

/** A reason for rejecting a document of a record or a paper of an appearance. */
export type AnyRejectionCode = RejectionCode | PaperRejectionCode
export const anyRejectionReasons: Readonly<Record<AnyRejectionCode, { readonly label: string }>> = {
  ...rejectionReasons,
  ...paperRejectionReasons,
}
export const anyRejectionCodes = Object.keys(anyRejectionReasons) as [AnyRejectionCode] // the keys of the tables

/** The label of the reason of a rejection, the code itself if a newer release has added it. */
export function reasonOf(code: AnyRejectionCode): string {
  const reasons: Partial<Record<AnyRejectionCode, { label: string }>> = anyRejectionReasons
  return reasons[code]?.label ?? code
}
