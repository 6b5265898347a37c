import { confirmTotp, type startTotp } from '@kyc/contract/account.ts'
import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import { Alert, Button, Modal } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { CodeField, isCode, plainCode } from '../../ui/CodeField.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import classes from './account.module.css'
import { QrCode } from './QrCode.tsx'

export interface TotpDialogProps {
  /** What the server told this once. */
  started: ReplyOf<typeof startTotp>
  onClose: () => void
  onAdded: (recoveryCodes: readonly string[]) => Promise<void>
}

/** Three steps on one sheet: app, picture or key, code. */
export function TotpDialog({ started, onClose, onAdded }: TotpDialogProps) {
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => call(confirmTotp, { body: { code: plainCode(code) } }),
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  })
  const codeError = fieldErrors(confirm.error).code
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isCode(code) && !confirm.isPending) confirm.mutate()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="認証アプリの設定"
      size={480}
      centered
      closeOnClickOutside={false}
      closeOnEscape={!confirm.isPending}
      closeButtonProps={{ 'aria-label': '閉じる' }}
    >
      <form onSubmit={submit}>
        <ol className={classes.steps}>
          <li>
            <h3>1. 認証アプリでQRコードを読み取ります</h3>
            <QrCode text={started.uri} label="認証アプリに登録するQRコード" />
            <p className={classes.key}>
              読み取れない場合のキー：<code>{inGroups(started.secret)}</code>
              <CopyButton value={started.secret} label="キーをコピー" />
            </p>
          </li>
          <li>
            <h3>2. アプリに表示された数字を入力します</h3>
            <CodeField
              value={code}
              onChange={(value) => {
                setCode(value)
                confirm.reset()
              }}
              error={codeError}
              autoFocus
            />
          </li>
        </ol>
        {confirm.isError && !codeError && (
          <Alert color="red" role="alert" mt={16}>
            {failureText(confirm.error)}
          </Alert>
        )}
        <div className={classes.foot}>
          <Button variant="default" size="md" onClick={onClose} disabled={confirm.isPending}>
            キャンセル
          </Button>
          <Button type="submit" size="md" disabled={!isCode(code)} loading={confirm.isPending}>
            設定する
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Groups of four are easier to type. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
