import { isAtLeast } from '@kyc/contract/accounts.ts'
import { useLocation } from '@tanstack/react-router'
import { useSession } from '../session/use-session.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { isCurrent, menu } from './menu.ts'
import classes from './SideMenu.module.css'

/** The pages by role; `onChoose` closes the drawer on small screens. */
export function SideMenu({ onChoose }: { onChoose?: () => void }) {
  const { user } = useSession()
  const { pathname } = useLocation()
  return (
    <nav aria-label="メインメニュー" className={classes.menu}>
      <ul>
        {menu
          .filter((item) => isAtLeast(user.role, item.least))
          .map((item) => (
            <li key={item.href}>
              <AppLink
                href={item.href}
                className={classes.item}
                data-current={isCurrent(item, pathname)}
                aria-current={isCurrent(item, pathname) ? 'page' : undefined}
                onClick={onChoose}
              >
                <item.icon size={20} stroke={1.7} aria-hidden />
                {item.label}
              </AppLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}
