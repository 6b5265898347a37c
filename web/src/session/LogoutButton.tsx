import { logout } from '@kyc/contract/accounts.ts'
import { IconLogout } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { use, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call, clearSession } from '../api/call.ts'
import { paths } from '../paths.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { DraftsContext } from '../ui/drafts.ts'
import { showToast } from '../ui/toast.ts'
import { useAuth } from './use-session.ts'

/**
 * Signs out, after a question if input would be lost. Only the server can end a session, so a failed call is
 * reported and the page stays signed in.
 */
export function LogoutButton() {
  const auth = useAuth()
  const router = useRouter()
  const drafts = use(DraftsContext)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
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
    auth.left(true)
    // The question has been answered; the guard of the page is not yet unmounted.
    await router.navigate({ href: paths.login(), replace: true, ignoreBlocker: true })
    auth.left(false)
  }
  return (
    <>
      <BusyButton
        variant="subtle"
        color="gray"
        px="xs"
        fz="xs"
        fw={400}
        leftSection={<IconLogout size={18} />}
        busy={busy}
        onClick={() => (drafts.any ? setAsking(true) : void signOut())}
      >
        ログアウト
      </BusyButton>
      {asking && (
        <ConfirmDialog
          title="入力した内容を破棄しますか"
          confirm="破棄してログアウト"
          cancel="入力に戻る"
          danger
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void signOut()
          }}
        >
          ログアウトすると、入力した内容と選択した書類は失われます。
        </ConfirmDialog>
      )}
    </>
  )
}
