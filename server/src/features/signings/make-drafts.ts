import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import { type EnteredFact, enteredFacts, type SigningLanguage } from '@kyc/contract/signing-vocabulary.ts'
import { contractFactLabels } from '@kyc/contract/title-vocabulary.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import type { MadeFile } from '../documents/intake/store-made-files.ts'
import { countPages } from './count-pages.ts'
import { fillTemplate, type TemplateValues } from './fill-template.ts'
import { missingCharacters, renderPaper } from './pdf/render-paper.ts'
import type { FoundTemplate } from './templates/find-template.ts'

/** The PDFs of a signing, from its templates. Refuses characters that no font of the PDFs has. */
export async function makeDrafts(
  templates: Readonly<Record<PaperType, FoundTemplate>>,
  values: TemplateValues,
): Promise<MadeFile<PaperType>[]> {
  for (const fact of enteredFacts) refuseMissing(fact, values[fact])
  return Promise.all(
    (['contract', 'explanationSheet'] as const).map(async (type) => {
      const bytes = await renderPaper(fillTemplate(templates[type], values))
      const filename = draftName(type, templates[type].language)
      return { type, filename, bytes, pages: await countPages(bytes) }
    }),
  )
}

function refuseMissing(fact: EnteredFact, text: string): void {
  const missing = missingCharacters(text)
  if (missing.length > 0)
    throw fieldProblem(
      `facts.${fact}`,
      `${contractFactLabels[fact]}に、書面に印刷できない文字があります：${missing.join('')}`,
    )
}

const englishNames: Readonly<Record<PaperType, string>> = {
  contract: 'Contract',
  explanationSheet: 'Explanation sheet',
}

function draftName(type: PaperType, language: SigningLanguage): string {
  return `${language === 'ja' ? paperTypeLabels[type] : englishNames[type]}.pdf`
}
