import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'
import IconLogin from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs'
import { type ReactNode, useEffect, useRef } from 'react'
import { paths, publicPages } from '../paths.ts'
import { useAuthState } from '../session/use-session.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Footer } from './Footer.tsx'
import { Logo } from './Logo.tsx'
import frame from './PublicFrame.module.css'
import classes from './ReadingFrame.module.css'
import { SkipLink } from './SkipLink.tsx'
import { useMainFocus } from './use-main-focus.ts'

/** The frame of the pages that everybody may read: their list beside a column of text. `page` is the address of one. */
export function ReadingFrame({ page, children }: { page: string; children: ReactNode }) {
  const main = useMainFocus()
  return (
    <div className={frame.frame}>
      <SkipLink />
      <header className={frame.header}>
        <Logo />
        <WayBack />
      </header>
      <div className={classes.columns}>
        <PageList current={page} />
        <main id="main" tabIndex={-1} ref={main} className={classes.main}>
          {children}
        </main>
      </div>
      <Footer />
    </div>
  )
}

function PageList({ current }: { current: string }) {
  const list = useRef<HTMLElement>(null)
  // On phones the list is a strip that scrolls sideways; `scrollIntoView` would move the page as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another place in the strip
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && link) list.current.scrollLeft = link.offsetLeft - list.current.clientWidth / 3
  }, [current])
  return (
    <nav ref={list} aria-label="ご案内" className={classes.list}>
      <ul>
        {publicPages.map(({ label, href }) => (
          <li key={href}>
            <AppLink href={href} aria-current={current === href ? 'page' : undefined}>
              {label}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** To the dashboard for those who are signed in, to the login for those who are not; nothing until that is known. */
function WayBack() {
  const { status } = useAuthState()
  if (status === 'loading') return null
  const [href, label, Icon] =
    status === 'authenticated'
      ? ([paths.dashboard(), 'ダッシュボードへ戻る', IconLayoutDashboard] as const)
      : ([paths.login(), 'ログイン', IconLogin] as const)
  return (
    <AppLink href={href} className={classes.back} data-icon-alone={status === 'authenticated' || undefined}>
      <Icon size={17} stroke={1.7} aria-hidden />
      <span>{label}</span>
    </AppLink>
  )
}
