import { Kbd, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { paths } from '../paths.ts'
import { LiveUpdates } from '../session/live/LiveUpdates.tsx'
import { MembershipRefresh } from '../session/MembershipRefresh.tsx'
import { useSession } from '../session/use-session.ts'
import { Redirect } from '../ui/go.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { useKey } from '../ui/use-key.ts'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { FindDialog } from './FindDialog.tsx'
import { Footer } from './Footer.tsx'
import { EnrolHeader, Header } from './Header.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { LogFailureNotice } from './LogFailureNotice.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import { isReviewDesk } from './menu.ts'
import { OfflineNotice } from './OfflineNotice.tsx'
import classes from './Shell.module.css'
import menu from './SideMenu.module.css'
import { SideMenu } from './SideMenu.tsx'
import { SkipLink } from './SkipLink.tsx'
import { useMainFocus } from './use-main-focus.ts'

/** Header, side menu, content and footer (spec §2, Layout). */
export function Shell({ children }: { children: ReactNode }) {
  const [menuOpen, setMenuOpen] = useState(false)
  const [keysOpen, setKeysOpen] = useState(false)
  const openKeys = useCallback(() => setKeysOpen(true), [])
  useKey('?', openKeys)
  const [finding, setFinding] = useState(false)
  useReturnFocus(finding)
  const main = useMainFocus()
  const { user, readsAll } = useSession()
  const enrolling = user.secondFactorMissing
  const onDesk = useRouterState({ select: ({ location }) => isReviewDesk(location.pathname) })
  const find = () => setFinding(true)
  // Acts in text fields too, but not in an open dialog: opening a result would discard its input.
  useHotkeys([['mod+K', () => !enrolling && !document.querySelector('[role="dialog"]') && find()]], [])
  return (
    <div className={classes.shell} data-desk={onDesk || undefined}>
      <SkipLink />
      {enrolling ? <EnrolHeader /> : <Header onOpenMenu={() => setMenuOpen(true)} onFind={find} />}
      <OfflineNotice />
      <div className={classes.columns}>
        {!enrolling && (
          <div className={classes.side} data-rail={onDesk || undefined}>
            <SideMenu rail={onDesk} />
            <UnstyledButton
              className={`${menu.item} ${classes.keys}`}
              title={onDesk ? 'キーボード操作' : undefined}
              onClick={openKeys}
            >
              <IconKeyboard size={20} aria-hidden />
              {onDesk ? <VisuallyHidden>キーボード操作</VisuallyHidden> : 'キーボード操作'}
              {!onDesk && <Kbd ml="auto">?</Kbd>}
            </UnstyledButton>
          </div>
        )}
        <div className={classes.content}>
          {readsAll && !enrolling && <LogFailureNotice />}
          <main id="main" tabIndex={-1} ref={main} className={classes.main}>
            <EnrolmentOnly active={enrolling}>{children}</EnrolmentOnly>
          </main>
          <Footer />
        </div>
      </div>
      {menuOpen && <MenuDrawer onClose={() => setMenuOpen(false)} onFind={find} />}
      {finding && <FindDialog onClose={() => setFinding(false)} />}
      {keysOpen && <KeysDialog onClose={() => setKeysOpen(false)} />}
      {!enrolling && <LiveUpdates />}
      <MembershipRefresh />
      <Toasts />
    </div>
  )
}

/**
 * Redirects every page to enrolment while a required second factor is missing (D31). Always rendered, so that
 * the page does not remount after enrolment.
 */
function EnrolmentOnly({ active, children }: { active: boolean; children: ReactNode }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return !active || pathname === paths.account() ? children : <Redirect href={paths.account()} />
}
