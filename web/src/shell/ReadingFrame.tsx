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
    <div className={frame.frame}>
      <SkipLink />
      <ReadingHeader />
      <div className={classes.columns}>
        <PageList current={page} />
        <main id="main" tabIndex={-1} ref={main} className={classes.main}>
          {children}
        </main>
      </div>
      <Footer />
    </div>
  )
}

function PageList({ current }: { current: string }) {
  const list = useStrip<HTMLElement>(current)
  return (
    <nav ref={list} aria-label="ご案内" className={classes.list}>
      <ul>
        {publicPages.map(({ label, href }) => (
          <li key={href}>
            <AppLink href={href} aria-current={current === href ? 'page' : undefined}>
              {label}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Signed in: the usual header with the menu behind a button (spec §2). Signed out: a login link. */
function ReadingHeader() {
  const state = useAuthState()
  const [menuOpen, setMenuOpen] = useState(false)
  if (state.status !== 'authenticated') {
    return (
      <header className={frame.header}>
        <Logo />
        {state.status === 'anonymous' && <LoginLink />}
      </header>
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
    <AppLink href={paths.login()} className={classes.back}>
      <IconLogin2 size={17} aria-hidden />
      <span>ログイン</span>
    </AppLink>
  )
}
