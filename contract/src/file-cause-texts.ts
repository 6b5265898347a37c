import { cleaningLimits } from './cleaning-limits.ts'
import type { FileCause } from './document-vocabulary.ts'
import { limits } from './limits.ts'

/** The line below the error of spec §5: why the file was refused, and what helps. */
export const fileCauseTexts = {
  empty: '中身が空です。',
  heic: 'iPhoneのHEIC形式です。設定 > カメラ > フォーマット を「互換性優先」にして撮影するか、JPEGに変換してください。',
  mismatch: '拡張子と中身が違います。',
  pdf: 'PDFを選択できるのは出演同意書だけです。',
  type: '対象外のファイル形式です。',
  damaged: 'ファイルが壊れているか、途中で切れているため、読み取れません。',
  pixels: `画素数が大きすぎます（${limits.pixels / 10_000}万画素まで）。`,
  costly: '画像やPDFの構造が複雑すぎるため、処理できません。',
  script: 'スクリプトを含むPDFは受け付けられません。',
  active: '添付ファイルや、ほかのファイル・サイトを開く仕掛けを含むPDFは受け付けられません。',
  encrypted: 'パスワードで保護されたPDFは受け付けられません。',
  pages: `PDFのページ数が多すぎます（${cleaningLimits.pdfPages}ページまで）。`,
} as const satisfies Record<FileCause, string>
