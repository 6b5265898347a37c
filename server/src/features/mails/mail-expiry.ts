import { dateInWords, dayInJapan, daysBetween } from '@kyc/contract/dates.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Letter } from './letter.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo } from './send-letter.ts'
import { sendToMembers } from './send-to-members.ts'

interface ExpiringDocument {
  readonly performerId: string
  readonly registeredBy: string
  readonly performerName: string
  readonly documentType: DocumentType
  /** YYYY-MM-DD. */
  readonly expiresOn: string
}

/** Reminds the members of an organisation of documents that expire soon, each in one mail (D16). */
export function mailExpiry(
  services: MailServices,
  tx: Tx,
  organisation: string,
  documents: readonly ExpiringDocument[],
): Promise<void> {
  const events = documents.map((document) => ({ ...document, kind: 'expiring' as const }))
  return sendToMembers(services, tx, { organisation, events }, (due) =>
    letterAbout(services, organisation, due),
  )
}

function letterAbout(
  services: MailServices,
  organisation: string,
  documents: readonly ExpiringDocument[],
): Letter {
  const now = services.clock.now()
  const [first] = documents
  const list = `/performers?expiring=true&organisation=${organisation}`
  return {
    subject: '書類の有効期限が近づいています',
    about: [...new Set(documents.map(({ performerId }) => performerId))],
    parts: [
      '次の書類の有効期限が近づいています。更新後の書類をご用意ください。有効期限が過ぎると、出演者の詳細で差し替えられます。期限の前に差し替える場合は、管理者にご連絡ください。',
      { list: documents.map((document) => lineOf(document, now)) },
      first && documents.length === 1
        ? { link: linkTo(services, `/performers/${first.performerId}`), label: '出演者の詳細を開く' }
        : { link: linkTo(services, list), label: '期限の近い出演者を開く' },
    ],
  }
}

function lineOf({ performerName, documentType, expiresOn }: ExpiringDocument, now: Date): string {
  const days = daysBetween(dayInJapan(now), expiresOn)
  const remaining = days === 0 ? '本日まで' : `あと${days}日`
  return `${performerName}: ${documentTypeLabels[documentType]} ${dateInWords(expiresOn)}（${remaining}）`
}
