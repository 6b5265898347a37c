import { addPasskey } from '@kyc/contract/account.ts'
import { limits } from '@kyc/contract/limits.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { createPasskey, PasskeyFailure } from '../../session/passkeys.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import classes from './account.module.css'

export interface PasskeyDialogProps {
  /** The challenge; fetched before the dialog opens, because the ceremony must follow a click directly. */
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
  return (
    <FormDialog
      title="パスキーの追加"
      size={440}
      submit="続ける"
      disabled={name.trim() === ''}
      busy={add.isPending}
      error={add.isError && !nameError ? textOf(add.error) : null}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
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
      <p className={classes.rowNote}>「続ける」を押すと、ブラウザがパスキーの作成を案内します。</p>
    </FormDialog>
  )
}

function textOf(error: Error): string {
  return error instanceof PasskeyFailure ? error.message : failureText(error)
}
