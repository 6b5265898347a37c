import { Flex, ThemeIcon } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { paths } from '../paths.ts'
import { AppLink } from '../ui/AppLink.tsx'
import classes from './Logo.module.css'

/** The product logo, linked to the start page. */
export function Logo() {
  return (
    <Flex
      component={AppLink}
      align="center"
      display="inline-flex"
      gap="xs"
      fz="lg"
      fw={700}
      href={paths.home()}
      className={classes.logo}
    >
      <ThemeIcon component="span" size={28}>
        <IconShieldCheck size={18} aria-hidden />
      </ThemeIcon>
      本人確認管理システム
    </Flex>
  )
}
