import { Outlet } from '@tanstack/react-router'
import { StepUpGate } from './features/account/step-up/StepUpGate.tsx'
import { SignInAgain } from './features/sign-in/SignInAgain.tsx'
import { Guard } from './session/Guard.tsx'
import { SignInCover } from './session/SignInCover.tsx'
import { Shell } from './shell/Shell.tsx'

/** Guard and frame of every page that needs a sign-in (spec §2), with the step-up dialog (D31). */
export function SignedInShell() {
  return (
    <>
      <Guard
        cover={
          <SignInCover>
            <SignInAgain />
          </SignInCover>
        }
      >
        <Shell>
          <Outlet />
        </Shell>
      </Guard>
      <StepUpGate />
    </>
  )
}
