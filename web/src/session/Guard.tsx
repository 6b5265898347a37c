import { useLocation } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { paths } from '../paths.ts'
import { Redirect } from '../ui/go.tsx'
import { Loader } from '../ui/mantine/Loader.ts'
import classes from './Guard.module.css'
import { useAuthState } from './use-session.ts'

/** spec §2: a spinner while the authentication state loads, a redirect to the login page when signed out. */
export function Guard({ children }: { children: ReactNode }) {
  const state = useAuthState()
  const { href } = useLocation()
  // The key remounts the page for another account, so that input and open dialogs are lost.
  if (state.status === 'authenticated') return <Fragment key={state.user.id}>{children}</Fragment>
  if (state.status === 'anonymous' && !state.leaving) return <Redirect href={paths.login(href)} />
  return (
    <div className={classes.waiting} role="status" aria-label="読み込み中">
      <Loader />
    </div>
  )
}
