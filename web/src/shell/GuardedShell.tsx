import { Outlet } from '@tanstack/react-router'
import { Guard } from '../session/Guard.tsx'
import { Shell } from './Shell.tsx'

/** What stands around every page that needs a sign-in (spec §2). */
export function GuardedShell() {
  return (
    <Guard>
      <Shell>
        <Outlet />
      </Shell>
    </Guard>
  )
}
