import { IconLanguage } from '@tabler/icons-react'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Footer } from './Footer.tsx'
import { Logo } from './Logo.tsx'
import classes from './PublicFrame.module.css'
import { SkipLink } from './SkipLink.tsx'

/** Frame of the pages around sign-in: logo, content, footer. */
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

/** spec §1: the login page names its language; the label has no function. */
function Language() {
  return (
    <span className={classes.language}>
      <IconLanguage size={18} aria-hidden />
      日本語
    </span>
  )
}
