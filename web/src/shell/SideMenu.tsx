import { isAtLeast } from '@kyc/contract/accounts.ts'
import { Stack, VisuallyHidden } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useOrganisations } from '../session/use-organisations.ts'
import { useSession } from '../session/use-session.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { isCurrent, type MenuItem, managementMenu, menu } from './menu.ts'
import classes from './SideMenu.module.css'
import { WaitingCount } from './WaitingCount.tsx'

export interface SideMenuProps {
  /** Closes the drawer of small screens. */
  onChoose?: () => void
  /** Only icons, with the labels as tooltips. */
  rail?: boolean
}

/** Links to the pages that the role may open. */
export function SideMenu({ onChoose, rail }: SideMenuProps) {
  const { user, isAdmin, readsAll } = useSession()
  const isOfCompany = useOrganisations()?.some(({ kind }) => kind !== 'personal') ?? false
  const shown = ({ minimumRole, companies, reviewers }: MenuItem) =>
    (!reviewers || isAdmin) &&
    (minimumRole === 'admin' ? readsAll : isAtLeast(user.role, minimumRole)) &&
    (!companies || isOfCompany)
  const management = managementMenu.filter(shown)
  return (
    <nav aria-label="メインメニュー">
      <MenuList items={menu.filter(shown)} onChoose={onChoose} rail={rail} />
      {management.length > 0 && (
        <>
          <h2 className={rail ? VisuallyHidden.classes.root : classes.group}>管理</h2>
          <MenuList items={management} onChoose={onChoose} rail={rail} />
        </>
      )}
    </nav>
  )
}

interface MenuListProps {
  items: readonly MenuItem[]
  onChoose: (() => void) | undefined
  rail: boolean | undefined
}

function MenuList({ items, onChoose, rail }: MenuListProps) {
  const { pathname } = useLocation()
  return (
    <Stack component="ul" gap={2}>
      {items.map((item) => (
        <li key={item.href}>
          <AppLink
            href={item.href}
            className={classes.item}
            title={rail ? item.label : undefined}
            data-current={isCurrent(item, pathname)}
            aria-current={isCurrent(item, pathname) ? 'page' : undefined}
            onClick={onChoose}
          >
            <item.icon size={20} aria-hidden />
            {rail ? <VisuallyHidden>{item.label}</VisuallyHidden> : item.label}
            {item.reviewers && <WaitingCount />}
          </AppLink>
        </li>
      ))}
    </Stack>
  )
}
