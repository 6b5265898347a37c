import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import type { SigningLanguage } from '@kyc/contract/signing-vocabulary.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Actor } from '../../access/actor.ts'

/** A template that the actor may use: one of an organisation of the actor, or a neutral one. */
export interface FoundTemplate {
  readonly id: string
  /** The organisation that it belongs to; null of a neutral one. */
  readonly organisation: string | null
  readonly name: string
  readonly version: number
  readonly type: PaperType
  readonly language: SigningLanguage
  readonly text: string
  readonly neutral: boolean
}

export async function findTemplate(_db: Db, _actor: Actor, id: string): Promise<FoundTemplate | undefined> {
  const [, type, language] = /^neutral-(contract|explanationSheet)-(ja|en)$/.exec(id) ?? []
  if (!type || !language) return undefined
  return {
    id,
    organisation: null,
    name: type,
    version: 1,
    type: type as PaperType, // of the pattern
    language: language as SigningLanguage, // of the pattern
    text: `# ${type}\n{{title}}\n{{parties}}\n{{fee}}`,
    neutral: true,
  }
}
