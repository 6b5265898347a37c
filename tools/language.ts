import type { Source } from './imports.ts'
import { proseOf } from './prose.ts'

/** Words that CONTRIBUTING.md (Language) bans, matched as whole words in any case. */
const bannedWords = [
  'nobody',
  'somebody',
  'anybody',
  'everybody',
  'whoever',
  'whomever',
  'stranger',
  'strangers',
  'tell',
  'tells',
  'told',
  'looks',
  'looked',
  'knows',
  'anew',
  'afresh',
  'beside',
  'heart',
  'hushed',
  'giveAway',
] as const

/** The files and folders that the test checks. */
export const languageScope = [
  'contract',
  'server',
  'web',
  'e2e',
  'bench',
  'tools',
  'docs/rules',
  'docs/decisions',
  'docs/glossary.md',
  'docs/operations.md',
  'docs/recipes.md',
  'README.md',
  'ARCHITECTURE.md',
]

const banned = new RegExp(`(?<![\\w-])(${bannedWords.join('|')})(?![\\w-])`, 'gi')

/** The banned words in the comments, test titles and pages of `sources`, each with its file. */
export function findBannedWords(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    [...proseOf(source).matchAll(banned)].map(([word]) => `${source.path}: "${word}"`),
  )
}
