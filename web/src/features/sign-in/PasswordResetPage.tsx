import { useState } from 'react'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { ResetRequestForm } from './ResetRequestForm.tsx'
import { useLinkToken } from './use-link-token.ts'

/** /password-reset (D31): asks for the mail, or, by the link of the mail, for the new password. */
export function PasswordResetPage() {
  const token = useLinkToken()
  const [over, setOver] = useState<string | null>(null)
  if (token && token !== over)
    return <NewPasswordForm key={token} token={token} onRequestAgain={() => setOver(token)} />
  return <ResetRequestForm />
}
