import { limits } from '@kyc/contract/limits.ts'
import { PasswordInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Form } from '../../../ui/Form.tsx'
import { useFormCall } from '../../../ui/use-form-call.ts'
import { PublicCard } from '../PublicCard.tsx'
import { japaneseMessage } from './provider-messages.ts'
import { useProvider } from './use-provider.ts'

/** /auth/action: target of the reset link in mails of the provider. */
export function AuthActionPage() {
  const { mode, oobCode } = useSearch({ from: '/public/auth/action' })
  const openedProvider = useProvider()
  const link = useQuery({
    queryKey: ['reset-link', mode, oobCode],
    queryFn: async () => {
      // Other modes of provider links, such as verifying an address, are not supported.
      if (mode !== 'resetPassword' || !oobCode) throw new InvalidLink()
      return (await openedProvider()).checkResetCode(oobCode)
    },
    staleTime: Number.POSITIVE_INFINITY,
    // The query key contains the secret of the link, so it is removed on unmount.
    gcTime: 0,
  })
  const form = useFormCall({
    initial: { password: '' },
    call: async ({ password }) => (await openedProvider()).resetPassword(oobCode ?? '', password),
    textOf: japaneseMessage,
  })
  const { password } = form.values
  const short = password.length > 0 && password.length < limits.password.providerMinimum
  const open = link.data !== undefined && !form.done
  return (
    <PublicCard title="パスワードの再設定">
      {link.isPending && <p role="status">リンクを確認しています</p>}
      {link.error && <Alert mb={16}>{japaneseMessage(link.error)}</Alert>}
      {form.done && (
        <Alert tone="ok">パスワードを変更しました。新しいパスワードでログインしてください。</Alert>
      )}
      {open && (
        <Form
          state={form}
          disabled={password === '' || short}
          gap={20}
          foot={
            <BusyButton
              type="submit"
              size="md"
              fullWidth
              disabled={password === '' || short}
              busy={form.busy}
              busyText="変更しています..."
            >
              パスワードを変更
            </BusyButton>
          }
        >
          <p>{link.data} の新しいパスワードを入力してください。</p>
          {/* Password managers store the new password under this name. */}
          <input type="hidden" name="username" autoComplete="username" value={link.data} readOnly />
          <PasswordInput
            size="md"
            label="新しいパスワード"
            autoComplete="new-password"
            description={`${limits.password.providerMinimum}文字以上（${limits.password.recommended}文字以上を推奨）`}
            aria-required
            {...form.field('password')}
            error={short && 'パスワードは6文字以上で入力してください。'}
          />
        </Form>
      )}
      {!open && !link.isPending && (
        <Text mt={20} ta="center">
          <AppLink href={paths.firebaseLogin()}>動画サービスのアカウントでログイン</AppLink>
        </Text>
      )}
    </PublicCard>
  )
}

/** Not a reset link; the code is that of the provider. */
class InvalidLink extends Error {
  readonly code = 'auth/invalid-action-code'
}
