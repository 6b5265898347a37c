import { addPasskey } from '@kyc/contract/account.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Text, TextInput } from '@mantine/core'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { createPasskey, PasskeyFailure } from '../../session/passkeys.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'

export interface PasskeyDialogProps {
  /** The challenge; fetched before the dialog opens, because the ceremony must follow a click directly. */
  options: Record<string, unknown>
  onClose: () => void
  onAdded: (recoveryCodes: readonly string[]) => Promise<void>
}

export function PasskeyDialog({ options, onClose, onAdded }: PasskeyDialogProps) {
  const form = useFormCall({
    initial: { name: '' },
    call: async ({ name }) =>
      call(addPasskey, { body: { name: name.trim(), credential: await createPasskey(options) } }),
    onDone: ({ recoveryCodes }) => onAdded(recoveryCodes),
    textOf,
  })
  return (
    <FormDialog
      title="パスキーの追加"
      size={440}
      submit="続ける"
      disabledReason={form.values.name.trim() === '' ? '名前を入力してください' : undefined}
      state={form}
      onClose={onClose}
    >
      <TextInput
        size="md"
        label="パスキーの名前"
        description="あとで見分けられるように、端末の名前などを付けます。"
        placeholder="仕事用のパソコン"
        maxLength={limits.nameChars}
        data-autofocus
        {...form.field('name')}
      />
      <Text size="xs" c="dimmed">
        「続ける」を押すと、ブラウザがパスキーの作成を案内します。
      </Text>
    </FormDialog>
  )
}

function textOf(error: Error): string {
  return error instanceof PasskeyFailure ? error.message : failureText(error)
}
