import type { ReactNode } from 'react'
import { Footer } from './Footer.tsx'
import { Logo } from './Logo.tsx'
import classes from './PublicFrame.module.css'
import { SkipLink } from './SkipLink.tsx'

/** The frame of pages that need no sign-in: logo, one thing at the right, content, footer. */
export function PublicFrame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <SkipLink />
      <header className={classes.header}>
        <Logo />
        {aside}
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
