import { type LinkLanguage, linkLanguages } from '@kyc/contract/consent.ts'
import type { ReactNode } from 'react'
import { LanguageFrame } from '../../../ui/LanguageFrame.tsx'
import { languageNames } from '../../../ui/page-language.ts'
import { LanguageContext, useFrameTexts } from './language.ts'
import { useLinkSearch } from './use-link-search.ts'
import type { LinkKind } from './use-link-session.ts'

interface PerformerFrameProps {
  language: LinkLanguage
  path: LinkKind<never>['path']
  children: ReactNode
}

/** Frame of a performer's page. */
export function PerformerFrame({ language, ...frame }: PerformerFrameProps) {
  return (
    <LanguageContext value={language}>
      <Frame language={language} {...frame} />
    </LanguageContext>
  )
}

function Frame({ language, path, children }: PerformerFrameProps) {
  const texts = useFrameTexts()
  const search = useLinkSearch()
  return (
    <LanguageFrame
      texts={texts}
      languages={linkLanguages.map((each) => ({
        code: each,
        name: languageNames[each],
        href: path({ ...search, lang: each }),
        current: each === language,
      }))}
    >
      {children}
    </LanguageFrame>
  )
}
