import { useConfig } from '../api/use-config.ts'
import { AppLink } from '../ui/AppLink.tsx'
import classes from './Footer.module.css'

/** The pages that everybody may read; each is listed from the day it exists (spec §2). */
const publicPages: readonly { label: string; href: string }[] = []

export function Footer() {
  const config = useConfig()
  return (
    <footer className={classes.footer}>
      {publicPages.map((page) => (
        <AppLink key={page.href} href={page.href}>
          {page.label}
        </AppLink>
      ))}
      <span className={classes.build}>{config && `${config.build.version}（${config.build.date}）`}</span>
    </footer>
  )
}
