import type { LinkLanguage } from '@kyc/contract/consent.ts'
import type { ContractStatement, Drawing } from '@kyc/contract/contract-statement.ts'
import type { EntryProofFile } from '@kyc/contract/log-entries.ts'
import { createPageLayout, drawingSize, type Mark, type PageLayout } from './page-layout.ts'

interface SigningRecord {
  readonly statement: ContractStatement
  readonly proof: EntryProofFile
  readonly signature: Drawing | undefined
  /** Of the certificate of the installation. */
  readonly fingerprint: string
}

/** The page 締結の記録 of a signed copy: in Japanese, and below in English for a contract in English. */
export function layOutRecord(record: SigningRecord): readonly (readonly Mark[])[] {
  const { statement, signature } = record
  const layout = createPageLayout()
  layout.title('締結の記録')
  layout.text(texts.ja.intro(statement.title))
  facts(layout, texts.ja.parties, statement.parties)
  facts(layout, texts.ja.facts, statement.facts)
  acts(layout, texts.ja, statement)
  if (signature) {
    layout.heading(texts.ja.drawing, drawingSize.height)
    layout.drawing(signature)
    layout.small(texts.ja.drawingNote)
  }
  proof(layout, texts.ja, record)
  if (statement.language === 'en') {
    layout.heading(texts.en.title)
    layout.text(texts.en.intro(statement.title))
    acts(layout, texts.en, statement)
    if (signature) layout.small(texts.en.drawingNote)
    proof(layout, texts.en, record)
  }
  return layout.pages(`締結の記録　${statement.title}`)
}

type Texts = (typeof texts)[LinkLanguage]

function facts(layout: PageLayout, heading: string, list: ContractStatement['facts']): void {
  layout.heading(heading)
  for (const { label, text } of list) layout.fact(label, text)
}

function acts(layout: PageLayout, texts: Texts, { acts: list }: ContractStatement): void {
  layout.heading(texts.acts)
  for (const act of list) layout.fact(timeOf(texts, act), sentenceOf(texts, act))
}

function timeOf(texts: Texts, { at }: ContractStatement['acts'][number]): string {
  return dayPattern.test(at) ? texts.day(new Date(at)) : texts.time(new Date(at))
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

function sentenceOf(
  texts: Texts,
  { kind, by, minutes, language }: ContractStatement['acts'][number],
): string {
  const length = minutes === undefined ? [] : [texts.minutes(minutes)]
  const details = [...length, ...(language === undefined ? [] : [language])]
  return texts.act[kind](by) + (details.length > 0 ? texts.inBrackets(details.join(texts.comma)) : '')
}

function proof(layout: PageLayout, texts: Texts, { statement, proof, fingerprint }: SigningRecord): void {
  layout.heading(texts.proof)
  layout.hash(texts.draft, statement.draftSha256)
  layout.fact(texts.entry, statement.entryId)
  layout.hash(texts.leaf, proof.leaf)
  layout.hash(texts.fingerprint, fingerprint)
  layout.fact(texts.installation, statement.installation)
  layout.small(texts.verify(new URL('/verify-contract', statement.installation).href))
}

const japanese = new Intl.DateTimeFormat('ja', {
  dateStyle: 'long',
  timeStyle: 'medium',
  timeZone: 'Asia/Tokyo',
})
const english = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'Asia/Tokyo',
})

// A day has no time zone: it is read as its midnight in UTC.
const japaneseDay = new Intl.DateTimeFormat('ja', { dateStyle: 'long', timeZone: 'UTC' })
const englishDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

const texts = {
  ja: {
    title: '締結の記録',
    intro: (title: string) =>
      `「${title}」が、本人確認管理システムで締結されたことを記録します。時刻は日本時間です。`,
    parties: '当事者',
    facts: '契約の内容',
    acts: '締結までの経過',
    time: (at: Date) => japanese.format(at),
    day: (at: Date) => japaneseDay.format(at),
    act: {
      sent: (by: string) => `${by}が、契約書に署名して送りました。`,
      explained: (by: string) => `${by}が、契約の内容を説明しました。`,
      sheetReceived: (by: string) => `${by}が、説明書面を受け取りました。`,
      contractRead: (by: string) => `${by}が、契約書を最後まで読みました。`,
      signed: (by: string) => `${by}が、届いた確認コードを入力して署名しました。`,
    },
    minutes: (minutes: number) => `${minutes}分間`,
    comma: '、',
    inBrackets: (details: string) => `（${details}）`,
    drawing: '手書きの署名',
    drawingNote: '手書きの署名は参考として表示しています。これだけでは何も証明しません。',
    proof: '検証',
    draft: '契約書のSHA-256',
    entry: '監査ログの記録',
    leaf: '記録のハッシュ値',
    fingerprint: '署名した鍵の指紋',
    installation: 'システムのアドレス',
    verify: (address: string) =>
      `このファイルは電子署名されています。${address} を開いてこのファイルを選ぶと、変更されていないことを確認できます。ファイルは送信されません。契約書、この記録、監査ログの証明は、このファイルに添付されています（draft.pdf、statement.json、proof.json）。`,
  },
  en: {
    title: 'Record of the signing',
    intro: (title: string) =>
      `“${title}” was signed in the identity verification system as recorded here. Times are those of Japan.`,
    parties: 'Parties',
    facts: 'Contract',
    acts: 'What happened',
    time: (at: Date) => english.format(at),
    day: (at: Date) => englishDay.format(at),
    act: {
      sent: (by: string) => `${by} signed the contract and sent it.`,
      explained: (by: string) => `${by} explained the contract.`,
      sheetReceived: (by: string) => `${by} received the explanation sheet.`,
      contractRead: (by: string) => `${by} read the contract to its end.`,
      signed: (by: string) => `${by} entered the code that was sent, and signed.`,
    },
    minutes: (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`),
    comma: ', ',
    inBrackets: (details: string) => ` (${details})`,
    drawing: 'Drawn signature',
    drawingNote: 'The drawn signature is shown for information. It proves nothing alone.',
    proof: 'Verification',
    draft: 'SHA-256 of the contract',
    entry: 'Entry of the audit log',
    leaf: 'Hash of the entry',
    fingerprint: 'Fingerprint of the key',
    installation: 'Address of the system',
    verify: (address: string) =>
      `This file is signed. Open ${address} and choose this file to verify that it is unaltered; the file is not sent anywhere. The contract, this record and the proof of the audit log are attached to it (draft.pdf, statement.json, proof.json).`,
  },
} as const
