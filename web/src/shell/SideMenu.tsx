import { isAtLeast } from '@kyc/contract/accounts.ts'
import { useLocation } from '@tanstack/react-router'
import { useOrganisations } from '../session/use-organisations.ts'
import { useSession } from '../session/use-session.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { isCurrent, type MenuItem, managementMenu, menu } from './menu.ts'
import classes from './SideMenu.module.css'

/** Links to the pages that the role may open; `onChoose` closes the drawer on small screens. */
export function SideMenu({ onChoose }: { onChoose?: () => void }) {
  const { user, readsAll } = useSession()
  const isOfCompany = useOrganisations()?.some(({ kind }) => kind !== 'personal') ?? false
  const shown = ({ minimumRole, companies }: MenuItem) =>
    (minimumRole === 'admin' ? readsAll : isAtLeast(user.role, minimumRole)) && (!companies || isOfCompany)
  const management = managementMenu.filter(shown)
  return (
    <nav aria-label="メインメニュー" className={classes.menu}>
      <MenuList items={menu.filter(shown)} onChoose={onChoose} />
      {management.length > 0 && (
        <>
          <h2 className={classes.group}>管理</h2>
          <MenuList items={management} onChoose={onChoose} />
        </>
      )}
    </nav>
  )
}

function MenuList({ items, onChoose }: { items: readonly MenuItem[]; onChoose: (() => void) | undefined }) {
  const { pathname } = useLocation()
  return (
    <ul>
      {items.map((item) => (
        <li key={item.href}>
          <AppLink
            href={item.href}
            className={classes.item}
            data-current={isCurrent(item, pathname)}
            aria-current={isCurrent(item, pathname) ? 'page' : undefined}
            onClick={onChoose}
          >
            <item.icon size={20} aria-hidden />
            {item.label}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
