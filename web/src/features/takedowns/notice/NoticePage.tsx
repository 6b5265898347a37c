import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { LanguageFrame } from '../../../ui/LanguageFrame.tsx'
import { browserLanguage, languageNames, type PageLanguage } from '../../../ui/page-language.ts'
import { NoticeForm } from './NoticeForm.tsx'
import { NoticeSent, type SentNotice } from './NoticeSent.tsx'
import { en } from './texts-en.ts'
import { ja, type NoticeTexts } from './texts-ja.ts'

const texts = { ja, en } as const satisfies Record<PageLanguage, NoticeTexts>
const languages = Object.keys(texts) as PageLanguage[] // the keys of the table

/** /takedown: a person asks for a title to be taken down, without an account and without reasons (D108). */
export function NoticePage() {
  const language = useLanguage()
  const [sent, setSent] = useState<SentNotice | null>(null)
  return (
    <LanguageFrame
      texts={texts[language]}
      languages={languages.map((each) => ({
        code: each,
        name: languageNames[each],
        href: paths.takedownNotice({ lang: each }),
        current: each === language,
      }))}
      links={<a href={paths.contact()}>{texts[language].contact}</a>}
    >
      <title>{`${texts[language].title}｜${texts[language].product}`}</title>
      {sent ? (
        <NoticeSent sent={sent} texts={texts[language]} onAgain={() => setSent(null)} />
      ) : (
        <NoticeForm language={language} texts={texts[language]} onSent={setSent} />
      )}
    </LanguageFrame>
  )
}

/** The language of the address. Validated here, because the login page loads the validations of all routes. */
function useLanguage(): PageLanguage {
  const { lang }: Record<string, unknown> = useSearch({ strict: false })
  return languages.find((language) => language === lang) ?? browserLanguage()
}
