import { addPasskey } from '@kyc/contract/account.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Alert, Button, Modal, TextInput } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { createPasskey, PasskeyFailure } from '../../session/passkeys.ts'
import form from '../../ui/form.module.css'
import classes from './account.module.css'

export interface PasskeyDialogProps {
  /** The challenge; fetched before, so that the browser sees the click that the ceremony needs. */
  options: Record<string, unknown>
  onClose: () => void
  onAdded: (recoveryCodes: readonly string[]) => Promise<void>
}

export function PasskeyDialog({ options, onClose, onAdded }: PasskeyDialogProps) {
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: async () =>
      call(addPasskey, { body: { name: name.trim(), credential: await createPasskey(options) } }),
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  })
  const nameError = fieldErrors(add.error).name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !add.isPending) add.mutate()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="パスキーの追加"
      size={440}
      centered
      closeOnClickOutside={false}
      closeOnEscape={!add.isPending}
      closeButtonProps={{ 'aria-label': '閉じる', disabled: add.isPending }}
    >
      <form onSubmit={submit} className={form.form}>
        <TextInput
          size="md"
          label="パスキーの名前"
          description="あとで見分けられるように、端末の名前などを付けます。"
          placeholder="仕事用のパソコン"
          maxLength={limits.nameChars}
          value={name}
          error={nameError}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {add.isError && !nameError && (
          <Alert color="red" role="alert">
            {add.error instanceof PasskeyFailure ? add.error.message : failureText(add.error)}
          </Alert>
        )}
        <p className={classes.rowNote}>「続ける」を押すと、ブラウザがパスキーの作成を案内します。</p>
        <div className={classes.foot}>
          <Button variant="default" size="md" onClick={onClose} disabled={add.isPending}>
            キャンセル
          </Button>
          <Button type="submit" size="md" disabled={name.trim() === ''} loading={add.isPending}>
            続ける
          </Button>
        </div>
      </form>
    </Modal>
  )
}
