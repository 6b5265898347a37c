import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import {
  IconChevronLeft,
  IconLayoutDashboard,
  IconMenu2,
  IconSearch,
  IconUserCircle,
} from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { LogoutButton } from '../session/LogoutButton.tsx'
import { useOrganisations } from '../session/use-organisations.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { AccountName } from './AccountName.tsx'
import classes from './Header.module.css'
import { Logo } from './Logo.tsx'
import { isDashboard } from './menu.ts'
import { OrganisationSwitcher } from './OrganisationSwitcher.tsx'

/** Without a required second factor the only action is sign-out (D31). */
export function EnrolHeader() {
  return (
    <header className={classes.header} data-bare>
      <Logo />
      <div className={classes.end}>
        <AccountName />
        <LogoutButton />
      </div>
    </header>
  )
}

export interface HeaderProps {
  onOpenMenu: () => void
  /** Absent without the side menu. */
  onFind?: () => void
  /** No side menu: shows the menu button at every width, and the logo where signed-out pages have it. */
  alone?: boolean
}

/** Logo, link to the dashboard, account and sign-out (spec §2). */
export function Header({ onOpenMenu, onFind, alone }: HeaderProps) {
  const { pathname } = useLocation()
  const several = (useOrganisations()?.length ?? 0) > 1
  return (
    <header className={classes.header} data-alone={alone || undefined}>
      {!alone && <MenuButton className={classes.burger} onClick={onOpenMenu} />}
      <Logo />
      {!isDashboard(pathname) && (
        <AppLink href={paths.dashboard()} className={classes.back} aria-label="ダッシュボードへ戻る">
          <IconChevronLeft className={classes.chevron} size={18} aria-hidden />
          <IconLayoutDashboard className={classes.home} size={22} aria-hidden />
          <span>ダッシュボードへ戻る</span>
        </AppLink>
      )}
      <div className={classes.end}>
        {!alone && several && (
          <span className={classes.switcher}>
            <OrganisationSwitcher />
          </span>
        )}
        {onFind && (
          <UnstyledButton className={classes.find} aria-haspopup="dialog" onClick={onFind}>
            <IconSearch size={18} aria-hidden />
            検索
            <Kbd aria-hidden>Ctrl K</Kbd>
          </UnstyledButton>
        )}
        <AccountName />
        <LogoutButton />
      </div>
      {alone ? (
        <MenuButton className={classes.menu} onClick={onOpenMenu} />
      ) : (
        <ActionIcon
          className={classes.account}
          variant="subtle"
          color="gray"
          size={44}
          aria-label="アカウント"
          aria-haspopup="dialog"
          onClick={onOpenMenu}
        >
          <IconUserCircle size={22} />
        </ActionIcon>
      )}
    </header>
  )
}

function MenuButton({ className, onClick }: { className: string | undefined; onClick: () => void }) {
  return (
    <ActionIcon
      className={className ?? ''}
      variant="subtle"
      color="gray"
      size={44}
      aria-label="メニューを開く"
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <IconMenu2 size={22} />
    </ActionIcon>
  )
}
