import { Center, Loader } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { Activity, type ReactNode } from 'react'
import { paths } from '../paths.ts'
import { Redirect } from '../ui/go.tsx'
import { useAuthState } from './use-session.ts'

/**
 * spec §2: a spinner while the authentication state loads, a redirect to the login page when signed out. `cover`
 * hides a page with unsaved input after the end of its session.
 */
export function Guard({ children, cover }: { children: ReactNode; cover: ReactNode }) {
  const state = useAuthState()
  const { href } = useLocation()
  if ('user' in state) {
    const covered = state.status === 'covered'
    // The key remounts the page for another account, so that input and open dialogs are lost. A hidden Activity
    // keeps the input and stops effects: no calls, timers or live updates.
    return (
      <>
        <Activity key={state.user.id} mode={covered ? 'hidden' : 'visible'}>
          {children}
        </Activity>
        {covered && cover}
      </>
    )
  }
  if (state.status === 'anonymous' && !state.leaving) return <Redirect href={paths.login(href)} />
  return (
    <Center flex={1} mih="50vh" role="status" aria-label="読み込み中">
      <Loader />
    </Center>
  )
}
