import { type LinkLanguage, linkLanguages } from '@kyc/contract/consent.ts'
import { UnstyledButton } from '@mantine/core'
import { IconLock, IconShieldCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useGo } from '../../ui/go.tsx'
import classes from './SubmissionFrame.module.css'
import { useSubmissionSearch } from './use-submission-search.ts'
import { useTexts } from './use-texts.ts'

const names = { ja: '日本語', en: 'English' } as const satisfies Record<LinkLanguage, string>

/** Frame of the performer's page: no menu and no link into the product, which the performer has no account for. */
export function SubmissionFrame({ language, children }: { language: LinkLanguage; children: ReactNode }) {
  const texts = useTexts()
  const go = useGo()
  const search = useSubmissionSearch()
  return (
    <div className={classes.frame}>
      <title>{`${texts.title}｜${texts.product}`}</title>
      <header className={classes.header}>
        <span className={classes.product}>
          <IconShieldCheck size={18} aria-hidden />
          {texts.product}
        </span>
        <fieldset aria-label={texts.language} className={classes.languages}>
          {linkLanguages.map((each) => (
            <UnstyledButton
              key={each}
              lang={each}
              className={classes.language}
              aria-pressed={each === language}
              onClick={() => void go(paths.performerSubmission({ ...search, lang: each }), { replace: true })}
            >
              {names[each]}
            </UnstyledButton>
          ))}
        </fieldset>
      </header>
      <main id="main" className={classes.main}>
        {children}
      </main>
      <footer className={classes.footer}>
        {location.protocol === 'https:' && (
          <span>
            <IconLock size={16} aria-hidden />
            {texts.encrypted}
          </span>
        )}
        {/* In another tab: the steps of this page stay open. */}
        <a href="/privacy" target="_blank" rel="noreferrer">
          {texts.privacy}
        </a>
      </footer>
    </div>
  )
}
