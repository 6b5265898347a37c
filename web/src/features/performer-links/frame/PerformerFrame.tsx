import { type LinkLanguage, linkLanguages } from '@kyc/contract/consent.ts'
import { Button, Group } from '@mantine/core'
import { IconLock, IconShieldCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useGo } from '../../../ui/go.tsx'
import { IconText } from '../../../ui/IconText.tsx'
import { LanguageContext, useFrameTexts } from './language.ts'
import classes from './PerformerFrame.module.css'
import { useLinkSearch } from './use-link-search.ts'
import type { LinkKind } from './use-link-session.ts'

const names = { ja: '日本語', en: 'English' } as const satisfies Record<LinkLanguage, string>

interface PerformerFrameProps {
  language: LinkLanguage
  path: LinkKind<never>['path']
  children: ReactNode
}

/** Frame of a performer's page: no menu and no link into the product, which the performer has no account for. */
export function PerformerFrame({ language, ...frame }: PerformerFrameProps) {
  useDocumentLanguage(language)
  return (
    <LanguageContext value={language}>
      <Frame language={language} {...frame} />
    </LanguageContext>
  )
}

function Frame({ language, path, children }: PerformerFrameProps) {
  const texts = useFrameTexts()
  const go = useGo()
  const search = useLinkSearch()
  return (
    <div className={classes.frame}>
      <Group
        component="header"
        className={classes.header}
        gap="sm"
        justify="space-between"
        wrap="nowrap"
        px="md"
      >
        <Group component="span" gap="xs" fw={700} wrap="nowrap">
          <IconShieldCheck size={18} color="var(--app-accent-text)" aria-hidden />
          {texts.product}
        </Group>
        <Group
          component="fieldset"
          gap={4}
          wrap="nowrap"
          flex="none"
          m={0}
          p={0}
          bd={0}
          aria-label={texts.language}
        >
          {linkLanguages.map((each) => (
            <Button
              key={each}
              lang={each}
              h={36}
              px="xs"
              fz="xs"
              variant={each === language ? 'light' : 'subtle'}
              color={each === language ? 'accent' : 'gray'}
              aria-pressed={each === language}
              onClick={() => void go(path({ ...search, lang: each }), { replace: true })}
            >
              {names[each]}
            </Button>
          ))}
        </Group>
      </Group>
      <main id="main" className={classes.main}>
        {children}
      </main>
      <Group
        component="footer"
        className={classes.footer}
        gap="4px 20px"
        justify="center"
        px="md"
        py="sm"
        fz="xs"
        c="dimmed"
      >
        {location.protocol === 'https:' && <IconText icon={IconLock}>{texts.encrypted}</IconText>}
        {/* In another tab: the steps of this page stay open. */}
        <a href="/privacy" target="_blank" rel="noreferrer">
          {texts.privacy}
        </a>
      </Group>
    </div>
  )
}

function useDocumentLanguage(language: string): void {
  useEffect(() => {
    const root = document.documentElement
    const before = root.lang
    root.lang = language
    return () => {
      root.lang = before
    }
  }, [language])
}
