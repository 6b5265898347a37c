import { useState } from 'react'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { ResetRequestForm } from './ResetRequestForm.tsx'
import { useLinkToken } from './use-link-token.ts'

/** /password-reset (D31): asks for the mail, or, by the link of the mail, for the new password. */
export function PasswordResetPage() {
  const token = useLinkToken()
  const [again, setAgain] = useState(false)
  if (token && !again) return <NewPasswordForm token={token} onRequestAgain={() => setAgain(true)} />
  return <ResetRequestForm />
}
