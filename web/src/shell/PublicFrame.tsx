import { Group, Stack } from '@mantine/core'
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
    <Stack gap={0} mih="100dvh">
      <SkipLink />
      <Group component="header" justify="space-between" h={56} className={classes.header}>
        <Logo />
        {pathname === '/login' && <Language />}
      </Group>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Footer />
    </Stack>
  )
}

/** spec §1: the login page names its language; the label has no function. */
function Language() {
  return (
    <Group component="span" gap={6} c="dimmed" fz="xs">
      <IconLanguage size={18} aria-hidden />
      日本語
    </Group>
  )
}
