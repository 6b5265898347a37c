import type { AuditEntry } from '@kyc/contract/audit.ts'
import { clockInJapan, dateInWords } from '@kyc/contract/dates.ts'
import {
  documentStatusLabels,
  documentTypeLabels,
  idKindLabels,
  performerStatusLabels,
  wordOf,
} from '@kyc/contract/labels.ts'
import { allFields, fieldRules } from '@kyc/contract/performer-fields.ts'
import { reasonOf } from '@kyc/contract/rejection-reasons.ts'
import { subjectRequestKindLabels, subjectRequestStateLabels } from '@kyc/contract/subject-labels.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { entryCells, entryColumns } from '../audit/export/entry-cells.ts'
import type { SubjectDocument, SubjectRecord } from './subject-record.ts'

// The readable pages of an archive (D77): complete HTML files without scripts and without addresses outside the archive.

/** The record of a performer as a page. */
export function subjectPage(record: SubjectRecord, at: Date): string {
  const { performer, documents, videos, requests, notes, reminders, fetched } = record
  const name = `${performer.details.lastName} ${performer.details.firstName}`
  return page(`${name}さんについて保管している情報`, [
    `<p>本人確認管理システムが保管している情報のすべてです。作成日時（JST）：${clockInJapan(at)}</p>`,
    '<p><a href="log.html">監査ログ（誰が、いつ閲覧や変更をしたか）</a>・<a href="data.json">同じ内容のデータ（JSON）</a></p>',
    section('出演者の情報', [facts(performerFacts(performer))]),
    section('書類', documents.map(documentPart)),
    section('動画', [
      table(
        ['タイトル', '動画のID', '外部ID', '追加日時', '追加したユーザー'],
        videos.map((video) => [video.title, video.id, video.externalId, time(video.addedAt), video.addedBy]),
      ),
    ]),
    section('開示、訂正、削除などの請求', [
      table(
        ['受付日', '種類', '内容', '期限', '状態', '回答', '回答日時'],
        requests.map((request) => [
          dateInWords(request.receivedOn),
          wordOf(subjectRequestKindLabels, request.kind),
          request.details,
          dateInWords(request.dueOn),
          wordOf(subjectRequestStateLabels, request.state),
          request.response,
          time(request.respondedAt),
        ]),
      ),
    ]),
    section('管理者用メモ', [
      table(
        ['日時', 'ユーザー', '内容'],
        notes.map((note) => [time(note.at), note.by, note.text]),
      ),
    ]),
    ...linkSections(record),
    section('有効期限のお知らせメール', [
      table(
        ['書類', '期限までの日数', '送信日時'],
        reminders.map((mail) => [
          versionName(documents, mail.documentId),
          `${mail.days}日`,
          time(mail.sentAt),
        ]),
      ),
    ]),
    section('書類を最後に開いた日時', [
      table(
        ['書類', 'ユーザー', '日時'],
        fetched.map((view) => [versionName(documents, view.documentId), view.by, time(view.at)]),
      ),
    ]),
  ])
}

/** What the performer did through links (D66). */
function linkSections({ consents, links }: SubjectRecord): string[] {
  return [
    section('ご本人の同意', [
      table(
        ['日時', '同意文の版', '内容'],
        consents.map((consent) => [time(consent.at), consent.version, consent.wording]),
      ),
    ]),
    section('ご本人に送った提出用リンク', [
      table(
        ['発行日時', '有効期限', '開いた日時', '完了日時'],
        links.map((link) => [link.createdAt, link.expiresAt, link.openedAt, link.doneAt].map(time)),
      ),
    ]),
  ]
}

export function logPageStart(): string {
  const heads = entryColumns.map(({ header }) => `<th scope="col">${header}</th>`).join('')
  return `${head('監査ログ')}<p><a href="index.html">保管している情報</a></p><table><tr>${heads}</tr>\n`
}

export function logPageRow(entry: AuditEntry): string {
  return row(entryCells(entry))
}

export const logPageEnd = '</table></body></html>\n'

function performerFacts(performer: SubjectRecord['performer']): [string, string | null][] {
  const { details, status } = performer
  return [
    ...allFields.map((field): [string, string | null] => [
      fieldRules[field].label,
      fieldText(field, details),
    ]),
    ['ID', performer.id],
    ['状態', wordOf(performerStatusLabels, status)],
    ['組織', performer.organisation],
    ['登録者', performer.registeredBy],
    ['登録日時', time(performer.createdAt)],
    ['更新日時', time(performer.updatedAt)],
    ['封印した日時', time(performer.sealedAt)],
    ['保管の期限', performer.retainUntil && dateInWords(performer.retainUntil)],
    ['保全', performer.legalHold ? 'あり' : null],
  ]
}

function fieldText(
  field: (typeof allFields)[number],
  details: SubjectRecord['performer']['details'],
): string | null {
  if (field === 'idKind') return details.idKind && wordOf(idKindLabels, details.idKind)
  return details[field]
}

function documentPart(document: SubjectDocument): string {
  const { file, destroyedAt } = document
  const missing = destroyedAt ? '破棄済み' : 'ファイルを読み取れません'
  const codes = document.rejectCodes.map((code) => reasonOf(code))
  return `<h3>${escapeHtml(nameOf(document))}${document.current ? '' : '（以前の版）'}</h3>${facts([
    ['ファイル', file ? null : missing],
    ['ファイル名', document.filename],
    ['状態', wordOf(documentStatusLabels, document.status)],
    ['提出日時', time(document.uploadedAt)],
    ['提出したユーザー', document.uploadedBy],
    ['審査日時', time(document.decidedAt)],
    ['審査したユーザー', document.decidedBy],
    ['差し戻しの理由', codes.join('、') || null],
    ['登録者へのメッセージ', document.rejectMessage],
    ['管理者用メモ', document.rejectNote],
    ['身分証の種類', document.idKind && wordOf(idKindLabels, document.idKind)],
    ['有効期限', document.expiresOn && dateInWords(document.expiresOn)],
    ['破棄日時', time(destroyedAt)],
    ['SHA-256', document.storedSha256],
  ])}${file ? `<p><a href="${file}">ファイルを開く</a></p>` : ''}`
}

function versionName(documents: readonly SubjectDocument[], id: string): string | null {
  const document = documents.find((each) => each.id === id)
  return document ? nameOf(document) : null
}

function nameOf({ type, version }: SubjectDocument): string {
  return `${documentTypeLabels[type]}　第${version}版`
}

function time(instant: string | null): string | null {
  return instant && clockInJapan(new Date(instant))
}

function section(title: string, parts: readonly string[]): string {
  return `<section><h2>${title}</h2>${parts.join('\n') || '<p>ありません。</p>'}</section>`
}

/** Facts without a value are left out. */
function facts(pairs: readonly (readonly [string, string | null])[]): string {
  const rows = pairs.flatMap(([label, value]) =>
    value ? [`<tr><th scope="row">${label}</th><td>${escapeHtml(value)}</td></tr>`] : [],
  )
  return `<table>${rows.join('\n')}</table>`
}

function table(headers: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  if (rows.length === 0) return '<p>ありません。</p>'
  const heads = headers.map((header) => `<th scope="col">${header}</th>`).join('')
  return `<table><tr>${heads}</tr>${rows.map(row).join('')}</table>`
}

function row(cells: readonly (string | null)[]): string {
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell ?? '')}</td>`).join('')}</tr>\n`
}

function page(title: string, parts: readonly string[]): string {
  return `${head(title)}${parts.join('\n')}</body></html>\n`
}

function head(title: string): string {
  return `<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>
body { font-family: sans-serif; line-height: 1.6; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 0.5rem 0 1rem; }
th, td { border: 1px solid #999; padding: 0.25rem 0.6rem; text-align: left; vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere; }
th { background: #f2f2f2; }
</style></head><body><h1>${escapeHtml(title)}</h1>
`
}
