import { Button, Group } from '@mantine/core'
import { IconLock, IconShieldCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useGo } from './go.tsx'
import { IconText } from './IconText.tsx'
import classes from './LanguageFrame.module.css'

/** The words of the frame in one language. */
export interface FrameTexts {
  readonly product: string
  readonly language: string
  readonly privacy: string
  readonly encrypted: string
}

export interface LanguageFrameProps {
  texts: FrameTexts
  /** The languages of the page, each with its own name and the address of the page in it. */
  languages: readonly {
    readonly code: string
    readonly name: string
    readonly href: string
    readonly current: boolean
  }[]
  /** More links of the footer. */
  links?: ReactNode
  children: ReactNode
}

/** Frame of the pages in several languages: no menu and no link into the product, which their readers have no account for. */
export function LanguageFrame({ texts, languages, links, children }: LanguageFrameProps) {
  const go = useGo()
  useDocumentLanguage(languages.find(({ current }) => current)?.code ?? 'ja')
  return (
    <div className={classes.frame}>
      <Group component="header" className={classes.header} gap="0 12px" justify="space-between" px="md">
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
          {languages.map(({ code, name, href, current }) => (
            <Button
              key={code}
              lang={code}
              h={36}
              px="xs"
              fz="xs"
              variant={current ? 'light' : 'subtle'}
              color={current ? 'accent' : 'gray'}
              aria-pressed={current}
              onClick={() => void go(href, { replace: true })}
            >
              {name}
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
        {/* In another tab: what was entered on this page stays. */}
        <a href="/privacy" target="_blank" rel="noreferrer">
          {texts.privacy}
        </a>
        {links}
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
