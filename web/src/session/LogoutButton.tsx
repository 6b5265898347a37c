import { logout } from '@kyc/contract/accounts.ts'
import { Button } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call, forgetSession } from '../api/call.ts'
import { paths } from '../paths.ts'
import { showToast } from '../ui/toast.ts'
import classes from './LogoutButton.module.css'
import { useAuth } from './use-session.ts'

/** Signs out. Only the server can end a session, so a sign-out that did not reach it is told. */
export function LogoutButton() {
  const auth = useAuth()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const signOut = async () => {
    setBusy(true)
    try {
      await call(logout)
    } catch (error) {
      const over = error instanceof ApiError && error.status === 401
      if (!over) {
        setBusy(false)
        showToast('ログアウトできませんでした。もう一度お試しください。', 'bad')
        return
      }
    }
    forgetSession()
    auth.ended(true)
    await router.navigate({ href: paths.login(), replace: true })
    auth.ended(false)
  }
  return (
    <Button
      variant="subtle"
      color="gray"
      className={classes.button}
      leftSection={<IconLogout size={18} stroke={1.7} />}
      loading={busy}
      onClick={signOut}
    >
      ログアウト
    </Button>
  )
}
