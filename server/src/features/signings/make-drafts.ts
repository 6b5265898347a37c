import type { LinkLanguage } from '@kyc/contract/consent.ts'
import type { ContractTemplate } from '@kyc/contract/contract-templates.ts'
import { type PaperType, paperTypes } from '@kyc/contract/document-vocabulary.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import { type EnteredFact, enteredFacts } from '@kyc/contract/signing-vocabulary.ts'
import type { Placeholder } from '@kyc/contract/template-check.ts'
import { contractFactLabels } from '@kyc/contract/title-vocabulary.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import type { MadeFile } from '../documents/intake/store-made-files.ts'
import { fillTemplate } from './templates/fill-template.ts'

/** What replaces the placeholders of the templates. */
export type DraftValues = Readonly<Record<Placeholder, string>>

/** The PDFs of a signing, from its templates. Refuses characters that no font of the PDFs has. */
export async function makeDrafts(
  templates: Readonly<Record<PaperType, ContractTemplate>>,
  values: DraftValues,
): Promise<MadeFile<PaperType>[]> {
  // Imported here, so that only a process that makes PDFs loads the libraries (docs/decisions/0002).
  const { missingCharacters, renderPaper } = await import('./pdf/render-paper.ts')
  for (const fact of enteredFacts) refuseMissing(fact, missingCharacters(values[fact]))
  return Promise.all(
    paperTypes.map(async (type) => {
      const { language } = templates[type]
      const [first, ...rest] = fillTemplate(templates[type], values)
      const hasTitle = first?.kind === 'heading'
      const made = await renderPaper({
        title: hasTitle ? first.text : names[language][type],
        language,
        paragraphs: hasTitle ? rest : first ? [first, ...rest] : [],
        footer: `${values.organisation}　${values.title}`,
      })
      return { type, filename: `${names[language][type]}.pdf`, ...made }
    }),
  )
}

function refuseMissing(fact: EnteredFact, missing: readonly string[]): void {
  if (missing.length > 0)
    throw fieldProblem(
      `facts.${fact}`,
      `${contractFactLabels[fact]}に、書面に印刷できない文字があります：${missing.join('')}`,
    )
}

const names: Readonly<Record<LinkLanguage, Readonly<Record<PaperType, string>>>> = {
  ja: paperTypeLabels,
  en: { contract: 'Contract', explanationSheet: 'Explanation sheet' },
}
