import { type AccountSecurity, removeTotp, startTotp } from '@kyc/contract/account.ts'
import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { isLastRequired } from './factor-rules.ts'
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import { Row } from './Row.tsx'
import { TotpDialog } from './TotpDialog.tsx'

export interface AuthenticatorRowProps {
  security: AccountSecurity
  onAdded: (recoveryCodes: readonly string[]) => Promise<void>
}

export function AuthenticatorRow({ security, onAdded }: AuthenticatorRowProps) {
  const [removing, setRemoving] = useState(false)
  const start = useMutation({ mutationFn: () => call(startTotp) })
  return (
    <>
      <Row
        icon={IconDeviceMobile}
        title={
          <>
            認証アプリ
            {security.totp && <StateBadge tone="ok">設定済み</StateBadge>}
          </>
        }
        note="Google Authenticator などのアプリに表示される6桁の数字で確認します。"
      >
        {security.totp ? (
          <Button variant="default" disabled={isLastRequired(security)} onClick={() => setRemoving(true)}>
            削除
          </Button>
        ) : (
          <BusyButton
            variant={security.passkeys.length === 0 ? 'filled' : 'default'}
            busy={start.isPending}
            onClick={() => start.mutate()}
          >
            設定する
          </BusyButton>
        )}
      </Row>
      {start.isError && <Alert m="0 16px 12px" title={failureText(start.error)} />}
      {start.data && (
        <TotpDialog
          started={start.data}
          onClose={() => start.reset()}
          onAdded={(codes) => {
            start.reset()
            return onAdded(codes)
          }}
        />
      )}
      {removing && (
        <RemoveFactorDialog
          title="認証アプリの削除"
          remove={() => call(removeTotp)}
          onClose={() => setRemoving(false)}
        >
          認証アプリを二段階認証から削除しますか？
          <br />
          アプリの側に残った登録は、ご自身で削除してください。
        </RemoveFactorDialog>
      )}
    </>
  )
}
