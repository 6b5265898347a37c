import { Button, Checkbox, PasswordInput, Tabs, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconBrandGoogle } from '@tabler/icons-react'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Form } from '../../../ui/Form.tsx'
import { IconText } from '../../../ui/IconText.tsx'
import { OrLine } from '../../sign-in/PublicCard.tsx'
import { refusedTitle } from '../../sign-in/sign-in.ts'
import { type AuthMode, authModes, passwordWarning } from './auth-form.ts'
import type { useAuthForm } from './use-auth-form.ts'

/** Labels of the tab, the idle button and the busy button. */
const labels = {
  login: ['ログイン', 'ログイン', 'ログイン中...'],
  register: ['新規登録', 'アカウントを作成', '作成中...'],
  reset: ['パスワード再設定', '再設定メールを送信', '送信中...'],
} as const satisfies Record<AuthMode, readonly [string, string, string]>

export interface AuthFormProps {
  form: ReturnType<typeof useAuthForm>
}

/** Login, registration and reset in one form, and the Google button. */
export function AuthForm({ form }: AuthFormProps) {
  const { mode, remember } = form.values
  return (
    <Tabs value={mode} onChange={form.switchTo} keepMounted={false}>
      <Tabs.List grow>
        {authModes.map((each) => (
          <Tabs.Tab
            key={each}
            value={each}
            px="xs"
            mih={44}
            c={each === mode ? 'var(--app-accent-text)' : 'var(--app-text)'}
            fw={each === mode ? 700 : 400}
            disabled={form.busy}
          >
            {labels[each][0]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={mode} pt="lg">
        <Form
          state={form}
          failed={refusedTitle(form.failure)}
          foot={
            <BusyButton type="submit" size="md" fullWidth busy={form.busy} busyText={labels[mode][2]}>
              {labels[mode][1]}
            </BusyButton>
          }
        >
          <AuthFields form={form} />
          {mode === 'login' && (
            <Checkbox
              label="メールアドレスを記憶する"
              description="パスワードは保存しません。"
              checked={remember}
              onChange={(event) => form.change({ remember: event.currentTarget.checked })}
            />
          )}
        </Form>
        {mode !== 'reset' && (
          <>
            <OrLine />
            {/* Stays enabled while a popup is open: a closed popup is detected only after some seconds. */}
            <Button
              variant="default"
              size="md"
              fullWidth
              leftSection={<IconBrandGoogle size={18} />}
              onClick={form.google}
            >
              Googleアカウントでログイン
            </Button>
          </>
        )}
      </Tabs.Panel>
    </Tabs>
  )
}

/** The fields of the current mode. */
function AuthFields({ form }: AuthFormProps) {
  const { mode } = form.values
  const isNew = mode === 'register'
  const warning = passwordWarning(form.values, form.errors.password)
  const shared = { size: 'md', 'aria-required': true } as const
  return (
    <>
      <TextInput
        {...shared}
        type="email"
        label="メールアドレス"
        autoComplete="username"
        {...form.field('email')}
      />
      {mode === 'reset' ? (
        <Text fz="xs" c="dimmed">
          登録済みのメールアドレスに、パスワードを再設定するためのリンクを送ります。
        </Text>
      ) : (
        <div>
          <PasswordInput
            {...shared}
            label="パスワード"
            autoComplete={isNew ? 'new-password' : 'current-password'}
            {...form.field('password')}
          />
          {/* Rendered before its first text, so that screen readers announce the text. */}
          <div role="status">
            {warning && (
              <IconText icon={IconAlertTriangle} mt="xxs" c="yellow">
                {warning}
              </IconText>
            )}
          </div>
        </div>
      )}
      {isNew && (
        <PasswordInput
          {...shared}
          label="パスワード（確認）"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': '確認用のパスワードを表示', tabIndex: 0 }}
          {...form.field('confirmation')}
        />
      )}
    </>
  )
}
