import { clockInJapan, dateInWords } from '@kyc/contract/dates.ts'
import {
  anyDocumentLabels,
  documentStatusLabels,
  idKindLabels,
  performerStatusLabels,
  wordOf,
} from '@kyc/contract/labels.ts'
import { otherNamesText } from '@kyc/contract/other-names.ts'
import { allFields, fieldRules } from '@kyc/contract/performer-fields.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import type { SubjectPaper } from './subject-paper.ts'
import type { SubjectDocument, SubjectRecord } from './subject-record.ts'

/** What each member of `data.json` contains. */
const contents: Readonly<Record<keyof SubjectRecord | 'log', string>> = {
  performer: '出演者の情報、状態、組織、登録と更新の日時、封印、保管の期限、保全',
  documents:
    '書類のすべての版：提出と審査の日時、ユーザー、本人確認の方法、差し戻しの理由、メッセージ、メモ、有効期限、破棄',
  papers: '契約書と説明書面のすべての版：提出と審査の日時、ユーザー、差し戻しの理由、メッセージ、メモ、破棄',
  videos: '出演した動画と、出演についての入力内容（契約、説明書面、映像の確認、同意）',
  requests: '開示、訂正、削除などの請求と回答',
  takedowns: '公開停止の申し出',
  notes: '管理者用メモ',
  consents: 'ご本人の同意',
  links: 'ご本人に送ったリンク（書類の提出、ご本人のページ）',
  signings:
    'ご本人に送った契約書と説明書面：記載した内容、送信、受領、読了、質問と回答、署名、辞退の日時、手書きの署名',
  reliances: 'ほかの組織による確認結果の利用：許可、登録、終了の日時、組織',
  reminders: '有効期限のお知らせメール',
  fetched: '書類を最後に開いたユーザーと日時',
  log: '監査ログ：誰が、いつ閲覧や変更をしたか',
}

/** The page of an archive: complete HTML without scripts and without addresses outside the archive. */
export function subjectPage({ performer, documents, papers }: SubjectRecord, at: Date): string {
  const { details, status, organisation, registeredBy } = performer
  const title = escapeHtml(`${details.lastName} ${details.firstName}さんについて保管している情報`)
  const values = {
    ...details,
    idKind: details.idKind && wordOf(idKindLabels, details.idKind),
    otherNames: otherNamesText(details.otherNames),
  }
  return `<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>
body { font-family: sans-serif; line-height: 1.6; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 0.5rem 0 1rem; }
th, td { border: 1px solid #999; padding: 0.25rem 0.6rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
</style></head><body><h1>${title}</h1>
<p>本人確認管理システムが保管している情報のすべてです。作成日時（JST）：${clockInJapan(at)}</p>
<h2>出演者の情報</h2>
${table([
  ...allFields.map((field) => [fieldRules[field].label, values[field]] as const),
  ['状態', wordOf(performerStatusLabels, status)],
  ['組織', organisation],
  ['登録者', registeredBy],
])}
<h2>書類のファイル</h2>
${[...documents, ...papers].map(documentLine).join('\n') || '<p>ありません。</p>'}
<h2>すべての情報</h2>
<p>すべての情報は<a href="data.json">data.json</a>に、次の項目に分けて入っています。日時は協定世界時（UTC）です。</p>
${table(Object.entries(contents))}
</body></html>
`
}

/** `expiresOn` is of an ID only, `videoId` of a paper. */
function documentLine({
  type,
  version,
  status,
  expiresOn,
  videoId,
  destroyedAt,
  file,
}: Pick<SubjectDocument | SubjectPaper, 'type' | 'version' | 'status' | 'destroyedAt' | 'file'> & {
  readonly expiresOn?: string | null
  readonly videoId?: string
}): string {
  const name = `${anyDocumentLabels[type]}　第${version}版${videoId ? `　動画 ${videoId}` : ''}`
  const missing = destroyedAt ? '破棄済み' : 'ファイルを読み取れません'
  const facts = [
    wordOf(documentStatusLabels, status),
    ...(expiresOn ? [`有効期限 ${dateInWords(expiresOn)}`] : []),
    ...(file ? [] : [missing]),
  ].join('、')
  return `<p>${file ? `<a href="${file}">${name}</a>` : name}（${facts}）</p>`
}

/** Lines without a value are left out. */
function table(lines: readonly (readonly [string, string | null])[]): string {
  const rows = lines.flatMap(([label, value]) =>
    value ? [`<tr><th scope="row">${label}</th><td>${escapeHtml(value)}</td></tr>`] : [],
  )
  return `<table>${rows.join('\n')}</table>`
}
