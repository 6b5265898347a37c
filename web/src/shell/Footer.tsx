import { Group } from '@mantine/core'
import { useConfig } from '../api/use-config.ts'
import { paths, publicPages } from '../paths.ts'
import { AppLink } from '../ui/AppLink.tsx'
import classes from './Footer.module.css'

/** Links to the pages that need no sign-in; shown on every page (spec §2, Layout). */
export function Footer() {
  const config = useConfig()
  return (
    <Group component="footer" gap="4px 20px" fz="xs" lh={1.5} className={classes.footer}>
      {publicPages.map((page) => (
        <AppLink key={page.href} href={page.href}>
          {page.label}
        </AppLink>
      ))}
      <AppLink href={paths.takedownNotice()}>公開停止の申し出</AppLink>
      <span className={classes.build}>{config && `${config.build.version}（${config.build.date}）`}</span>
    </Group>
  )
}
