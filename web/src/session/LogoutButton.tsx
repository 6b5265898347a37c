import { logout } from '@kyc/contract/accounts.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call, clearSession } from '../api/call.ts'
import { paths } from '../paths.ts'
import { IconLogout } from '../ui/icons.ts'
import { Button } from '../ui/mantine/Button.ts'
import { showToast } from '../ui/toast.ts'
import classes from './LogoutButton.module.css'
import { useAuth } from './use-session.ts'

/**
 * Signs out. Only the server can end a session, so a failed call is reported and the page stays signed in.
 */
export function LogoutButton() {
  const auth = useAuth()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const signOut = async () => {
    setBusy(true)
    try {
      await call(logout)
    } catch (error) {
      const alreadyEnded = error instanceof ApiError && error.status === 401
      if (!alreadyEnded) {
        setBusy(false)
        showToast('ログアウトできませんでした。もう一度お試しください。', 'bad')
        return
      }
    }
    clearSession()
    auth.ended(true)
    await router.navigate({ href: paths.login(), replace: true })
    auth.ended(false)
  }
  return (
    <Button
      variant="subtle"
      color="gray"
      className={classes.button}
      leftSection={<IconLogout size={18} />}
      loading={busy}
      onClick={signOut}
    >
      ログアウト
    </Button>
  )
}
