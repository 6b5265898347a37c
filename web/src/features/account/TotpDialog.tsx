import { confirmTotp, type startTotp } from '@kyc/contract/account.ts'
import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import { call } from '../../api/call.ts'
import { CodeField, isCode, plainCode } from '../../ui/CodeField.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import classes from './account.module.css'

export interface TotpDialogProps {
  /** Secret and URI, which the server returns only once. */
  started: ReplyOf<typeof startTotp>
  onClose: () => void
  onAdded: (recoveryCodes: readonly string[]) => Promise<void>
}

/** Enrols an authenticator app: QR code or key, then the code. */
export function TotpDialog({ started, onClose, onAdded }: TotpDialogProps) {
  const form = useFormCall({
    initial: { code: '' },
    call: ({ code }) => call(confirmTotp, { body: { code: plainCode(code) } }),
    onDone: ({ recoveryCodes }) => onAdded(recoveryCodes),
  })
  const { code } = form.values
  return (
    <FormDialog
      title="認証アプリの設定"
      size={540}
      submit="設定する"
      disabledReason={isCode(code) ? undefined : '6桁の数字を入力してください'}
      state={form}
      onClose={onClose}
    >
      <ol className={classes.steps}>
        <li>
          <h3>1. 認証アプリでQRコードを読み取ります</h3>
          <QrCode text={started.uri} label="認証アプリに登録するQRコード" />
          <p className={classes.key}>
            <span className={classes.keyLabel}>読み取れない場合のキー</span>
            <code>{inGroups(started.secret)}</code>
            <CopyButton value={started.secret} label="キーをコピー" />
          </p>
        </li>
        <li>
          <h3>2. アプリに表示された数字を入力します</h3>
          <CodeField data-autofocus {...form.field('code')} />
        </li>
      </ol>
    </FormDialog>
  )
}

function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
