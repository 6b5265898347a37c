import type { LinkLanguage } from '@kyc/contract/consent.ts'
import type { ContractStatement } from '@kyc/contract/contract-statement.ts'
import { enteredFacts } from '@kyc/contract/signing-vocabulary.ts'
import type { SigningContent } from '../../records/signing-content.ts'
import { labels } from '../templates/fill-template.ts'

/** A signed contract with what its copy states. */
export interface SignedContract {
  readonly id: string
  readonly language: LinkLanguage
  readonly title: string
  readonly organisation: string
  readonly performer: string
  readonly content: SigningContent
  readonly sha256: string
  readonly entryId: string
  readonly sentAt: Date
  readonly sheetReceivedAt: Date
  readonly readAt: Date
  readonly signedAt: Date
}

const titles: Readonly<Record<LinkLanguage, (title: string) => string>> = {
  ja: (title) => `契約書　${title}`,
  en: (title) => `Contract: ${title}`,
}

/** What the copy states about the signing, in the language of the contract. */
export function statementOf(signed: SignedContract, installation: URL): ContractStatement {
  const { content, language, organisation, performer } = signed
  const { talk, facts } = content
  const label = labels[language]
  return {
    format: 'kyc-contract/1',
    id: signed.id,
    language,
    title: titles[language](signed.title),
    parties: [
      { label: label('organisation'), text: organisation },
      { label: label('performer'), text: performer },
    ],
    facts: enteredFacts.map((fact) => ({ label: label(fact), text: facts[fact] })),
    acts: [
      { kind: 'sent', at: signed.sentAt.toISOString(), by: organisation },
      {
        kind: 'explained',
        at: talk.on,
        by: talk.by,
        minutes: talk.minutes ?? 0,
        language: talk.language,
      },
      { kind: 'sheetReceived', at: signed.sheetReceivedAt.toISOString(), by: performer },
      { kind: 'contractRead', at: signed.readAt.toISOString(), by: performer },
      { kind: 'signed', at: signed.signedAt.toISOString(), by: performer },
    ],
    draftSha256: signed.sha256,
    entryId: signed.entryId,
    signedAt: signed.signedAt.toISOString(),
    installation: installation.href,
  }
}
