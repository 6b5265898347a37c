import { useState } from 'react'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { ResetRequestForm } from './ResetRequestForm.tsx'
import { useLinkToken } from './use-link-token.ts'

/** /password-reset: requests the mail; with the link of the mail, sets the new password. */
export function PasswordResetPage() {
  const token = useLinkToken()
  const [rejectedToken, setRejectedToken] = useState<string | null>(null)
  if (token && token !== rejectedToken)
    return <NewPasswordForm key={token} token={token} onRequestAgain={() => setRejectedToken(token)} />
  return <ResetRequestForm />
}
