import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Footer } from './Footer.tsx'
import { Logo } from './Logo.tsx'
import classes from './PublicFrame.module.css'
import { SkipLink } from './SkipLink.tsx'

/** The frame of pages that need no sign-in: logo, content, footer. */
export function PublicFrame() {
  const { pathname } = useLocation()
  return (
    <div className={classes.frame}>
      <SkipLink />
      <header className={classes.header}>
        <Logo />
        {pathname === '/login' && <Language />}
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}

/** spec §1: a label of the language on the login page, which does nothing. */
function Language() {
  return (
    <span className={classes.language}>
      <IconLanguage size={18} stroke={1.7} aria-hidden />
      日本語
    </span>
  )
}
