import { IconShieldCheck } from '@tabler/icons-react'
import { paths } from '../paths.ts'
import { AppLink } from '../ui/AppLink.tsx'
import classes from './Logo.module.css'

/** The product logo, linked to the start page. */
export function Logo() {
  return (
    <AppLink href={paths.home()} className={classes.logo}>
      <span className={classes.sign}>
        <IconShieldCheck size={18} aria-hidden />
      </span>
      本人確認管理システム
    </AppLink>
  )
}
