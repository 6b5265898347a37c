import type { LinkLanguage } from '@kyc/contract/consent.ts'
import {
  type Placeholder,
  placeholderLabel,
  placeholderOf,
  placeholderPattern,
} from '@kyc/contract/template-check.ts'
import type { PaperParagraph } from '../pdf/render-paper.ts'

/**
 * The paragraphs of a template with the values in place of their placeholders; なし or None where there is none. Values are
 * text and nothing else: they contain neither headings nor placeholders, whatever their content.
 */
export function fillTemplate(
  { language, text }: { readonly language: LinkLanguage; readonly text: string },
  values: { readonly [Name in Placeholder]?: string | null },
): PaperParagraph[] {
  const filledIn = (placeholder: Placeholder) =>
    oneLineEnd(values[placeholder] ?? '').trim() || none[language]
  return oneLineEnd(text)
    .split('\n')
    .flatMap((line): PaperParagraph[] => {
      const [heading] = /^#\s+/.exec(line) ?? []
      const filled = line
        .slice(heading?.length ?? 0)
        .replace(placeholderPattern, (whole, name: string) => {
          const placeholder = placeholderOf(name)
          return placeholder ? filledIn(placeholder) : whole
        })
        .trim()
      if (filled === '') return []
      if (heading !== undefined) return [{ kind: 'heading', text: filled.replaceAll('\n', ' ') }]
      const fact = factOf(line)
      return fact
        ? [{ kind: 'fact', label: labels[language](fact), text: filled }]
        : [{ kind: 'text', text: filled }]
    })
}

const none = { ja: 'なし', en: 'None' } as const satisfies Record<LinkLanguage, string>

/** The placeholder that is alone in its line. */
function factOf(line: string): Placeholder | undefined {
  const [, name] = /^\{\{([^{}]*)\}\}$/.exec(line.trim()) ?? []
  return name === undefined ? undefined : placeholderOf(name)
}

function oneLineEnd(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

const englishLabels = {
  title: 'Title of the work',
  productNumber: 'Product number',
  organisation: 'Producer',
  performer: 'Performer',
  parties: 'Parties',
  appearance: 'Appearance',
  shooting: 'Planned dates, times and places of shooting',
  acts: 'Concrete acts',
  partners: 'Partners',
  publication: 'Way and period of publication',
  publisher: 'Publisher other than the producer',
  fee: 'Fee and day of payment',
  regions: 'Countries or regions of publication',
  server: 'Operator and country of the server',
} as const satisfies Record<Placeholder, string>

/** The name of a placeholder in the language of a paper. */
export const labels: Readonly<Record<LinkLanguage, (placeholder: Placeholder) => string>> = {
  ja: placeholderLabel,
  en: (placeholder) => englishLabels[placeholder],
}
