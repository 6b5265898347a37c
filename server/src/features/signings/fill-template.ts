import type { SigningLanguage } from '@kyc/contract/signing-vocabulary.ts'
import { type EnteredFact, enteredFacts, type TemplateField } from '@kyc/contract/signing-vocabulary.ts'
import type { Paper, PaperParagraph } from './pdf/render-paper.ts'
import type { FoundTemplate } from './templates/find-template.ts'

/** What replaces the placeholders of a template. */
export type TemplateValues = Readonly<Record<EnteredFact | TemplateField, string>>

/** The place and time of the contract, which only the signature shows. */
const signingTexts = {
  ja: '出演者が本人確認管理システムのページで署名した日時（「締結の記録」に記載）',
  en: 'On the page of the identity verification system, when the performer signs it (stated in the record of the signing)',
} as const satisfies Record<SigningLanguage, string>

/** A line that is nothing but a label and a placeholder. */
const factLine = /^(.{1,60}?)\s*[：:]\s*\{\{(\w+)\}\}$/

/** The paper of a template, with every placeholder replaced. Placeholders without a value stay as they are. */
export function fillTemplate(
  { text, language, name }: Pick<FoundTemplate, 'text' | 'language' | 'name'>,
  values: TemplateValues,
): Paper {
  const lookUp = (field: string): string | undefined => {
    if (field === 'signing') return signingTexts[language]
    return Object.hasOwn(values, field) ? values[field as keyof TemplateValues] : undefined // checked just now
  }
  const filled = (line: string) => line.replaceAll(/\{\{(\w+)\}\}/g, (all, field) => lookUp(field) ?? all)
  const lines = text.split('\n').map((line) => line.trimEnd())
  const [first = '', ...rest] = lines
  const hasTitle = first.startsWith('# ')
  const paragraphs = (hasTitle ? rest : lines).flatMap((line) => paragraphsOf(line, filled, lookUp))
  return {
    title: hasTitle ? filled(first.slice(2)) : name,
    language,
    paragraphs,
    footer: `${values.organisation}　${values.title}`,
  }
}

function paragraphsOf(
  line: string,
  filled: (line: string) => string,
  lookUp: (field: string) => string | undefined,
): PaperParagraph[] {
  if (line === '') return []
  if (line.startsWith('# ')) return [{ kind: 'heading', text: filled(line.slice(2)) }]
  const [, label, field] = factLine.exec(line) ?? []
  const value = field && lookUp(field)
  if (label !== undefined && value !== undefined) return [{ kind: 'fact', label: filled(label), text: value }]
  // A fact may have several lines.
  return filled(line)
    .split('\n')
    .map((text) => ({ kind: 'text', text }))
}

/** The facts of an input in the order of the act, for a record. */
export function factsOf(input: Readonly<Record<EnteredFact, string>>): Record<EnteredFact, string> {
  return Object.fromEntries(enteredFacts.map((fact) => [fact, input[fact]])) as Record<EnteredFact, string> // one for each fact
}
