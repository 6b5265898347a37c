import type { AccountSecurity } from '@kyc/contract/account.ts'
import { Modal } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import { ApiError } from '../api/api-error.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { TextSkeleton } from '../ui/Skeletons.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import { passkeysSupported } from './passkeys.ts'
import classes from './StepUp.module.css'
import { StepUpForm } from './StepUpForm.tsx'
import { useAccountSecurity } from './use-account-security.ts'

export interface StepUpDialogProps {
  onDone: () => void
  onCancel: () => void
}

/** Above every other dialog, since it is asked for from inside them. */
const above = 350

/** A fresh sign-in by what the person has; the act that asked for it goes on afterwards. */
export function StepUpDialog({ onDone, onCancel }: StepUpDialogProps) {
  const security = useAccountSecurity()
  return (
    <Modal
      opened
      onClose={onCancel}
      title="本人確認"
      size={440}
      centered
      zIndex={above}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': '閉じる' }}
    >
      {security.isPending && <TextSkeleton lines={4} />}
      {security.isError && (
        <ErrorState
          title="確認の方法を取得できませんでした"
          onRetry={() => void security.refetch()}
          retrying={security.isFetching}
          requestId={security.error instanceof ApiError ? security.error.requestId : null}
        />
      )}
      {security.data &&
        (canProve(security.data) ? (
          <StepUpForm security={security.data} onDone={onDone} onCancel={onCancel} />
        ) : (
          <SignInAgain />
        ))}
    </Modal>
  )
}

function canProve({ hasPassword, totp, passkeys }: AccountSecurity): boolean {
  return hasPassword || totp || (passkeys.length > 0 && passkeysSupported())
}

/** Whoever only has an account of the video service signs in there, and the five minutes begin anew. */
function SignInAgain() {
  return (
    <>
      <p className={classes.lead}>
        この操作には、5分以内のログインが必要です。一度ログアウトして、動画サービスのアカウントでログインし直してから、もう一度操作してください。
      </p>
      <div className={classes.buttons}>
        <LogoutButton />
      </div>
    </>
  )
}
