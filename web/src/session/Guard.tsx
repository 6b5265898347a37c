import { Loader } from '@mantine/core'
import '@mantine/core/styles/Loader.css'
import { useLocation } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { paths } from '../paths.ts'
import { Redirect } from '../ui/go.tsx'
import classes from './Guard.module.css'
import { useAuthState } from './use-session.ts'

/** spec §2: a spinner while the authentication state loads, the login page for those who are not signed in. */
export function Guard({ children }: { children: ReactNode }) {
  const state = useAuthState()
  const { href } = useLocation()
  // Another person begins anew: what somebody typed, chose or has open is theirs alone.
  if (state.status === 'authenticated') return <Fragment key={state.user.id}>{children}</Fragment>
  if (state.status === 'anonymous' && !state.leaving) return <Redirect href={paths.login(href)} />
  return (
    <div className={classes.waiting} role="status" aria-label="読み込み中">
      <Loader />
    </div>
  )
}
