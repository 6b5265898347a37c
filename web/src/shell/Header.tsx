import { ActionIcon, Box, type BoxProps, Button, Flex, Group, Kbd } from '@mantine/core'
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

/** Without a required second factor the only action is sign-out. */
export function EnrolHeader() {
  return (
    <Group component="header" wrap="nowrap" gap={0} h={56} className={classes.header} data-bare>
      <Logo />
      <Group wrap="nowrap" miw={0} ml="auto">
        <Box component="span" visibleFrom="sm">
          <AccountName />
        </Box>
        <LogoutButton />
      </Group>
    </Group>
  )
}

export interface HeaderProps {
  onOpenMenu: () => void
  /** Absent without the side menu. */
  onFind?: () => void
  /** No side menu: shows the menu button at every width, and the logo where signed-out pages have it. */
  alone?: boolean
}

/** Logo, link to the dashboard, account and sign-out. */
export function Header({ onOpenMenu, onFind, alone }: HeaderProps) {
  const { pathname } = useLocation()
  const several = (useOrganisations()?.length ?? 0) > 1
  return (
    <Group
      component="header"
      wrap="nowrap"
      gap={0}
      h={56}
      className={classes.header}
      data-alone={alone || undefined}
    >
      {!alone && <MenuButton hiddenFrom="sm" mr={4} onClick={onOpenMenu} />}
      <Logo />
      {!isDashboard(pathname) && (
        <Flex
          component={AppLink}
          align="center"
          gap={4}
          fz="xs"
          href={paths.dashboard()}
          className={classes.back}
          aria-label="ダッシュボードへ戻る"
        >
          <IconChevronLeft className={classes.chevron} size={18} aria-hidden />
          <IconLayoutDashboard className={classes.home} size={22} aria-hidden />
          <span>ダッシュボードへ戻る</span>
        </Flex>
      )}
      <Group wrap="nowrap" miw={0} ml="auto" visibleFrom="sm">
        {!alone && several && (
          <span className={classes.switcher}>
            <OrganisationSwitcher />
          </span>
        )}
        {onFind && (
          <Button
            variant="default"
            flex="none"
            fw={400}
            c="dimmed"
            pl="sm"
            pr="xs"
            leftSection={<IconSearch size={18} aria-hidden />}
            rightSection={<Kbd aria-hidden>Ctrl K</Kbd>}
            aria-haspopup="dialog"
            onClick={onFind}
          >
            検索
          </Button>
        )}
        <AccountName />
        <LogoutButton />
      </Group>
      {alone ? (
        <MenuButton ml={{ sm: 'xs' }} onClick={onOpenMenu} />
      ) : (
        <ActionIcon
          className={classes.account}
          variant="subtle"
          color="gray"
          size={44}
          hiddenFrom="sm"
          aria-label="アカウント"
          aria-haspopup="dialog"
          onClick={onOpenMenu}
        >
          <IconUserCircle size={22} />
        </ActionIcon>
      )}
    </Group>
  )
}

function MenuButton(props: BoxProps & { onClick: () => void }) {
  return (
    <ActionIcon
      {...props}
      variant="subtle"
      color="gray"
      c="var(--app-text)"
      size={44}
      aria-label="メニューを開く"
      aria-haspopup="dialog"
    >
      <IconMenu2 size={22} />
    </ActionIcon>
  )
}
