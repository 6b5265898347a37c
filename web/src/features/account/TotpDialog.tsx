import { confirmTotp, type startTotp } from '@kyc/contract/account.ts'
import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import { Group, Stack, Text, Title } from '@mantine/core'
import { call } from '../../api/call.ts'
import { CodeField, isCode, plainCode } from '../../ui/CodeField.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'

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
      <Stack component="ol">
        <li>
          <Title order={3} mb="xs">
            1. 認証アプリでQRコードを読み取ります
          </Title>
          <QrCode text={started.uri} label="認証アプリに登録するQRコード" />
          <Text size="xs">読み取れない場合のキー</Text>
          <Group gap={4} fz="xs" lts="0.04em">
            <code>{inGroups(started.secret)}</code>
            <CopyButton value={started.secret} label="キーをコピー" />
          </Group>
        </li>
        <li>
          <Title order={3} mb="xs">
            2. アプリに表示された数字を入力します
          </Title>
          <CodeField data-autofocus {...form.field('code')} />
        </li>
      </Stack>
    </FormDialog>
  )
}

function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
