import { type LinkLanguage, linkLanguages } from '@kyc/contract/consent.ts'
import { Button, Group } from '@mantine/core'
import { IconLock, IconShieldCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useGo } from '../../ui/go.tsx'
import { IconText } from '../../ui/IconText.tsx'
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
              onClick={() => void go(paths.performerSubmission({ ...search, lang: each }), { replace: true })}
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
