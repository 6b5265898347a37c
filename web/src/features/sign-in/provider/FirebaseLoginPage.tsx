import { Button, Flex, PasswordInput, Text, TextInput } from '@mantine/core'
import { IconBrandGoogle, IconChevronLeft } from '@tabler/icons-react'
import { paths } from '../../../paths.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Form } from '../../../ui/Form.tsx'
import { useFormCall } from '../../../ui/use-form-call.ts'
import { OrLine, PublicCard } from '../PublicCard.tsx'
import type { Provider, ProviderSignIn } from './provider.ts'
import { englishFaults, englishMessage } from './provider-messages.ts'
import { useProvider } from './use-provider.ts'

/** /firebase-login: the sister service's account; its messages are in English. */
export function FirebaseLoginPage() {
  const openedProvider = useProvider()
  /** Signs in at the provider, then sends its token to our server by the navigation of spec §2. */
  const signIn = async (authenticate: (provider: Provider) => Promise<ProviderSignIn>) => {
    const { idToken } = await authenticate(await openedProvider())
    location.assign(paths.firebaseSso(idToken))
    // Busy until the browser leaves the page.
    await new Promise(() => {})
  }
  const form = useFormCall({
    initial: { email: '', password: '' },
    check: englishFaults,
    call: ({ email, password }) => signIn((provider) => provider.signInWithPassword(email, password)),
    textOf: englishMessage,
  })
  return (
    <PublicCard title="動画サービスのアカウントでログイン">
      {/* Stays enabled: the SDK reports a closed popup only after some seconds. */}
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconBrandGoogle size={18} />}
        onClick={() => void form.run(() => signIn((provider) => provider.signInWithGoogle()))}
      >
        Googleアカウントでログイン
      </Button>
      <OrLine />
      <Form
        state={form}
        lang="en"
        gap={20}
        foot={
          <BusyButton type="submit" size="md" fullWidth busy={form.busy} busyText="ログイン中...">
            ログイン
          </BusyButton>
        }
      >
        <TextInput
          size="md"
          label="メールアドレス"
          type="email"
          autoComplete="username"
          aria-required
          {...form.field('email')}
        />
        <PasswordInput
          size="md"
          label="パスワード"
          autoComplete="current-password"
          aria-required
          {...form.field('password')}
        />
      </Form>
      <Text mt={20} ta="center">
        <Flex component={AppLink} align="center" display="inline-flex" gap={4} href={paths.login()}>
          <IconChevronLeft size={16} aria-hidden />
          通常のログインへ戻る
        </Flex>
      </Text>
    </PublicCard>
  )
}
