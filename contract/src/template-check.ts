import type { PaperType } from './document-vocabulary.ts'
import {
  type EnteredFact,
  enteredFacts,
  signingLimits,
  type TemplateField,
  templateFieldLabels,
  templateFields,
} from './signing-vocabulary.ts'
import { contractFactLabels } from './title-vocabulary.ts'

/** A name that a template may have between `{{` and `}}`. */
export type Placeholder = EnteredFact | TemplateField
export const placeholders: readonly Placeholder[] = [...templateFields, ...enteredFacts]

/** A placeholder of a template, or any other text between its double braces. */
export const placeholderPattern = /\{\{([^{}]*)\}\}/g

export function placeholderLabel(placeholder: Placeholder): string {
  const field = templateFields.find((each) => each === placeholder)
  return field ? templateFieldLabels[field] : contractFactLabels[placeholder as EnteredFact] // the names that are left
}

/** The placeholder with this name; spaces around it don't count. Undefined for any other text. */
export function placeholderOf(name: string): Placeholder | undefined {
  return placeholders.find((each) => each === name.trim())
}

/**
 * What is wrong with the text of a template, in Japanese; empty if nothing is. A contract needs a place for the title
 * and for each fact that the act asks for (4条3項; D101): a fact without a place would be missing in every contract made
 * from the template. The parties, the day and the place of the signature follow from the signing itself.
 */
export function templateFaults(type: PaperType, text: string): string[] {
  const names = namesIn(text)
  const unknown = new Set(names.filter((name) => placeholderOf(name) === undefined))
  const often = placeholders.filter(
    (each) => names.filter((name) => name === each).length > signingLimits.placeholderUses,
  )
  const missing = missingPlaceholders(type, text)
  return [
    ...(/\{\{|\}\}/.test(text.replace(placeholderPattern, ''))
      ? ['差し込みの「{{」と「}}」の組み合わせが正しくありません。']
      : []),
    ...(unknown.size > 0 ? [`使用できない差し込みがあります：${shown([...unknown])}`] : []),
    ...(often.length > 0
      ? [`同じ差し込みは${signingLimits.placeholderUses}回まで使用できます：${listed(often)}`]
      : []),
    ...(missing.length > 0 ? [`次の項目を差し込む場所がありません：${listed(missing)}`] : []),
  ]
}

/** What a contract still lacks: the title, and each fact that the act asks for. */
export function missingPlaceholders(type: PaperType, text: string): Placeholder[] {
  if (type !== 'contract') return []
  const names = namesIn(text)
  return (['title', ...enteredFacts] as const).filter((each) => !names.includes(each))
}

function namesIn(text: string): string[] {
  return [...text.matchAll(placeholderPattern)].map(([, name = '']) => name.trim())
}

function listed(placeholders: readonly Placeholder[]): string {
  return placeholders.map((each) => `${placeholderLabel(each)}（{{${each}}}）`).join('、')
}

/** Names as the author wrote them, cut to what a message can show. */
function shown(names: readonly string[]): string {
  const quoted = names.slice(0, 5).map((name) => `「${name.slice(0, signingLimits.shownChars)}」`)
  return `${quoted.join('')}${names.length > quoted.length ? 'ほか' : ''}`
}
