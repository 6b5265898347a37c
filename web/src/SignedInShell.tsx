import { StepUpGate } from './features/account/step-up/StepUpGate.tsx'
import { GuardedShell } from './shell/GuardedShell.tsx'

/** Every page that needs a sign-in, and the dialog for a fresh one that any of them may need (D31). */
export function SignedInShell() {
  return (
    <>
      <GuardedShell />
      <StepUpGate />
    </>
  )
}
