import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import { AppLink } from '../ui/AppLink.tsx'
import classes from './Logo.module.css'

/** The product logo, linked to the start page. */
export function Logo() {
  return (
    <AppLink href="/" className={classes.logo}>
      <span className={classes.sign}>
        <IconShieldCheck size={18} stroke={1.7} aria-hidden />
      </span>
      本人確認管理システム
    </AppLink>
  )
}
