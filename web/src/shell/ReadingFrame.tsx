import { Box, Button, Group, Stack } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { paths, publicPages } from '../paths.ts'
import { useAuthState } from '../session/use-session.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { useStrip } from '../ui/use-strip.ts'
import { Footer } from './Footer.tsx'
import { EnrolHeader, Header } from './Header.tsx'
import { Logo } from './Logo.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import frame from './PublicFrame.module.css'
import classes from './ReadingFrame.module.css'
import { SkipLink } from './SkipLink.tsx'
import { useMainFocus } from './use-main-focus.ts'

/**
 * Frame of policies and contact form: their navigation list and one column of text. `page` is the current
 * path.
 */
export function ReadingFrame({ page, children }: { page: string; children: ReactNode }) {
  const main = useMainFocus()
  return (
    <Stack gap={0} mih="100dvh">
      <SkipLink />
      <ReadingHeader />
      <div className={classes.columns}>
        <PageList current={page} />
        <main id="main" tabIndex={-1} ref={main} className={classes.main}>
          {children}
        </main>
      </div>
      <Footer />
    </Stack>
  )
}

function PageList({ current }: { current: string }) {
  const list = useStrip<HTMLElement>(current)
  return (
    <nav ref={list} aria-label="ご案内" className={classes.list}>
      <Box component="ul" m={0} p={0} className={classes.links}>
        {publicPages.map(({ label, href }) => (
          <li key={href}>
            <AppLink href={href} aria-current={current === href ? 'page' : undefined}>
              {label}
            </AppLink>
          </li>
        ))}
      </Box>
    </nav>
  )
}

/** Signed in: the usual header with the menu behind a button. Signed out: a login link. */
function ReadingHeader() {
  const state = useAuthState()
  const [menuOpen, setMenuOpen] = useState(false)
  if (state.status !== 'authenticated') {
    return (
      <Group component="header" justify="space-between" h={56} className={frame.header}>
        <Logo />
        {state.status === 'anonymous' && <LoginLink />}
      </Group>
    )
  }
  return (
    <>
      {state.user.secondFactorMissing ? (
        <EnrolHeader />
      ) : (
        <Header alone onOpenMenu={() => setMenuOpen(true)} />
      )}
      {menuOpen && <MenuDrawer onClose={() => setMenuOpen(false)} />}
      <Toasts />
    </>
  )
}

function LoginLink() {
  return (
    <Button
      component={AppLink}
      href={paths.login()}
      variant="default"
      leftSection={<IconLogin2 size={17} aria-hidden />}
    >
      ログイン
    </Button>
  )
}
