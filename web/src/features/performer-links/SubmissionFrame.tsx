import { type LinkLanguage, linkLanguages } from '@kyc/contract/consent.ts'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { LanguageFrame } from '../../ui/LanguageFrame.tsx'
import { languageNames } from '../../ui/page-language.ts'
import { useSubmissionSearch } from './use-submission-search.ts'
import { useTexts } from './use-texts.ts'

/** Frame of the performer's page. */
export function SubmissionFrame({ language, children }: { language: LinkLanguage; children: ReactNode }) {
  const texts = useTexts()
  const search = useSubmissionSearch()
  return (
    <LanguageFrame
      texts={texts}
      languages={linkLanguages.map((each) => ({
        code: each,
        name: languageNames[each],
        href: paths.performerSubmission({ ...search, lang: each }),
        current: each === language,
      }))}
    >
      {children}
    </LanguageFrame>
  )
}
